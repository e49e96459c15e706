//! The value and the gradient of a sum of squares: R (u − û) − z row by row of the triangles, and Rᵀ of it.

use super::Quadratic;
use crate::simd::{Block, Frame, MAX_LANES, Pack, Packed, Scratch, for_lanes};
use pulp::Simd;

/// Runs a body for the registers of so many numbers, with as many at once as there are.
macro_rules! for_chunks {
    ($chunk:ident in $length:expr => $body:block) => {{
        let padded = $length.next_multiple_of(MAX_LANES);
        let mut start = 0;
        while start + 3 * Pack::<S>::LANES <= $length.next_multiple_of(Pack::<S>::LANES) {
            let $chunk = Chunk::<3> { start, padded };
            $body
            start = $chunk.end::<S>();
        }
        while start < $length {
            let $chunk = Chunk::<1> { start, padded };
            $body
            start = $chunk.end::<S>();
        }
    }};
}

impl Quadratic {
    /// The sum of squares at the coefficients that were loaded. With a gradient, their adjoints become `scale` times
    /// half of it.
    #[inline(always)]
    pub fn evaluate<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        scale: Pack<S>,
    ) -> Pack<S> {
        for_lanes!(lane in Block { simd, start: 0, end: self.length() } => {
            let u = frame.scratch(simd, self.coefficients.element(lane.index));
            let moved = u - frame.packed(simd, self.reference.element(lane.index));
            frame.set_scratch(self.coefficients.element(lane.index), moved);
        });
        let mut squares = Pack::zero(simd);
        if self.width > 0 {
            squares = self.block::<GRADIENT, S>(simd, frame, scale);
        }
        squares = squares + self.dense_residuals(simd, frame);
        if GRADIENT {
            self.dense_adjoints(simd, frame, scale);
        }
        Pack::splat(simd, squares.sum() + self.rest)
    }

    /// The trapezoids: their squares, the adjoints of the block, and the sums that go on to the dense coefficients.
    #[inline(always)]
    fn block<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        scale: Pack<S>,
    ) -> Pack<S> {
        for column in 0..self.dense {
            frame.set_scratch(self.sums.element(column * MAX_LANES), Pack::zero(simd));
        }
        let mut squares = Pack::zero(simd);
        let mut line = self.trapezoids;
        for row in 0..self.width {
            let own = self.width - row;
            for_lanes!(lane in Block { simd, start: 0, end: self.stride } => {
                let entry = |column: usize| line.element(column * self.stride + lane.index);
                let place = |column: usize| self.block + (row + column) * self.stride + lane.index;
                let mut residual = -frame.packed(simd, entry(own + self.dense));
                for column in 0..own {
                    let u = frame.scratch(simd, self.coefficients.element(place(column)));
                    residual = frame.packed(simd, entry(column)).mul_add(u, residual);
                }
                for column in 0..self.dense {
                    let u = Pack::splat(simd, frame.scratch_number(self.coefficients.element(column)));
                    residual = frame.packed(simd, entry(own + column)).mul_add(u, residual);
                }
                squares = residual.mul_add(residual, squares);
                if GRADIENT {
                    let scaled = residual * scale;
                    for column in 0..own {
                        let by_u = frame.packed(simd, entry(column)) * scaled;
                        let adjoint = self.adjoints.element(place(column));
                        // The first row reaches every coefficient first.
                        let before = if row == 0 { Pack::zero(simd) } else { frame.scratch(simd, adjoint) };
                        frame.set_scratch(adjoint, before + by_u);
                    }
                    for column in 0..self.dense {
                        let sum = self.sums.element(column * MAX_LANES);
                        let share = frame.packed(simd, entry(own + column));
                        frame.set_scratch(sum, share.mul_add(scaled, frame.scratch(simd, sum)));
                    }
                }
            });
            line = line.element((own + self.dense + 1) * self.stride);
        }
        squares
    }

    /// The residuals of the dense triangle; the result are their squares.
    #[inline(always)]
    fn dense_residuals<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Pack<S> {
        let mut squares = Pack::zero(simd);
        for_chunks!(chunk in self.dense => {
            let lines = chunk.of(self.columns, self.coefficients);
            // Column j of a triangle ends with row j.
            let products = lines.combine(simd, frame, chunk.start..self.dense);
            for (register, product) in products.into_iter().enumerate() {
                let place = chunk.start + register * Pack::<S>::LANES;
                let residual = product - frame.packed(simd, self.target.element(place));
                squares = residual.mul_add(residual, squares);
                frame.set_scratch(self.residuals.element(place), residual);
            }
        });
        squares
    }

    /// The adjoints of the dense coefficients.
    #[inline(always)]
    fn dense_adjoints<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, scale: Pack<S>) {
        for_chunks!(chunk in self.dense => {
            let lines = chunk.of(self.rows, self.residuals);
            // Row i of a triangle begins with column i.
            let products = lines.combine(simd, frame, 0..chunk.end::<S>().min(self.dense));
            for (register, product) in products.into_iter().enumerate() {
                let place = chunk.start + register * Pack::<S>::LANES;
                frame.set_scratch(self.adjoints.element(place), product * scale);
            }
        });
        if self.width > 0 {
            for column in 0..self.dense {
                let sum = frame.scratch(simd, self.sums.element(column * MAX_LANES)).sum();
                let place = self.adjoints.element(column);
                frame.set_scratch_number(place, frame.scratch_number(place) + sum);
            }
        }
    }
}

/// Some registers of a triangle's lines.
struct Chunk<const REGISTERS: usize> {
    start: usize,
    /// The length of a line.
    padded: usize,
}

/// Lines that are added up, each times its number.
struct Lines<const REGISTERS: usize> {
    lines: Packed,
    padded: usize,
    numbers: Scratch,
}

impl<const REGISTERS: usize> Chunk<REGISTERS> {
    #[inline(always)]
    fn end<S: Simd>(&self) -> usize {
        self.start + REGISTERS * Pack::<S>::LANES
    }

    #[inline(always)]
    fn of(&self, lines: Packed, numbers: Scratch) -> Lines<REGISTERS> {
        Lines { lines: lines.element(self.start), padded: self.padded, numbers }
    }
}

impl<const REGISTERS: usize> Lines<REGISTERS> {
    /// Σ of numberᵢ lineᵢ over a range.
    #[inline(always)]
    fn combine<S: Simd>(
        &self,
        simd: S,
        frame: &Frame<'_>,
        range: core::ops::Range<usize>,
    ) -> [Pack<S>; REGISTERS] {
        // Sums that do not wait for one another.
        let mut parts = [[Pack::zero(simd); REGISTERS]; PARTS];
        let mut at = range.start;
        while at + PARTS <= range.end {
            for (part, sums) in parts.iter_mut().enumerate() {
                self.add(simd, frame, at + part, sums);
            }
            at += PARTS;
        }
        while at < range.end {
            self.add(simd, frame, at, &mut parts[0]);
            at += 1;
        }
        let [mut sums, rest @ ..] = parts;
        for part in rest {
            for (sum, more) in sums.iter_mut().zip(part) {
                *sum = *sum + more;
            }
        }
        sums
    }

    #[inline(always)]
    fn add<S: Simd>(&self, simd: S, frame: &Frame<'_>, line: usize, sums: &mut [Pack<S>; REGISTERS]) {
        let number = Pack::splat(simd, frame.scratch_number(self.numbers.element(line)));
        for (register, sum) in sums.iter_mut().enumerate() {
            let place = self.lines.element(line * self.padded + register * Pack::<S>::LANES);
            *sum = frame.packed(simd, place).mul_add(number, *sum);
        }
    }
}

/// How many sums of each register are made side by side.
const PARTS: usize = 4;
