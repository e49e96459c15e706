//! The inverse Hessian from conjugate pairs, as a matrix.
//!
//! For a quadratic f with the Hessian A, y = A s holds for every pair, so sums of pairs are pairs. The
//! updates by n pairs with sᵢᵀ yⱼ = 0 for i ≠ j give A⁻¹, from any matrix. Pairs are made conjugate as
//! vectors are made orthogonal, from the newest pair to the oldest:
//!
//! s := s − (sᵀyⱼ / sⱼᵀyⱼ) sⱼ,   y := y − (sᵀyⱼ / sⱼᵀyⱼ) yⱼ   for all newer j.
//!
//! Without this, searches that are not exact would leave most of A undetermined, though the pairs determine
//! it. If f is not quadratic, the newest pair stays as it is, and an older pair adds only the directions
//! that are new. A pair adds nothing if less than [`LEFT`] of its curvature is in new directions.
//!
//! Since sᵀ yⱼ = 0 for all newer j, the updates from diag(α) are one formula:
//!
//! H = V diag(α) Vᵀ + Σ ρ s sᵀ,   V = I − Σ ρ s yᵀ,   ρ = 1 / sᵀy.

use super::history::{History, Pair, is_pair};
use super::vectors::{add_scaled, dot};

/// A pair is added only if more than this share of its sᵀy is left after it was made conjugate to the newer
/// pairs. A smaller rest is mostly the change of A along the path, if f is not quadratic.
const LEFT: f64 = 0.05;

/// Returns the newest pairs of a history, made conjugate, the newest first: at most as many as coordinates.
fn conjugate(history: &History, most: usize) -> Vec<Pair> {
    let mut found: Vec<Pair> = Vec::new();
    for pair in history.newest(most).rev() {
        if found.len() == history.diagonal().len() {
            break;
        }
        let mut own = pair.clone();
        for newer in &found {
            let part = dot(&own.step, &newer.difference) * newer.reciprocal;
            add_scaled(&mut own.step, -part, &newer.step);
            add_scaled(&mut own.difference, -part, &newer.difference);
        }
        let left = dot(&own.step, &own.difference);
        if left * pair.reciprocal > LEFT && is_pair(left, dot(&own.difference, &own.difference)) {
            own.reciprocal = 1.0 / left;
            found.push(own);
        }
    }
    found
}

/// Returns the lower triangle of H from the newest pairs of a history, at most `most`, made conjugate: a
/// matrix row after row, whose other entries are 0.
pub fn inverse_hessian(history: &History, most: usize) -> Vec<f64> {
    let (pairs, alpha) = (conjugate(history, most), history.diagonal());
    let n = alpha.len();
    let mut v = vec![0.0; n * n];
    for (i, row) in v.chunks_exact_mut(n).enumerate() {
        row[i] = 1.0;
        for pair in &pairs {
            add_scaled(row, -pair.reciprocal * pair.step[i], &pair.difference);
        }
    }
    let (mut h, mut scaled) = (vec![0.0; n * n], vec![0.0; n]);
    for i in 0..n {
        scaled.iter_mut().zip(&v[i * n..]).zip(alpha).for_each(|((scaled, v), alpha)| *scaled = v * alpha);
        let row = &mut h[i * n..][..=i];
        for (entry, of_column) in row.iter_mut().zip(v.chunks_exact(n)) {
            *entry = dot(&scaled, of_column);
        }
        for pair in &pairs {
            add_scaled(row, pair.reciprocal * pair.step[i], &pair.step);
        }
    }
    h
}
