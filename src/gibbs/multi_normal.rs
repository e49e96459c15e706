//! Updates of elements whose full conditional is one multivariate normal distribution: coefficients of a linear predictor, say.
//!
//! The slope of the log density is h − P x. With x₀ where the chain is and one more point for each element, column j of P is
//! (f′(x₀) − f′(x₀ + eⱼ)), and with P = L Lᵀ
//!
//!   x = x₀ + L⁻ᵀ (L⁻¹ f′(x₀) + z),   z standard normal.

use super::scope::Blanket;
use super::state::State;
use crate::error::Error;
use crate::model::{Model, Variable};
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
    // Columns, of which only the lower triangle is read.
    let mut precision = vec![0.0; n * n];
    for (j, column) in precision.chunks_exact_mut(n).enumerate() {
        let here = values[j];
        let step = 1.0 + here.abs();
        values[j] = here + step;
        state.set(variable, &values)?;
        values[j] = here;
        let moved = state.slopes::<Blanket<M, Target, true>, Target>(variable);
        for ((entry, slope), moved) in column.iter_mut().zip(&slope).zip(moved) {
            *entry = (slope - moved) / step;
        }
    }
    let improper = Error::ImproperConditional { name: Target::NAME, index: None };
    factorise(&mut precision, n).ok_or(improper)?;

    let mut drawn = slope;
    for j in 0..n {
        let row: f64 = (0..j).map(|k| precision[k * n + j] * drawn[k]).sum();
        drawn[j] = (drawn[j] - row) / precision[j * n + j];
    }
    for entry in &mut drawn {
        *entry += rng.sample::<f64, _>(StandardNormal);
    }
    for j in (0..n).rev() {
        let column: f64 = (j + 1..n).map(|k| precision[j * n + k] * drawn[k]).sum();
        drawn[j] = (drawn[j] - column) / precision[j * n + j];
    }
    for (value, step) in values.iter_mut().zip(drawn) {
        *value += step;
    }
    state.set(variable, &values)
}

/// Replaces the lower triangle of a matrix of columns by its Cholesky factor; nothing if it is not positive definite.
fn factorise(matrix: &mut [f64], n: usize) -> Option<()> {
    for j in 0..n {
        let (before, rest) = matrix.split_at_mut(j * n);
        let column = &mut rest[..n];
        for other in before.chunks_exact(n) {
            for i in j..n {
                column[i] -= other[j] * other[i];
            }
        }
        let pivot = column[j];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return None;
        }
        let root = pivot.sqrt();
        column[j..].iter_mut().for_each(|entry| *entry /= root);
    }
    Some(())
}
