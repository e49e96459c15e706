//! Lower triangles with a positive diagonal, whose rows are consecutive in q:
//!
//! Lᵢᵢ = e^qᵢᵢ, Lᵢⱼ = qᵢⱼ for j < i, with rows below the square unchanged.

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::math;
use crate::simd::{Block, for_lanes};
use pulp::Simd;

/// The diagonal of a lower triangle, whose logarithms are coordinates; all exponentials are computed
/// together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogDiagonal {
    diagonal: Scratch,
}

/// Returns the place of the first coordinate of a row; after the last row, the number of coordinates.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn start_of_row(row: usize, columns: usize) -> usize {
    let in_square = row.min(columns);
    in_square * (in_square + 1) / 2 + (row - in_square) * columns
}

/// Computes the coordinates of a triangle from all elements of the matrix.
pub(super) fn coordinates(x: &[f64], columns: usize, point: &mut [f64]) {
    for (row, elements) in x.chunks(columns).enumerate() {
        let start = start_of_row(row, columns);
        for (column, &element) in elements.iter().enumerate().take(row + 1) {
            point[start + column] = if column == row { element.ln() } else { element };
        }
    }
}

impl LogDiagonal {
    pub fn bind(&mut self, compiler: &mut Compiler, size: usize) {
        self.diagonal = compiler.scratch(size);
    }

    /// Computes the elements of the diagonal.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn start<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, coordinate: usize, size: usize) {
        for row in 0..size {
            let q = frame.coordinate_number(coordinate + start_of_row(row, size) + row);
            frame.set_scratch_number(self.diagonal.element(row), q);
        }
        for_lanes!(lane in Block { simd, start: 0, end: size } => {
            let at = self.diagonal.element(lane.index);
            frame.set_scratch(at, math::exp(frame.scratch(simd, at)));
        });
    }

    /// Returns an element of the diagonal.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn element(&self, frame: &Frame<'_>, row: usize) -> f64 {
        frame.scratch_number(self.diagonal.element(row))
    }
}

/// Checks that a matrix is lower triangular, with a positive diagonal.
pub(super) fn check_triangle(name: &str, x: &[f64], columns: usize) -> Result<(), Error> {
    for (index, &element) in x.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let (is_inside, rule) = match column.cmp(&row) {
            core::cmp::Ordering::Less => (element.is_finite(), "be finite"),
            core::cmp::Ordering::Equal => (element.is_finite() && element > 0.0, "be finite and above 0"),
            core::cmp::Ordering::Greater => (element == 0.0, "be 0, as all elements above the diagonal"),
        };
        if !is_inside {
            return Err(Error::outside_support(name, Some(index), element, rule));
        }
    }
    Ok(())
}
