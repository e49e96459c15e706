//! Functions that operations on positive definite matrices share: the factor U of A = Uᵀ U, and the check
//! of data.

use crate::compiler::symmetry::negative_eigenvalue;
use crate::compiler::{Context, symmetry};
use crate::contract::operation::Sizes;
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Operands};
use crate::linalg;
use pulp::{Scalar, Simd};

/// The name in messages of a single argument that must be symmetric, because only a triangle of it is read.
pub(crate) const FIRST_IS_SYMMETRIC: [Option<&str>; MAX_ARGUMENTS] = first_is_symmetric(true);

/// [`FIRST_IS_SYMMETRIC`] if `must` is true; otherwise no argument must be symmetric.
pub(crate) const fn first_is_symmetric(must: bool) -> [Option<&'static str>; MAX_ARGUMENTS] {
    let mut names = [None; MAX_ARGUMENTS];
    if must {
        names[0] = Some("the matrix");
    }
    names
}

/// Checks that a symmetric matrix of data with n rows has no negative eigenvalue.
pub(crate) fn check_covariance(context: &Context, name: &str, n: usize, a: &[f64]) -> Result<(), Error> {
    match negative_eigenvalue(n, a) {
        None => Ok(()),
        Some(value) => {
            let what = format!("the smallest eigenvalue of {name}");
            Err(context.outside_rows().outside(what, None, value, symmetry::RULE_OF_EIGENVALUES))
        }
    }
}

/// Writes U of A = Uᵀ U to the upper triangle of `u`. False if A is not positive definite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn factor<S: Simd>(simd: S, u: &mut [f64], a: &[f64], n: usize) -> bool {
    u.copy_from_slice(a);
    linalg::cholesky(simd, u, n)
}

/// Checks that the first argument is positive definite, if it is data. The scratch begins with room for a
/// factor.
pub(crate) fn check_positive_definite(
    context: &Context,
    sizes: &Sizes,
    is_data: [bool; MAX_ARGUMENTS],
    operands: Operands<'_>,
) -> Result<(), Error> {
    if !is_data[0] {
        return Ok(());
    }
    let (a, n) = (operands.arguments[0], sizes[0].rows);
    let u = &mut operands.scratch[..n * n];
    if factor(Scalar::new(), u, a, n) {
        return Ok(());
    }
    u.copy_from_slice(a);
    let (row, pivot) = failing_pivot(u, n);
    let what = format!("the pivot in row {row} of the Cholesky factor of the matrix");
    Err(context.outside(what, None, pivot, "be positive: the matrix is not positive definite"))
}

/// The row and the value of the first pivot of elimination that is not positive; of the last pivot if all
/// are positive, which only rounding can cause.
fn failing_pivot(a: &mut [f64], n: usize) -> (usize, f64) {
    for pivot in 0..n {
        let diagonal = a[pivot * n + pivot];
        if diagonal <= 0.0 || pivot + 1 == n {
            return (pivot, diagonal);
        }
        for row in pivot + 1..n {
            let factor = a[row * n + pivot] / diagonal;
            for column in pivot + 1..n {
                a[row * n + column] -= factor * a[pivot * n + column];
            }
        }
    }
    (0, 0.0)
}
