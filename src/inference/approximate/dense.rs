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

/// L⁻¹, row after row.
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
