//! The trapezoids of groups, one group in each lane: with u the coefficients of a group, v the dense
//! coefficients, and T and D the trapezoid of the group,
//!
//! r = T u + D v − z,   Σ r²,   ū += c Tᵀ r,   v̄ += c Σ Dᵀ r over all groups.
//!
//! The first dense coefficients and their sums stay in registers. Sums in memory would wait for each other:
//! a load, a product and a store for each register of groups.

use crate::compiler::rewrite::quadratic::Quadratic;
use crate::frame::Lent;
use crate::simd::{Block, MAX_LANES, Pack, for_lanes};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl Quadratic {
    /// Adds the squares of the trapezoids to `squares` and returns the sum; with a gradient, also computes
    /// the adjoints of the block, and the sums for the adjoints of the dense coefficients.
    pub(super) fn block<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: Pack<S>,
        squares: Pack<S>,
    ) -> Pack<S> {
        match self.dense {
            0 => self.block_of::<GRADIENT, 0, S>(simd, numbers, scale, squares),
            1 => self.block_of::<GRADIENT, 1, S>(simd, numbers, scale, squares),
            2 => self.block_of::<GRADIENT, 2, S>(simd, numbers, scale, squares),
            3 => self.block_of::<GRADIENT, 3, S>(simd, numbers, scale, squares),
            _ => self.block_of::<GRADIENT, 4, S>(simd, numbers, scale, squares),
        }
    }

    /// Computes the squares and sums of [`block`](Self::block) with the first `KEPT` dense coefficients in
    /// registers.
    fn block_of<const GRADIENT: bool, const KEPT: usize, S: Simd>(
        &self,
        simd: S,
        numbers: &mut Lent<'_>,
        scale: Pack<S>,
        mut squares: Pack<S>,
    ) -> Pack<S> {
        let dense = |numbers: &Lent<'_>, column: usize| {
            Pack::splat(simd, numbers.scratch_number(self.coefficients.element(column)))
        };
        let sum_of = |column: usize| self.sums.element(column * MAX_LANES);
        let mut kept = [Pack::zero(simd); KEPT];
        for (column, u) in kept.iter_mut().enumerate() {
            *u = dense(numbers, column);
        }
        let mut sums = [Pack::zero(simd); KEPT];
        for column in KEPT..self.dense {
            numbers.set_scratch(sum_of(column), Pack::zero(simd));
        }
        let mut line = self.trapezoids;
        for row in 0..self.width {
            let own = self.width - row;
            for_lanes!(lane in Block { simd, start: 0, end: self.stride } => {
                let entry = |column: usize| line.element(column * self.stride + lane.index);
                let place = |column: usize| self.block + (row + column) * self.stride + lane.index;
                let mut residual = -numbers.packed(simd, entry(own + self.dense));
                for column in 0..own {
                    let u = numbers.scratch(simd, self.coefficients.element(place(column)));
                    residual = numbers.packed(simd, entry(column)).mul_add(u, residual);
                }
                for (column, &u) in kept.iter().enumerate() {
                    residual = numbers.packed(simd, entry(own + column)).mul_add(u, residual);
                }
                for column in KEPT..self.dense {
                    let u = dense(numbers, column);
                    residual = numbers.packed(simd, entry(own + column)).mul_add(u, residual);
                }
                squares = residual.mul_add(residual, squares);
                if GRADIENT {
                    let scaled = residual * scale;
                    for column in 0..own {
                        let by_u = numbers.packed(simd, entry(column)) * scaled;
                        let adjoint = self.adjoints.element(place(column));
                        // The first row is the first one that adds to every coefficient.
                        let before = if row == 0 { Pack::zero(simd) } else { numbers.scratch(simd, adjoint) };
                        numbers.set_scratch(adjoint, before + by_u);
                    }
                    for (column, sum) in sums.iter_mut().enumerate() {
                        *sum = numbers.packed(simd, entry(own + column)).mul_add(scaled, *sum);
                    }
                    for column in KEPT..self.dense {
                        let sum = numbers.scratch(simd, sum_of(column));
                        let share = numbers.packed(simd, entry(own + column));
                        numbers.set_scratch(sum_of(column), share.mul_add(scaled, sum));
                    }
                }
            });
            line = line.element((own + self.dense + 1) * self.stride);
        }
        for (column, sum) in sums.into_iter().enumerate() {
            numbers.set_scratch(sum_of(column), sum);
        }
        squares
    }
}
