//! Updates of a covariance or precision matrix X of K rows whose full conditional is an inverse Wishart or a
//! Wishart distribution.
//!
//! The slopes of the log density f at D and 2 D, where D is the diagonal of the current X, determine the
//! numbers. With H(c) = D^½ f′(c D) D^½ and B′ = D^½ B D^½, for the inverse D^−½ B D^−½,
//!
//! | full conditional | f | H(c) | numbers |
//! |-|-|-|-|
//! | Wishart | a log \|X\| − ½ tr(B X) | a/c I − ½ B′ | a = 2 tr(H(1) − H(2))/K, B′ = 2 (a I − H(1)): ν = 2 a + K + 1 |
//! | inverse Wishart | −a log \|X\| − ½ tr(B X⁻¹) | −a/c I + ½ B′/c² | a = tr(H(1) − 4 H(2))/K, B′ = 2 (a I + H(1)): ν = 2 a − K − 1 |
//!
//! Slopes treat every element as free, and different statements may add to different triangles, so the
//! symmetric part of the slopes is used. D gives both terms of H the same scale, in any units of the
//! variables, and needs no inverse.
//!
//! With B′ = L Lᵀ, draws are D^½ W D^½, where W follows inv_wishart(ν, B′), or wishart(ν, L⁻ᵀ L⁻¹).

use super::scope::Blanket;
use super::state::State;
use crate::distribution::matrix_sample::{lower_factor, product, wishart_factor};
use crate::error::Error;
use crate::linalg::{Triangle, solve_rows, symmetrize};
use crate::model::BoundVariable;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use pulp::Scalar;
use rand::Rng;

/// Draws the matrix given the rest.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rule: UpdateRule,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let n = variable.extent().columns().unwrap_or(1);
    let scales: Vec<f64> = state.get(variable).iter().step_by(n + 1).map(|x| x.sqrt()).collect();
    let mut slopes_at = |factor: f64| -> Result<Vec<f64>, Error> {
        let mut point = vec![0.0; n * n];
        point.iter_mut().step_by(n + 1).zip(&scales).for_each(|(x, scale)| *x = factor * scale * scale);
        state.set(variable, &point)?;
        let mut slopes = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
        symmetrize(&mut slopes, n);
        scale_both(&mut slopes, &scales);
        Ok(slopes)
    };
    let (mut first, second) = (slopes_at(1.0)?, slopes_at(2.0)?);
    let trace = |matrix: &[f64]| matrix.iter().step_by(n + 1).sum::<f64>() / n as f64;
    let is_inverse = rule == UpdateRule::InverseWishart;
    let (power, freedom, sign) = if is_inverse {
        let power = trace(&first) - 4.0 * trace(&second);
        (power, 2.0 * power - (n + 1) as f64, 2.0)
    } else {
        let power = 2.0 * (trace(&first) - trace(&second));
        (power, 2.0 * power + (n + 1) as f64, -2.0)
    };
    first.iter_mut().for_each(|slope| *slope *= sign);
    first.iter_mut().step_by(n + 1).for_each(|slope| *slope += 2.0 * power);

    let improper = || Error::ImproperConditional { name: Target::FACTS.name, index: None };
    let mut root = lower_factor(&first, n);
    let is_proper = freedom > (n - 1) as f64 && root[0].is_finite();
    if !is_proper {
        return Err(improper());
    }
    if !is_inverse {
        // L is replaced by L⁻ᵀ: the rows of the identity, solved.
        let lower = core::mem::replace(&mut root, vec![0.0; n * n]);
        root.iter_mut().step_by(n + 1).for_each(|one| *one = 1.0);
        solve_rows(Scalar::new(), Triangle::lower(&lower, n), &mut root);
    }
    let factor = wishart_factor(freedom, &root, n, is_inverse, rng);
    let mut values = product(&factor, &factor, n, true);
    scale_both(&mut values, &scales);
    // With hardly more degrees of freedom than the minimum, a draw may be numerically singular.
    state.set(variable, &values).map_err(|_| improper())
}

/// Multiplies the elements of a matrix by the scales of their row and their column.
fn scale_both(matrix: &mut [f64], scales: &[f64]) {
    for (row, scale) in matrix.chunks_exact_mut(scales.len()).zip(scales) {
        row.iter_mut().zip(scales).for_each(|(x, other)| *x *= scale * other);
    }
}
