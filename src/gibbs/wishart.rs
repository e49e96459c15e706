//! Updates of a covariance or precision matrix X of K rows whose full conditional is an inverse Wishart or a Wishart
//! distribution.
//!
//! The slopes of the log density f at D and 2 D, where D is the diagonal of X as it is, tell the numbers. With
//! H(c) = D^½ f′(c D) D^½ and B′ = D^½ B D^½, for the inverse D^−½ B D^−½,
//!
//! | full conditional | f | H(c) | numbers |
//! |-|-|-|-|
//! | Wishart | a log \|X\| − ½ tr(B X) | a/c I − ½ B′ | a = 2 tr(H(1) − H(2))/K, B′ = 2 (a I − H(1)): ν = 2 a + K + 1 |
//! | inverse Wishart | −a log \|X\| − ½ tr(B X⁻¹) | −a/c I + ½ B′/c² | a = tr(H(1) − 4 H(2))/K, B′ = 2 (a I + H(1)): ν = 2 a − K − 1 |
//!
//! Slopes take every element as free, and what one statement adds to one triangle another may add to the other, so their symmetric
//! part is meant. D makes both terms of H alike, whatever the variables are measured in, and needs no inverse.
//!
//! With B′ = Uᵀ U and a lower triangular A, standard normal below its diagonal and the roots of chi-square numbers of ν, ν − 1, …
//! degrees of freedom on it, draws are D^½ Mᵀ M D^½ with
//!
//!   M = (U⁻¹ A)ᵀ of the Wishart distribution,   M = A⁻¹ U of the inverse.
//!
//! Smith and Hocking 1972, "Algorithm AS 53: Wishart variate generator".

use super::scope::Blanket;
use super::state::State;
use super::{Rule, draw};
use crate::error::Error;
use crate::linalg::{
    Triangle, add_gram, cholesky, clear_lower, copy_upper_to_lower, solve, solve_rows, symmetrize, transpose,
};
use crate::model::{Model, Variable};
use pulp::Scalar;
use rand::Rng;

/// Draws the matrix given the rest.
pub(super) fn update<M: Model, Target: Variable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rule: Rule,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let n = variable.columns().unwrap_or(1);
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
    let is_inverse = rule == Rule::InverseWishart;
    let (power, freedom, sign) = if is_inverse {
        let power = trace(&first) - 4.0 * trace(&second);
        (power, 2.0 * power - (n + 1) as f64, 2.0)
    } else {
        let power = 2.0 * (trace(&first) - trace(&second));
        (power, 2.0 * power + (n + 1) as f64, -2.0)
    };
    first.iter_mut().for_each(|slope| *slope *= sign);
    first.iter_mut().step_by(n + 1).for_each(|slope| *slope += 2.0 * power);

    let improper = || Error::ImproperConditional { name: Target::NAME, index: None };
    let is_proper = freedom > (n - 1) as f64 && cholesky(Scalar::new(), &mut first, n);
    if !is_proper {
        return Err(improper());
    }
    let mut values = drawn(is_inverse, freedom, first, n, rng);
    scale_both(&mut values, &scales);
    // With hardly more freedom than the least, a draw may be singular as far as numbers tell.
    state.set(variable, &values).map_err(|_| improper())
}

/// Elements times the scales of their row and their column.
fn scale_both(matrix: &mut [f64], scales: &[f64]) {
    for (row, scale) in matrix.chunks_exact_mut(scales.len()).zip(scales) {
        row.iter_mut().zip(scales).for_each(|(x, other)| *x *= scale * other);
    }
}

/// Mᵀ M, given U in the upper triangle of a matrix.
fn drawn(is_inverse: bool, freedom: f64, mut upper: Vec<f64>, n: usize, rng: &mut dyn Rng) -> Vec<f64> {
    let simd = Scalar::new();
    let mut a = vec![0.0; n * n];
    for (i, row) in a.chunks_exact_mut(n).enumerate() {
        row[..i].iter_mut().for_each(|entry| *entry = draw::normal(0.0, 1.0, rng));
        row[i] = draw::gamma(0.5 * (freedom - i as f64), 0.5, rng).sqrt();
    }
    let m = if is_inverse {
        clear_lower(&mut upper, n);
        solve(simd, Triangle::lower(&a, n), &mut upper, n);
        upper
    } else {
        let mut rows = vec![0.0; n * n];
        transpose(&a, n, n, &mut rows);
        solve_rows(simd, Triangle::upper(&upper, n), &mut rows);
        rows
    };
    let mut values = vec![0.0; n * n];
    add_gram(simd, &mut values, 1.0, &m, n);
    copy_upper_to_lower(&mut values, n);
    values
}
