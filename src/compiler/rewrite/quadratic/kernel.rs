//! The value and the gradient of a sum of squares: R (u − û) − z, row by row of the triangles, and Rᵀ times
//! it.

use crate::compiler::rewrite::quadratic::Quadratic;
use crate::frame::{Lent, Packed, Scratch};
use crate::simd::{MAX_LANES, Mask, Pack};
use core::ops::Range;
use monomorph_macros::inlined;
use pulp::Simd;

/// Runs a body for the registers of `$length` numbers, three at a time as long as there are three.
macro_rules! for_chunks {
    ($chunk:ident in $length:expr => $body:block) => {{
        let padded = $length.next_multiple_of(MAX_LANES);
        let mut start = 0;
        while start + 2 * Pack::<S>::LANES < $length {
            let $chunk = Chunk::<3> { start, lines: $length.next_multiple_of(PARTS), padded };
            $body
            start = $chunk.end::<S>();
        }
        while start < $length {
            let $chunk = Chunk::<1> { start, lines: $length.next_multiple_of(PARTS), padded };
            $body
            start = $chunk.end::<S>();
        }
    }};
}

#[inlined]
impl Quadratic {
    /// The sum of squares at the loaded coefficients. With a gradient, their adjoints become `scale` times
    /// half of it.
    pub(super) fn squares<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: f64,
    ) -> f64 {
        let scale = Pack::splat(simd, scale);
        let squares = self.idle(simd, numbers, Pack::zero(simd));
        let squares = if self.is_multiplied_out {
            self.product::<GRADIENT, S>(simd, numbers, scale, squares)
        } else {
            self.factors::<GRADIENT, S>(simd, numbers, scale, squares)
        };
        squares.sum() + self.rest
    }

    /// Adds the squares, and computes the adjoints, of triangles that are not multiplied out.
    fn factors<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: Pack<S>,
        mut squares: Pack<S>,
    ) -> Pack<S> {
        if self.width > 0 {
            squares = self.block::<GRADIENT, S>(simd, numbers, scale, squares);
        }
        let squares = self.dense_residuals(simd, numbers, squares);
        if GRADIENT {
            self.dense_adjoints(simd, numbers, scale);
        }
        squares
    }

    /// Adds 0 u to `squares` for each idle coefficient u, so that the result is NaN if u is infinite or NaN.
    /// Zeros stand after the idle coefficients, whose adjoints stay 0.
    fn idle<S: Simd>(&self, simd: S, numbers: &Lent<'_>, mut squares: Pack<S>) -> Pack<S> {
        let (start, end) = self.idle;
        let mut place = start;
        while place < end {
            let u = numbers.scratch(simd, self.coefficients.element(place));
            squares = u.mul_add(Pack::zero(simd), squares);
            place += Pack::<S>::LANES;
        }
        squares
    }

    /// Adds the squares, and computes the adjoints, of a triangle that is multiplied out.
    fn product<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: Pack<S>,
        mut squares: Pack<S>,
    ) -> Pack<S> {
        for_chunks!(chunk in self.dense => {
            let products = chunk.combine_rows::<false, S>(simd, numbers, self.rows, self.coefficients);
            for (register, product) in products.into_iter().enumerate() {
                let place = chunk.start + register * Pack::<S>::LANES;
                let target = numbers.packed(simd, self.target.element(place));
                let slopes = product - target;
                // The numbers after the coefficients do not belong to them.
                let u = numbers.scratch(simd, self.coefficients.element(place));
                let u = Mask::first(simd, self.dense - place).select(u, 0.0);
                squares = (slopes - target).mul_add(u, squares);
                if GRADIENT {
                    numbers.set_scratch(self.adjoints.element(place), slopes * scale);
                }
            }
        });
        squares
    }

    /// Computes the residuals of the dense triangle, and adds their squares.
    fn dense_residuals<S: Simd>(&self, simd: S, numbers: &mut Lent<'_>, mut squares: Pack<S>) -> Pack<S> {
        for_chunks!(chunk in self.dense => {
            let products = chunk.combine_columns(simd, numbers, self.columns, self.coefficients);
            for (register, product) in products.into_iter().enumerate() {
                let place = chunk.start + register * Pack::<S>::LANES;
                let residual = product - numbers.packed(simd, self.target.element(place));
                squares = residual.mul_add(residual, squares);
                numbers.set_scratch(self.residuals.element(place), residual);
            }
        });
        squares
    }

    /// Computes the adjoints of the dense coefficients.
    fn dense_adjoints<S: Simd>(&self, simd: S, numbers: &mut Lent<'_>, scale: Pack<S>) {
        for_chunks!(chunk in self.dense => {
            let products = chunk.combine_rows::<true, S>(simd, numbers, self.rows, self.residuals);
            for (register, product) in products.into_iter().enumerate() {
                let place = chunk.start + register * Pack::<S>::LANES;
                numbers.set_scratch(self.adjoints.element(place), product * scale);
            }
        });
        if self.width > 0 {
            for column in 0..self.dense {
                let sum = numbers.scratch(simd, self.sums.element(column * MAX_LANES)).sum();
                let place = self.adjoints.element(column);
                numbers.set_scratch_number(place, numbers.scratch_number(place) + sum);
            }
        }
    }
}

/// Some registers of all lines of a triangle.
#[derive(Clone, Copy)]
struct Chunk<const REGISTERS: usize> {
    start: usize,
    /// The number of lines, a multiple of [`PARTS`].
    lines: usize,
    /// The length of a line.
    padded: usize,
}

/// The number of sums of each register that are computed side by side, so that they do not wait for one
/// another.
pub(super) const PARTS: usize = 4;

#[inlined]
impl<const REGISTERS: usize> Chunk<REGISTERS> {
    fn end<S: Simd>(&self) -> usize {
        self.start + REGISTERS * Pack::<S>::LANES
    }

    /// True if lines that do not reach a register can be skipped: if the number of lanes of a register is a
    /// multiple of `PARTS`.
    fn is_cut<S: Simd>() -> bool {
        Pack::<S>::LANES.is_multiple_of(PARTS)
    }

    /// Σ of numberⱼ columnⱼ: column j ends with row j, so the first columns do not reach all registers.
    fn combine_columns<S: Simd>(
        &self,
        simd: S,
        numbers: &Lent<'_>,
        columns: Packed,
        factors: Scratch,
    ) -> [Pack<S>; REGISTERS] {
        let mut sums = [[Pack::zero(simd); REGISTERS]; PARTS];
        let mut next = 0;
        if Self::is_cut::<S>() {
            next = self.start;
            for reached in 1..REGISTERS {
                let end = next + Pack::<S>::LANES;
                self.add(simd, numbers, columns, factors, next..end, 0..reached, &mut sums);
                next = end;
            }
        }
        self.add(simd, numbers, columns, factors, next..self.lines, 0..REGISTERS, &mut sums);
        total(sums)
    }

    /// Σ of numberᵢ rowᵢ. Row i of a `TRIANGLE` begins with column i, so the last rows do not reach all
    /// registers.
    fn combine_rows<const TRIANGLE: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &Lent<'_>,
        rows: Packed,
        factors: Scratch,
    ) -> [Pack<S>; REGISTERS] {
        let mut sums = [[Pack::zero(simd); REGISTERS]; PARTS];
        if TRIANGLE && Self::is_cut::<S>() {
            let mut next = 0;
            for missed in 0..REGISTERS {
                let end = self.lines.min(self.start + (missed + 1) * Pack::<S>::LANES);
                self.add(simd, numbers, rows, factors, next..end, missed..REGISTERS, &mut sums);
                next = end;
            }
        } else {
            self.add(simd, numbers, rows, factors, 0..self.lines, 0..REGISTERS, &mut sums);
        }
        total(sums)
    }

    /// Adds lines times their numbers, for some of the registers.
    #[allow(clippy::too_many_arguments)] // Two places, two ranges, and what they are in.
    fn add<S: Simd>(
        &self,
        simd: S,
        numbers: &Lent<'_>,
        lines: Packed,
        factors: Scratch,
        range: Range<usize>,
        registers: Range<usize>,
        sums: &mut [[Pack<S>; REGISTERS]; PARTS],
    ) {
        for first in range.step_by(PARTS) {
            for (part, sums) in sums.iter_mut().enumerate() {
                let line = first + part;
                let number = Pack::splat(simd, numbers.scratch_number(factors.element(line)));
                for register in registers.clone() {
                    let place = line * self.padded + self.start + register * Pack::<S>::LANES;
                    let entry = numbers.packed(simd, lines.element(place));
                    sums[register] = entry.mul_add(number, sums[register]);
                }
            }
        }
    }
}

/// The totals of the sums of all parts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn total<S: Simd, const REGISTERS: usize>(sums: [[Pack<S>; REGISTERS]; PARTS]) -> [Pack<S>; REGISTERS] {
    let [mut first, second, third, fourth] = sums;
    for (register, sum) in first.iter_mut().enumerate() {
        *sum = (*sum + second[register]) + (third[register] + fourth[register]);
    }
    first
}
