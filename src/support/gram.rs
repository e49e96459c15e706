//! Symmetric products X = LLᵀ of a lower triangular L, and their factorisation:
//!
//! Xᵢⱼ = Σₖ Lᵢₖ Lⱼₖ,   L̄ᵢₖ = Σⱼ (X̄ᵢⱼ + X̄ⱼᵢ) Lⱼₖ   for k ≤ i.
//!
//! Both are computed along rows: the product along rows of Lᵀ, its adjoint along rows of L. With zeros in
//! the other triangles whole registers can be multiplied; numbers beyond the end of a row are never used.

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Scratch, Slot};
use crate::simd::{Block, Pack, for_lanes};
use pulp::Simd;

/// The largest distance of a matrix from symmetry, relative to its largest element.
const TOLERANCE: f64 = 1e-8;

/// The places of L, Lᵀ and one row of L̄ in working memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gram {
    lower: Scratch,
    upper: Scratch,
    adjoints: Scratch,
}

impl Gram {
    pub fn bind(&mut self, compiler: &mut Compiler, size: usize) {
        [self.lower, self.upper] = [size; 2].map(|size| compiler.scratch_of_rows(size, size));
        self.adjoints = compiler.scratch(size);
    }

    /// Stores an element of L, column ≤ row.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn set(&self, frame: &mut Frame<'_>, (row, column): (usize, usize), size: usize, element: f64) {
        frame.set_scratch_number(self.lower.element(row * size + column), element);
        frame.set_scratch_number(self.upper.element(column * size + row), element);
    }

    /// Stores the zeros above the diagonal of L, in a row.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn clear_right_of(&self, frame: &mut Frame<'_>, row: usize, size: usize) {
        for column in row + 1..size {
            self.set(frame, (row, column), size, 0.0);
        }
    }

    /// Stores X as the value, and returns true if it is finite.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, slot: Slot, size: usize) -> bool {
        let mut is_finite = true;
        for row in 0..size {
            let start = slot.element(row * size);
            for_lanes!(lane in Block { simd, start: 0, end: size } => {
                let mut products = Pack::zero(simd);
                for k in 0..=row {
                    let factor = frame.scratch_number(self.lower.element(row * size + k));
                    let column = frame.scratch(simd, self.upper.element(k * size + lane.index));
                    products = column.mul_add(factor, products);
                }
                frame.start_values(start, lane, products);
            });
            // By the Cauchy–Schwarz inequality no other element is larger than those of the diagonal.
            is_finite &= frame.number(start.element(row)).is_finite();
        }
        is_finite
    }

    /// Computes a row of L̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn pull_back_row<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        row: usize,
        size: usize,
    ) {
        for_lanes!(lane in Block { simd, start: 0, end: row + 1 } => {
            let mut adjoints = Pack::zero(simd);
            for j in lane.index..size {
                let both = frame.adjoint_number(slot.element(row * size + j))
                    + frame.adjoint_number(slot.element(j * size + row));
                let factors = frame.scratch(simd, self.lower.element(j * size + lane.index));
                adjoints = factors.mul_add(both, adjoints);
            }
            frame.set_scratch(self.adjoints.element(lane.index), adjoints);
        });
    }

    /// Returns an element of the row of L̄ that was computed last.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn adjoint(&self, frame: &Frame<'_>, column: usize) -> f64 {
        frame.scratch_number(self.adjoints.element(column))
    }
}

/// Returns L of a symmetric matrix, or an error with the reason why the matrix is not positive definite.
pub(super) fn factor(name: &str, x: &[f64], size: usize) -> Result<Vec<f64>, Error> {
    let finite = |x: &f64| x.is_finite();
    if let Some(index) = x.iter().position(|x| !finite(x)) {
        return Err(Error::outside_support(name, Some(index), x[index], "be finite"));
    }
    let largest = x.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let mut factor = vec![0.0; x.len()];
    for row in 0..size {
        for column in 0..=row {
            let (index, mirrored) = (row * size + column, column * size + row);
            if (x[index] - x[mirrored]).abs() > TOLERANCE * largest {
                let rule = format!(
                    "be element [{column},{row}], {}, up to 1e-8 of the largest element",
                    x[mirrored]
                );
                return Err(Error::outside_support(name, Some(index), x[index], &rule));
            }
            let (left, above) = (&factor[row * size..][..column], &factor[column * size..][..column]);
            let rest = x[index] - left.iter().zip(above).map(|(a, b)| a * b).sum::<f64>();
            factor[index] = if column < row { rest / factor[column * size + column] } else { rest.sqrt() };
            if column == row && (rest.is_nan() || rest <= 0.0) {
                let what = format!("pivot {row} of the parameter `{name}`");
                let rule = "be above 0, as those of positive definite matrices are";
                return Err(crate::contract::transform::outside(what, rest, rule));
            }
        }
    }
    Ok(factor)
}
