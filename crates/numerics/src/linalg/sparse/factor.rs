//! The numbers of the factor, front by front: the multifrontal method (Duff & Reid 1983; Liu 1992).
//!
//! The front of a supernode is the sum of the values of A in its columns and of the updates of its children,
//!
//!   [ F_JJ  F_JR ]     U_JJᵀ U_JJ = F_JJ,   U_JR = U_JJ⁻ᵀ F_JR,   and its own update is F_RR − U_JRᵀ U_JR.
//!   [       F_RR ]
//!
//! Only the upper triangle of each symmetric matrix is computed and read.

use super::analysis::{Analysis, Supernode};
use crate::linalg::cholesky::factor_rows;
use crate::linalg::multiply::{GramSizes, add_upper_gram};
use crate::linalg::vectors::{add_scaled, scale};
use crate::math::log;
use crate::simd::{MAX_LANES, Pack};
use pulp::{Simd, WithSimd};

/// Factors a matrix by the formulas above, and returns the log determinant, or NaN.
pub(super) struct Factor<'a> {
    pub analysis: &'a Analysis,
    pub values: &'a [f64],
    pub factor: &'a mut [f64],
    pub scratch: &'a mut [f64],
}

impl WithSimd for Factor<'_> {
    type Output = f64;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { analysis, values, factor, scratch } = self;
        let (mut sum, mut pivots, mut count) = (Pack::zero(simd), [1.0; MAX_LANES], 0);
        for own in &analysis.supernodes {
            let panel = &mut factor[own.panel()];
            panel.fill(0.0);
            for entry in &analysis.entries[own.entries.clone()] {
                panel[entry.place as usize] = values[entry.value as usize];
            }
            let (update, updates, first) = own.split_updates(scratch);
            update.fill(0.0);
            for &child in &analysis.children[own.children.clone()] {
                let child = &analysis.supernodes[child as usize];
                let numbers = &updates[child.update - first..][..child.below.len().pow(2)];
                add_update(own, panel, update, &analysis.relative[child.below.clone()], numbers);
            }
            if !factor_front(simd, own, panel, update) {
                return f64::NAN;
            }
            for row in 0..own.width {
                pivots[count] = panel[row * (own.height() + 1)];
                count = (count + 1) % S::F64_LANES;
                if count == 0 {
                    sum = sum + log(Pack::from_array(simd, pivots));
                }
            }
        }
        pivots[count..].fill(1.0);
        2.0 * (sum + log(Pack::from_array(simd, pivots))).sum()
    }
}

/// Replaces a front by its panel of U and its update. Returns false if it is not positive definite or not
/// finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn factor_front<S: Simd>(simd: S, own: &Supernode, panel: &mut [f64], update: &mut [f64]) -> bool {
    let (width, below, height) = (own.width, own.below.len(), own.height());
    if width > 1 {
        let is_factored = factor_rows(simd, panel, width, height);
        if is_factored {
            let sizes = GramSizes { depth: width, n: below, stride: height };
            add_upper_gram(simd, update, -1.0, &panel[width..], sizes);
        }
        return is_factored;
    }
    // Independent effects are single columns, for which calls of kernels would take twice the time.
    let pivot = panel[0];
    let root = pivot.sqrt();
    panel[0] = root;
    scale(simd, &mut panel[1..], 1.0 / root);
    for (row, target) in update.chunks_exact_mut(below.max(1)).enumerate() {
        let right = &panel[1 + row..];
        add_scaled(simd, &mut target[row..], -right[0], right);
    }
    // The comparison is false for NaN.
    pivot > 0.0 && pivot < f64::INFINITY
}

/// Adds the update of a child to a front; `relative` are the places of the child's rows in the front.
fn add_update(own: &Supernode, panel: &mut [f64], update: &mut [f64], relative: &[u32], numbers: &[f64]) {
    let (width, height, below) = (own.width, own.height(), own.below.len());
    for (at, &row) in relative.iter().enumerate() {
        let row = row as usize;
        // The columns are those from the diagonal on: for a row of the update all are after the panel.
        let (target, first) = if row < width {
            (&mut panel[row * height..][..height], 0)
        } else {
            (&mut update[(row - width) * below..][..below], width)
        };
        let numbers = &numbers[at * (relative.len() + 1)..][..relative.len() - at];
        for (&column, &number) in relative[at..].iter().zip(numbers) {
            target[column as usize - first] += number;
        }
    }
}
