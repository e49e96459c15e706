//! Matrices R, p × q, in the basis of the eigenvectors P and Q of the covariances of their rows and columns:
//!
//!   W = Pᵀ R Q,   V = W/λ element by element,   Z = P V Qᵀ,
//!
//! and the products from which the adjoints of both covariances are computed,
//!
//!   V diag(β) Vᵀ,   Vᵀ diag(α) V,   P M Pᵀ.
//!
//! P and Q are given as their transposes, with one eigenvector in each row.

use crate::linalg::{Operand, Sizes, add_product, dot};
use Operand::{Plain, Transposed};
use pulp::Simd;

/// Computes V of a residual R, and returns rᵀ Σ⁻¹ r = Σ W V, given Pᵀ, Qᵀ and 1/λ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn rotate<S: Simd>(
    simd: S,
    [of_rows, of_columns, inverse]: [&[f64]; 3],
    (p, q): (usize, usize),
    residual: &[f64],
    room: &mut [f64],
    v: &mut [f64],
) -> f64 {
    let product = &mut room[..p * q];
    product.fill(0.0);
    let right = Sizes { rows: p, depth: q, columns: q };
    add_product(simd, product, 1.0, Plain(residual), Transposed(of_columns), right);
    v.fill(0.0);
    let left = Sizes { rows: p, depth: p, columns: q };
    add_product(simd, v, 1.0, Plain(of_rows), Plain(product), left);
    product.copy_from_slice(v);
    for (v, inverse) in v.iter_mut().zip(inverse) {
        *v *= inverse;
    }
    dot(simd, product, v)
}

/// Stores Z = P V Qᵀ in `z`, given Pᵀ, Qᵀ and V.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn rotate_back<S: Simd>(
    simd: S,
    [of_rows, of_columns, _]: [&[f64]; 3],
    (p, q): (usize, usize),
    v: &[f64],
    room: &mut [f64],
    z: &mut [f64],
) {
    let product = &mut room[..p * q];
    product.fill(0.0);
    let left = Sizes { rows: p, depth: p, columns: q };
    add_product(simd, product, 1.0, Transposed(of_rows), Plain(v), left);
    z.fill(0.0);
    let right = Sizes { rows: p, depth: q, columns: q };
    add_product(simd, z, 1.0, Plain(product), Plain(of_columns), right);
}

/// M += factor · V diag(β) Vᵀ
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_square_of_rows<S: Simd>(
    simd: S,
    m: &mut [f64],
    factor: f64,
    v: &[f64],
    beta: &[f64],
    room: &mut [f64],
) {
    let q = beta.len();
    let scaled = &mut room[..v.len()];
    for (scaled, v) in scaled.chunks_exact_mut(q).zip(v.chunks_exact(q)) {
        for ((scaled, v), beta) in scaled.iter_mut().zip(v).zip(beta) {
            *scaled = v * beta;
        }
    }
    let p = v.len() / q;
    let sizes = Sizes { rows: p, depth: q, columns: p };
    add_product(simd, m, factor, Plain(scaled), Transposed(v), sizes);
}

/// M += factor · Vᵀ diag(α) V
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_square_of_columns<S: Simd>(
    simd: S,
    m: &mut [f64],
    factor: f64,
    v: &[f64],
    alpha: &[f64],
    room: &mut [f64],
) {
    let (p, q) = (alpha.len(), v.len() / alpha.len());
    let scaled = &mut room[..v.len()];
    for ((scaled, v), alpha) in scaled.chunks_exact_mut(q).zip(v.chunks_exact(q)).zip(alpha) {
        for (scaled, v) in scaled.iter_mut().zip(v) {
            *scaled = v * alpha;
        }
    }
    let sizes = Sizes { rows: q, depth: p, columns: q };
    add_product(simd, m, factor, Transposed(scaled), Plain(v), sizes);
}

/// Adds P M Pᵀ to the adjoint of a covariance of n rows, given Pᵀ and a symmetric M.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_rotated<S: Simd>(
    simd: S,
    vectors: &[f64],
    m: &[f64],
    n: usize,
    room: &mut [f64],
    adjoint: &mut [f64],
) {
    let sizes = Sizes { rows: n, depth: n, columns: n };
    let product = &mut room[..n * n];
    product.fill(0.0);
    add_product(simd, product, 1.0, Plain(m), Plain(vectors), sizes);
    add_product(simd, adjoint, 1.0, Transposed(vectors), Plain(product), sizes);
}
