//! Updates of elements whose full conditional is one multivariate normal distribution: coefficients of a linear predictor, say.
//!
//! The slope of the log density is h − P x. With x₀ where the chain is and one more point for each element, column j of P is
//! (f′(x₀) − f′(x₀ + eⱼ)), and with P = Uᵀ U
//!
//!   x = x₀ + U⁻¹ (U⁻ᵀ f′(x₀) + z),   z standard normal.

use super::scope::Blanket;
use super::state::State;
use crate::error::Error;
use crate::linalg::{Triangle, cholesky, solve};
use crate::model::{Model, Variable};
use pulp::Scalar;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// Draws all elements given the rest.
pub(super) fn update<M: Model, Target: Variable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let mut values = state.get(variable).to_vec();
    let n = values.len();
    let slope = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
    // Row after row, of which the upper triangle is read; P is symmetric.
    let mut precision = vec![0.0; n * n];
    for (j, row) in precision.chunks_exact_mut(n).enumerate() {
        let here = values[j];
        let step = 1.0 + here.abs();
        values[j] = here + step;
        state.set(variable, &values)?;
        values[j] = here;
        let moved = state.slopes::<Blanket<M, Target, true>, Target>(variable);
        for ((entry, slope), moved) in row.iter_mut().zip(&slope).zip(moved) {
            *entry = (slope - moved) / step;
        }
    }
    let simd = Scalar::new();
    if !cholesky(simd, &mut precision, n) {
        return Err(Error::ImproperConditional { name: Target::NAME, index: None });
    }
    let upper = Triangle::upper(&precision, n);
    let mut drawn = slope;
    solve(simd, upper.transpose(), &mut drawn, 1);
    for entry in &mut drawn {
        *entry += rng.sample::<f64, _>(StandardNormal);
    }
    solve(simd, upper, &mut drawn, 1);
    for (value, step) in values.iter_mut().zip(drawn) {
        *value += step;
    }
    state.set(variable, &values)
}
