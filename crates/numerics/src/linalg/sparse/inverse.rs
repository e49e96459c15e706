//! The values of A⁻¹ at the places of the pattern: Takahashi's equations, one supernode at a time.
//!
//! With Z = (Uᵀ U)⁻¹, the columns J of a supernode and the rows R below them,
//!
//!   G = U_JJ⁻¹ U_JR,   Z_JR = −G Z_RR,   Z_JJ = (U_JJᵀ U_JJ)⁻¹ − Z_JR Gᵀ
//!
//! (Takahashi, Fagan & Chen 1973; Erisman & Tinney 1975). Z_RR is a part of the parent's front of Z.
//! Parents therefore copy it for their children, to the places that the children's updates have in the
//! factorisation. So only the values of Z at the places of the pattern are kept.

use super::analysis::{Analysis, Supernode};
use crate::linalg::inverse::inverse_of_factored_part;
use crate::linalg::multiply::add_matrix_vector;
use crate::linalg::product::{Product, Strided};
use crate::linalg::transpose::{copy_upper_to_lower, transpose_part};
use crate::linalg::triangular::{Triangle, solve};
use crate::linalg::vectors::{dot, scale};
use pulp::{Simd, WithSimd};

/// Writes the inverse by the formulas above.
pub(super) struct SelectedInverse<'a> {
    pub analysis: &'a Analysis,
    pub factor: &'a [f64],
    pub inverse: &'a mut [f64],
    pub scratch: &'a mut [f64],
}

/// The length of the scratch memory.
pub(super) fn inverse_scratch(analysis: &Analysis) -> usize {
    let most = |of: &dyn Fn(&Supernode) -> usize| analysis.supernodes.iter().map(of).max().unwrap_or(0);
    analysis.updates + most(&|own| own.panel().len()) + 3 * most(&|own| own.width * own.below.len())
}

impl WithSimd for SelectedInverse<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { analysis, factor, inverse, scratch } = self;
        let (updates, scratch) = scratch.split_at_mut(analysis.updates);
        for own in analysis.supernodes.iter().rev() {
            let (z_below, copies, first) = own.split_updates(updates);
            let (z, scratch) = scratch.split_at_mut(own.panel().len());
            rows_of_inverse(simd, own, &factor[own.panel()], z_below, z, scratch);
            for entry in &analysis.entries[own.entries.clone()] {
                inverse[entry.value as usize] = z[entry.place as usize];
            }
            for &child in &analysis.children[own.children.clone()] {
                let child = &analysis.supernodes[child as usize];
                let relative = &analysis.relative[child.below.clone()];
                let copy = &mut copies[child.update - first..][..relative.len() * relative.len()];
                copy_for_child(own, z, z_below, relative, copy);
                copy_upper_to_lower(copy, relative.len());
            }
        }
    }
}

/// Computes Z_JJ and Z_JR, side by side, with both triangles of Z_JJ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rows_of_inverse<S: Simd>(
    simd: S,
    own: &Supernode,
    panel: &[f64],
    z_below: &[f64],
    z: &mut [f64],
    scratch: &mut [f64],
) {
    let (width, below, height) = (own.width, own.below.len(), own.height());
    if width == 1 {
        return column_of_inverse(simd, panel, z_below, z, &mut scratch[..below]);
    }
    inverse_of_factored_part(simd, z, panel, width, height);
    if below == 0 {
        return;
    }
    let (g, scratch) = scratch.split_at_mut(width * below);
    let (g_transposed, z_right) = scratch.split_at_mut(width * below);
    let z_right = &mut z_right[..width * below];
    for (g, row) in g.chunks_exact_mut(below).zip(panel.chunks_exact(height)) {
        g.copy_from_slice(&row[width..]);
    }
    solve(simd, Triangle::upper_part(panel, width, height), g, below);
    transpose_part(g, below, g_transposed, width, width, below);
    z_right.fill(0.0);
    subtract(simd, [width, below, below], g, z_below, z_right, below);
    subtract(simd, [width, below, width], z_right, g_transposed, z, height);
    for (z, right) in z.chunks_exact_mut(height).zip(z_right.chunks_exact(below)) {
        z[width..].copy_from_slice(right);
    }
}

/// Computes the elements of A⁻¹ in the front of a supernode with one column, which needs no products of
/// matrices.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn column_of_inverse<S: Simd>(simd: S, panel: &[f64], z_below: &[f64], z: &mut [f64], g: &mut [f64]) {
    let reciprocal = 1.0 / panel[0];
    g.copy_from_slice(&panel[1..]);
    scale(simd, g, reciprocal);
    let (z_own, z_right) = z.split_at_mut(1);
    z_right.fill(0.0);
    add_matrix_vector(simd, z_right, -1.0, z_below, g);
    z_own[0] = reciprocal * reciprocal - dot(simd, z_right, g);
}

/// Computes C −= A B, where the rows of C begin `c_stride` apart.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn subtract<S: Simd>(
    simd: S,
    [rows, depth, columns]: [usize; 3],
    a: &[f64],
    b: &[f64],
    c: &mut [f64],
    c_stride: usize,
) {
    let a = Strided { numbers: a, down: depth, along: 1 };
    Product { rows, depth, columns, alpha: -1.0, a, b, b_stride: columns, c, c_stride }.add_of_any_size(simd);
}

/// Copies the upper triangle of the front's Z at the rows of a child.
fn copy_for_child(own: &Supernode, z: &[f64], z_below: &[f64], relative: &[u32], copy: &mut [f64]) {
    let (width, below) = (own.width, own.below.len());
    for (at, (&row, copy)) in relative.iter().zip(copy.chunks_exact_mut(relative.len())).enumerate() {
        let row = row as usize;
        let (numbers, first) = if row < width {
            (&z[row * own.height()..][..own.height()], 0)
        } else {
            (&z_below[(row - width) * below..][..below], width)
        };
        for (&column, number) in relative[at..].iter().zip(&mut copy[at..]) {
            *number = numbers[column as usize - first];
        }
    }
}
