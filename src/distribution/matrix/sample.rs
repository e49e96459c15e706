//! Random matrices. With e standard normal and S = L Lᵀ:
//!
//! * Bartlett 1933: if T is triangular with Tᵢⱼ = e off the diagonal and Tᵢᵢ² chi-square with ν − i degrees
//!   of freedom (i from 0), T Tᵀ follows wishart(ν, I). So L T is the factor of a wishart(ν, S) matrix; with
//!   T upper triangular and i counted from the last row, L T⁻ᵀ is the factor of an inv_wishart(ν, S) matrix.
//! * Lewandowski, Kurowicka and Joe 2009: the partial correlation of i and j < i given the variables before
//!   j is 2 B − 1 with B ~ beta(b, b), b = η + (K − 2 − j)/2, and row i of the factor is computed from them
//!   as in the transform of `cholesky_factor_corr`.

use crate::linalg::{Triangle, cholesky, clear_lower, solve};
use crate::random;
use pulp::Scalar;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// Returns the lower Cholesky factor of a symmetric matrix; NaN if the matrix is not positive definite.
pub(crate) fn lower_factor(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut upper = matrix.to_vec();
    if !cholesky(Scalar::new(), &mut upper, size) {
        return vec![f64::NAN; matrix.len()];
    }
    clear_lower(&mut upper, size);
    transposed(&upper, size)
}

fn transposed(matrix: &[f64], size: usize) -> Vec<f64> {
    (0..size * size).map(|place| matrix[place % size * size + place / size]).collect()
}

/// Returns A B, or A Bᵀ, by sums that make L Lᵀ symmetric to the last bit.
pub(crate) fn product(a: &[f64], b: &[f64], size: usize, is_transposed: bool) -> Vec<f64> {
    let element = |i: usize, j: usize, k: usize| {
        a[i * size + k] * if is_transposed { b[j * size + k] } else { b[k * size + j] }
    };
    (0..size * size).map(|place| (0..size).map(|k| element(place / size, place % size, k)).sum()).collect()
}

/// Draws the factor of a Wishart matrix, or of an inverse one, given the factor of the scale; NaN unless ν >
/// K − 1.
pub(crate) fn wishart_factor(
    nu: f64,
    scale: &[f64],
    size: usize,
    is_inverse: bool,
    rng: &mut dyn Rng,
) -> Vec<f64> {
    let mut t = vec![0.0; size * size];
    for i in 0..size {
        let freedom = nu - if is_inverse { size - 1 - i } else { i } as f64;
        let square = if freedom > 0.0 { random::gamma(0.5 * freedom, 0.5, rng) } else { f64::NAN };
        t[i * size + i] = square.clamp(f64::MIN_POSITIVE, f64::MAX).sqrt();
        let others = if is_inverse { i + 1..size } else { 0..i };
        for j in others {
            t[i * size + j] = rng.sample(StandardNormal);
        }
    }
    if !is_inverse {
        return product(scale, &t, size, false);
    }
    // The rows of T⁻¹ are the columns of T⁻ᵀ.
    let mut inverse: Vec<f64> =
        (0..size * size).map(|place| f64::from(u8::from(place % (size + 1) == 0))).collect();
    solve(Scalar::new(), Triangle::lower(&transposed(&t, size), size), &mut inverse, size);
    product(scale, &inverse, size, false)
}

/// Draws the factor of an LKJ matrix; NaN unless η is positive. No square on the diagonal is below `least`:
/// partial correlations that are too close to ±1 for the matrix are moved away.
pub(super) fn lkj_factor(eta: f64, size: usize, least: f64, rng: &mut dyn Rng) -> Vec<f64> {
    let mut factor = vec![0.0; size * size];
    for i in 0..size {
        // The square 1 − (2 B − 1)² = 4 B (1 − B) of a partial correlation 2 B − 1 is computed from two
        // factors that keep their digits.
        let mut root: f64 = 1.0;
        for j in 0..i {
            let shape = eta + 0.5 * (size - 2 - j) as f64;
            let [number, rest] = random::beta_and_rest(shape, shape, rng);
            factor[i * size + j] = (number - rest) * root;
            root *= 2.0 * (number * rest).sqrt();
        }
        if root * root < least {
            let shorter = ((1.0 - least) / (1.0 - root * root)).sqrt();
            factor[i * size..][..i].iter_mut().for_each(|element| *element *= shorter);
            root = least.sqrt();
        }
        factor[i * size + i] = root;
    }
    factor
}
