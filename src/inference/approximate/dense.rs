//! Dense triangular factors of small matrices: K = L Lᵀ, row by row.
//!
//! Unlike the kernels of `linalg`, the factorisation tells at which row a matrix stops being positive
//! definite, which is what messages name.

use super::lbfgs::{add_scaled, dot};

/// Replaces the lower triangle of K by L; the upper triangle is neither read nor written. The error is the
/// first row at which K is not positive definite.
pub(super) fn factor(k: &mut [f64], n: usize) -> Result<(), usize> {
    for row in 0..n {
        for column in 0..=row {
            let (above, own) = k.split_at_mut(row * n);
            let other = if row == column { &own[..column] } else { &above[column * n..][..column] };
            let rest = own[column] - dot(&own[..column], other);
            if row != column {
                own[column] = rest / above[column * n + column];
            } else if rest > 0.0 && rest.is_finite() {
                own[column] = rest.sqrt();
            } else {
                return Err(row);
            }
        }
    }
    Ok(())
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
