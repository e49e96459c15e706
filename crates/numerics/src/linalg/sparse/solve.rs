//! Systems of equations with a factored matrix: P A Pᵀ = Uᵀ U, so A⁻¹ b = Pᵀ U⁻¹ U⁻ᵀ P b.
//!
//! In the forward solution the columns J of a supernode are solved with U_JJᵀ, and U_JRᵀ x_J is subtracted
//! from the rows R below. In the backward solution U_JR x_R is subtracted from the columns, which are then
//! solved with U_JJ.

use super::analysis::{Analysis, Supernode};
use crate::linalg::product::{Product, Strided, TILE_ROWS};
use crate::linalg::triangular::{Triangle, blocks, solve, substitute};
use crate::linalg::vectors::{add_combination, dots, four_rows};
use pulp::{Simd, WithSimd};

/// The system of equations that is solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// U⁻ᵀ P b
    Forward,
    /// Pᵀ U⁻¹ b
    Backward,
    /// A⁻¹ b
    Both,
}

pub(super) struct Solve<'a> {
    pub analysis: &'a Analysis,
    pub factor: &'a [f64],
    pub b: &'a mut [f64],
    pub columns: usize,
    pub scratch: &'a mut [f64],
    pub part: Part,
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { analysis, factor, b, columns, scratch, part } = self;
        let b = &mut b[..analysis.ranks.len() * columns];
        let (x, y) = scratch.split_at_mut(b.len());
        let ranks = || analysis.ranks.iter().map(|&rank| rank as usize * columns);
        if part == Part::Backward {
            x.copy_from_slice(b);
        } else {
            for (rank, b) in ranks().zip(b.chunks_exact(columns.max(1))) {
                x[rank..][..columns].copy_from_slice(b);
            }
        }
        let mut system = System { analysis, factor, x: &mut *x, y, columns };
        if part != Part::Backward {
            for own in &analysis.supernodes {
                system.forward(simd, own);
            }
        }
        if part != Part::Forward {
            for own in analysis.supernodes.iter().rev() {
                system.backward(simd, own);
            }
        }
        if part == Part::Forward {
            b.copy_from_slice(x);
        } else {
            for (rank, b) in ranks().zip(b.chunks_exact_mut(columns.max(1))) {
                b.copy_from_slice(&x[rank..][..columns]);
            }
        }
    }
}

/// Right-hand sides in the order of the factor, each a column of x, and memory for the rows of one front.
struct System<'a> {
    analysis: &'a Analysis,
    factor: &'a [f64],
    x: &'a mut [f64],
    y: &'a mut [f64],
    columns: usize,
}

impl System<'_> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&mut self, simd: S, own: &Supernode) {
        let Self { analysis, factor, x, y, columns } = self;
        let (width, height, columns) = (own.width, own.height(), *columns);
        let (panel, rows) = (&factor[own.panel()], &analysis.rows[own.below.clone()]);
        let (x_own, x_below) = x[own.first * columns..].split_at_mut(width * columns);
        let first_below = (own.first + width) * columns;
        if (width, columns) == (1, 1) {
            // This takes a third of the time if independent effects are single columns.
            x_own[0] /= panel[0];
            for (&row, u) in rows.iter().zip(&panel[1..]) {
                x_below[row as usize - first_below] -= u * x_own[0];
            }
            return;
        }
        let (y_own, y_below) = y[..height * columns].split_at_mut(width * columns);
        y_below.fill(0.0);
        if columns == 1 {
            y_own.copy_from_slice(x_own);
            forward_vector(simd, panel, width, &mut y[..height]);
            x_own.copy_from_slice(&y[..width]);
            for (&row, y) in rows.iter().zip(&y[width..]) {
                x_below[row as usize - first_below] += y;
            }
        } else {
            solve(simd, Triangle::upper_part(panel, width, height).transpose(), x_own, columns);
            Product {
                rows: rows.len(),
                depth: width,
                columns,
                alpha: -1.0,
                a: Strided { numbers: &panel[width..], down: 1, along: height },
                b: x_own,
                b_stride: columns,
                c: &mut *y_below,
                c_stride: columns,
            }
            .add_of_any_size(simd);
            for (&row, y) in rows.iter().zip(y_below.chunks_exact(columns.max(1))) {
                let x = &mut x_below[row as usize * columns - first_below..][..columns];
                x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(&mut self, simd: S, own: &Supernode) {
        let Self { analysis, factor, x, y, columns } = self;
        let (width, height, columns) = (own.width, own.height(), *columns);
        let (panel, rows) = (&factor[own.panel()], &analysis.rows[own.below.clone()]);
        let (x_own, x_below) = x[own.first * columns..].split_at_mut(width * columns);
        let first_below = (own.first + width) * columns;
        if (width, columns) == (1, 1) {
            let mut sum = x_own[0];
            for (&row, u) in rows.iter().zip(&panel[1..]) {
                sum -= u * x_below[row as usize - first_below];
            }
            x_own[0] = sum / panel[0];
        } else if columns == 1 {
            let y = &mut y[..height];
            y[..width].copy_from_slice(x_own);
            for (&row, y) in rows.iter().zip(&mut y[width..]) {
                *y = x_below[row as usize - first_below];
            }
            backward_vector(simd, panel, width, y);
            x_own.copy_from_slice(&y[..width]);
        } else {
            for (&row, y) in rows.iter().zip(y.chunks_exact_mut(columns.max(1))) {
                y.copy_from_slice(&x_below[row as usize * columns - first_below..][..columns]);
            }
            Product {
                rows: width,
                depth: rows.len(),
                columns,
                alpha: -1.0,
                a: Strided { numbers: &panel[width..], down: height, along: 1 },
                b: y,
                b_stride: columns,
                c: &mut *x_own,
                c_stride: columns,
            }
            .add_of_any_size(simd);
            solve(simd, Triangle::upper_part(panel, width, height), x_own, columns);
        }
    }
}

/// Computes y := U_JJ⁻ᵀ y in the rows of a panel, and y − U_JRᵀ y in the rows below.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn forward_vector<S: Simd>(simd: S, panel: &[f64], width: usize, y: &mut [f64]) {
    let height = y.len();
    for (row, rows) in blocks(width, true) {
        let (before, after) = y.split_at_mut(row + rows);
        let block = &mut before[row..];
        let numbers = &panel[row * height + row..];
        substitute(Strided { numbers, down: 1, along: height }, block, true);
        let right = &numbers[rows..];
        if let Ok(&[x0, x1, x2, x3]) = <&[f64; TILE_ROWS]>::try_from(&*block) {
            let rows = four_rows(right, height, after.len());
            add_combination(simd, after, [-x0, -x1, -x2, -x3], rows);
        } else {
            for (at, &solved) in block.iter().enumerate() {
                add_combination(simd, after, [-solved], [&right[at * height..]]);
            }
        }
    }
}

/// Computes y := U_JJ⁻¹ (y − U_JR y_R) in the rows of a panel.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn backward_vector<S: Simd>(simd: S, panel: &[f64], width: usize, y: &mut [f64]) {
    let height = y.len();
    for (row, rows) in blocks(width, false) {
        let (before, after) = y.split_at_mut(row + rows);
        let block = &mut before[row..];
        let numbers = &panel[row * height + row..];
        let right = &numbers[rows..];
        if rows == TILE_ROWS {
            let sums = dots::<S, TILE_ROWS, 2>(simd, four_rows(right, height, after.len()), after);
            block.iter_mut().zip(sums).for_each(|(number, sum)| *number -= sum);
        } else {
            for (at, number) in block.iter_mut().enumerate() {
                let [sum] = dots::<S, 1, 4>(simd, [&right[at * height..]], after);
                *number -= sum;
            }
        }
        substitute(Strided { numbers, down: height, along: 1 }, block, false);
    }
}
