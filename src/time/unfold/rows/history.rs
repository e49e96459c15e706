//! A weighted sum of all earlier values of the carry, element by element: hₜ = Σₖ wₖ sₜ₋ₖ for k = 1, 2, …, as
//! far as there are weights and values, with
//!
//! s̄ₜ₋ₖ += wₖ h̄ₜ,  w̄ₖ += Σₜ sₜ₋ₖ · h̄ₜ.
//!
//! Lanes are the elements of the carry. The initial value is counted once, as the value before the first
//! step.
//!
//! Four steps form a block. The contribution of earlier rows to the sums of a block is computed when the
//! block begins, and the contribution of its sums to the adjoints of these rows when all of the block's
//! adjoints are known: so each row is read once for four steps. Rows of the block itself are added step by
//! step.

use super::CARRY;
use crate::compiler::{Compiler, Context, RowPart, Times};
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Scratch, Slot};
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Block, Lane, MAX_LANES, Pack, for_lanes};
use core::marker::PhantomData;
use pulp::Simd;

/// The number of steps in a block.
const STEPS: usize = 4;

/// The places of a history's working memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryMemory {
    /// The contributions of the rows before a block to the sums, a row for each step, with the length of
    /// whole blocks.
    sums: Scratch,
    /// The adjoints of the sums of a block.
    adjoints: Scratch,
    /// The distance between the rows of `sums` and of `adjoints`.
    stride: usize,
    /// The weights, followed by zeros.
    weights: Scratch,
}

impl HistoryMemory {
    /// Reserves the memory of sums of `length` elements each, with `count` weights.
    pub fn claim(times: Times, length: usize, count: usize, compiler: &mut Compiler) -> Self {
        let stride = length.next_multiple_of(MAX_LANES);
        let blocks = times.count().div_ceil(STEPS);
        Self {
            sums: compiler.scratch_of_rows(blocks * STEPS, stride),
            adjoints: compiler.scratch_of_rows(STEPS, stride),
            stride,
            weights: compiler.scratch(count.saturating_add(STEPS - 1)),
        }
    }
}

/// The sum of all earlier values of a part of the carry, weighted by `W`, in each step.
#[derive(Clone, Copy, Debug)]
pub struct BoundRowHistory<W, Sh> {
    weights: BoundStored<W>,
    times: Times,
    part: RowPart,
    /// The distance, in elements, from one step to the next.
    width: usize,
    size: Size,
    memory: HistoryMemory,
    shape: PhantomData<fn() -> Sh>,
}

impl<W: Node, Sh: Shape> BoundRowHistory<W, Sh> {
    /// Returns the sum of the values of a part of the carry, each of this size.
    pub(crate) fn new(
        weights: BoundStored<W>,
        times: Times,
        (part, width): (RowPart, usize),
        size: Size,
        memory: HistoryMemory,
    ) -> Self {
        Self { weights, times, part, width, size, memory, shape: PhantomData }
    }

    /// Returns the slot of the value of a step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn row(&self, step: usize) -> Slot {
        self.part.first.element(step * self.width)
    }

    /// Returns the rows before a block whose weights are not all zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn rows_before(&self, start: usize) -> core::ops::Range<usize> {
        start.saturating_sub(self.weights.count())..start
    }

    /// Returns the weight of the value `lag` steps earlier; 0 for up to [`STEPS`] − 1 steps more than there
    /// are weights.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn weight<S: Simd>(&self, simd: S, frame: &Frame<'_>, lag: usize) -> Pack<S> {
        Pack::splat(simd, frame.scratch_number(self.memory.weights.element(lag - 1)))
    }

    /// Returns the place of a step's numbers, in memory with a row for each step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn at<S: Simd>(&self, rows: Scratch, step: usize, lane: Lane<S>) -> Scratch {
        rows.element(step * self.memory.stride + lane.index)
    }

    /// Computes the contribution of the rows before a block to the sums of the block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_rows_before<S: Simd>(&self, frame: &mut Frame<'_>, block: Block<S>, start: usize) {
        let simd = block.simd;
        for_lanes!(lane in block => {
            let mut sums = [Pack::zero(simd); STEPS];
            for row in self.rows_before(start) {
                let values = frame.values(self.row(row), lane);
                for (step, sum) in sums.iter_mut().enumerate() {
                    *sum = self.weight(simd, frame, start + step - row).mul_add(values, *sum);
                }
            }
            if start < self.weights.count() {
                let values = frame.values(self.part.initial, lane);
                for (step, sum) in sums.iter_mut().enumerate() {
                    *sum = self.weight(simd, frame, start + step + 1).mul_add(values, *sum);
                }
            }
            for (step, sum) in sums.into_iter().enumerate() {
                frame.set_scratch(self.at(self.memory.sums, start + step, lane), sum);
            }
        });
    }

    /// Passes the adjoints of the sums of a block back to a value before the block, which has this lag in
    /// the first step of the block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_back<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        row: Slot,
        lag: usize,
        adjoints: &[Pack<S>; STEPS],
    ) {
        let mut sum = Pack::zero(lane.simd);
        for (step, adjoint) in adjoints.iter().enumerate() {
            sum = self.weight(lane.simd, frame, lag + step).mul_add(*adjoint, sum);
        }
        frame.add_adjoints_of_part(row, lane, sum);
    }

    /// Passes the adjoints of all sums of a block back to the rows before it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_before<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, start: usize) {
        let mut adjoints = [Pack::zero(lane.simd); STEPS];
        let count = STEPS.min(self.times.count() - start);
        for (step, adjoint) in adjoints[..count].iter_mut().enumerate() {
            *adjoint = frame.scratch(lane.simd, self.at(self.memory.adjoints, step, lane));
        }
        // The adjoint of the row just before the block is read next, so it is written first.
        for row in self.rows_before(start).rev() {
            self.pass_back(frame, lane, self.row(row), start - row, &adjoints);
        }
        if start < self.weights.count() {
            self.pass_back(frame, lane, self.part.initial, start + 1, &adjoints);
        }
    }

    /// Adds the adjoint of a sum, times a value, to the adjoint of the value's weight.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn weigh<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, row: Slot, lag: usize, adjoint: Pack<S>) {
        let products = lane.mask.select(frame.values(row, lane) * adjoint, 0.0);
        frame.add_adjoint_number(self.weights.slot().element(lag - 1), products.sum());
    }
}

impl<W: Node, Sh: Shape> Node for BoundRowHistory<W, Sh> {
    type Shape = Sh;
    const FACTS: Facts =
        Facts { read_at_begin: W::FACTS.vars, ..Facts::of(const { joined!(&CARRY, W::FACTS.vars) }) };
    /// The state of the weights, and the step.
    type State<S: Simd> = (W::State<S>, usize);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<Sh>()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.weights.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let state = self.weights.begin::<C, S>(simd, frame);
        let count = self.weights.count();
        for place in 0..count {
            let weight = frame.number(self.weights.slot().element(place));
            frame.set_scratch_number(self.memory.weights.element(place), weight);
        }
        for place in count..count + STEPS - 1 {
            frame.set_scratch_number(self.memory.weights.element(place), 0.0);
        }
        (state, self.times.now(frame))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        state.1 = self.times.now(frame);
        if state.1.is_multiple_of(STEPS) && !self.times.is_known(frame, state.1) {
            self.add_rows_before(frame, block, state.1);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        &(_, step): &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        let mut sum = frame.scratch(lane.simd, self.at(self.memory.sums, step, lane));
        for row in (step - step % STEPS).max(self.rows_before(step).start)..step {
            let values = frame.values(self.row(row), lane);
            sum = self.weight(lane.simd, frame, step - row).mul_add(values, sum);
        }
        (sum, ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        let step = state.1;
        let (start, rows) = (step - step % STEPS, self.rows_before(step));
        frame.set_scratch(self.at(self.memory.adjoints, step - start, lane), adjoint);
        for row in start.max(rows.start)..step {
            let weight = self.weight(lane.simd, frame, step - row);
            frame.add_adjoints_of_part(self.row(row), lane, weight * adjoint);
        }
        if step == start {
            self.pass_before(frame, lane, start);
        }
        if const { is_active::<C, W>() } {
            for row in rows {
                self.weigh(frame, lane, self.row(row), step - row, adjoint);
            }
            if step < self.weights.count() {
                self.weigh(frame, lane, self.part.initial, step + 1, adjoint);
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, (weights, _): Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.weights.end::<C, S>(weights, simd, frame);
    }
}

impl<W: Node, Sh: Shape> Coefficients for BoundRowHistory<W, Sh> {}

impl<W: Node, Sh: Shape> Drawn for BoundRowHistory<W, Sh> {}

sealed! {
    [W, Sh] BoundRowHistory<W, Sh>;
}

keep_names! {
    [W, Sh] BoundRowHistory<W, Sh>;
}
