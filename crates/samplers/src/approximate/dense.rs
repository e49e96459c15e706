//! Dense triangular factors of small matrices: K = L Lᵀ, row by row.
//!
//! The pivot is the remainder of a diagonal entry after the rows above have been subtracted. It is compared
//! with a least pivot, which depends on the entry: a matrix whose pivot is as small as rounding is not
//! positive definite, whichever sign the rounding has. Unlike the kernels of `linalg`, the factorisation
//! reports the row of that pivot.

use super::lbfgs::{add_scaled, dot};

/// A pivot below this share of its diagonal entry is rounding.
const ROUNDING: f64 = 1e-14;

/// The smallest pivot of a matrix, in units of its least pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pivot {
    pub row: usize,
    /// The size is below 1 if the pivot was raised to the least pivot.
    pub size: f64,
}

/// Replaces the lower triangle of K by L; the upper triangle is neither read nor written. A pivot below
/// `least` of its diagonal entry is raised to it. The error is the number of a row that is not finite, or
/// whose least pivot is not positive.
pub(super) fn factor_raised(
    k: &mut [f64],
    n: usize,
    least: impl Fn(f64) -> f64,
) -> Result<Option<Pivot>, usize> {
    let mut smallest: Option<Pivot> = None;
    for row in 0..n {
        for column in 0..=row {
            let (above, own) = k.split_at_mut(row * n);
            let other = if row == column { &own[..column] } else { &above[column * n..][..column] };
            let rest = own[column] - dot(&own[..column], other);
            if row != column {
                own[column] = rest / above[column * n + column];
                continue;
            }
            let least = least(own[column]);
            // NaN compares false.
            if !(rest.is_finite() && least > 0.0) {
                return Err(row);
            }
            own[column] = rest.max(least).sqrt();
            let size = rest / least;
            if smallest.is_none_or(|smallest| size < smallest.size) {
                smallest = Some(Pivot { row, size });
            }
        }
    }
    Ok(smallest)
}

/// Replaces the lower triangle of K by L; the upper triangle is neither read nor written. The error is the
/// number of a row at which K is not positive definite beyond rounding.
pub(super) fn factor(k: &mut [f64], n: usize) -> Result<(), usize> {
    match factor_raised(k, n, |entry| ROUNDING * entry)? {
        Some(Pivot { row, size }) if size < 1.0 => Err(row),
        _ => Ok(()),
    }
}

/// x := L⁻ᵀ x
pub(super) fn solve_transposed(l: &[f64], n: usize, x: &mut [f64]) {
    for row in (0..n).rev() {
        x[row] /= l[row * n + row];
        let solved = x[row];
        add_scaled(&mut x[..row], -solved, &l[row * n..][..row]);
    }
}

/// x := L⁻¹ x
pub(super) fn solve(l: &[f64], n: usize, x: &mut [f64]) {
    for row in 0..n {
        x[row] = (x[row] - dot(&l[row * n..][..row], &x[..row])) / l[row * n + row];
    }
}

/// Replaces the lower triangle of L by the lower triangle of L A, where A is lower triangular too.
pub(super) fn multiply(l: &mut [f64], a: &[f64], n: usize) {
    for row in 0..n {
        for column in 0..=row {
            l[row * n + column] = (column..=row).map(|i| l[row * n + i] * a[i * n + column]).sum();
        }
    }
}

/// Returns L⁻¹, row after row.
pub(super) fn inverse(l: &[f64], n: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; n * n];
    for row in 0..n {
        // Lᵢᵢ · row i of the inverse = row i of I − Σ Lᵢⱼ · row j of the inverse.
        let (above, own) = inverse.split_at_mut(row * n);
        own[row] = 1.0;
        for (factor, other) in l[row * n..][..row].iter().zip(above.chunks_exact(n)) {
            add_scaled(&mut own[..row], -factor, &other[..row]);
        }
        own[..=row].iter_mut().for_each(|entry| *entry /= l[row * n + row]);
    }
    inverse
}
