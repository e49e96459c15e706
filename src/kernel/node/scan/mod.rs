//! A value that unfolds in time: sₜ = f(sₜ₋₁, xₜ, θ) for t = 0, …, T − 1, given s₋₁.
//!
//! With the slope aₜ = ∂f/∂s of each step and the adjoint s̄ₜ that readers of the values have left, adjoints go backward by
//!
//! λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁,  x̄ₜ = ∂f/∂x λₜ,  θ̄ = Σₜ ∂f/∂θ λₜ,  s̄₋₁ = a₀ λ₀,
//!
//! whatever f is: the way backward is linear. So nothing of the step's expression is evaluated one step after the other on the way
//! backward. All slopes are computed in lanes, by a unit adjoint at the end of the step; then the recurrence of numbers
//! runs; then a sweep in lanes passes λ on to all that the step reads beside the carry. Where f is affine in the carry, and its type
//! knows, the way forward is the same: f(0) and the slopes in lanes, then the recurrence. Other steps run forward one by one.
//!
//! The carry may be several numbers, each with an expression of its own, and a step may read any of them several steps back.

mod carry;
mod chain;
mod doubling;
mod history;
mod past;
mod recurrence;
mod scope;

pub use carry::{Carry, Input};
pub use history::History;

use self::recurrence::{add_up_adjoints, add_up_histories, add_up_values};
use self::scope::{Captured, Slopes, Stepwise};
use super::leaf::value_in_slot;
use super::{MAX_ARGUMENTS, Node, Tuple, any_active, fold_nothing, is_active, nothing};
use crate::binding::{Context, Read, Series};
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::error::Error;
use crate::name::{Var, VarSet};
use crate::node::Coefficients;
use crate::scope::{Scope, Value, is_of_row};
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Block, Blocks, Frame, Lane, Mask, Pack, Range, Slot, for_lanes};
use core::marker::PhantomData;
use pulp::{Scalar, Simd};

/// The variable that a step reads, as sets of variables know it. It never leaves the scan.
const CARRY: VarSet = VarSet::of(Var::new("the carry of a scan"));

/// The carry `Steps` through time, given its initial value, and inputs that stand in slots. The value has the shape `Sh`: a vector for a
/// carry of one number, a matrix with a row for each of several.
#[derive(Clone, Debug)]
pub struct Scan<Initial, Inputs, Steps, Sh> {
    initial: Initial,
    inputs: Inputs,
    steps: Steps,
    series: Box<[Series]>,
    reads: Box<[Read]>,
    length: usize,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Scan<Initial, Inputs, Steps, Sh> {
    /// True if the value is of data alone: `compile()` computes it, and every workspace begins with it.
    const IS_DATA: bool = Self::VARS.is_empty();

    /// True if the steps are affine in the carry.
    const IS_AFFINE: bool = !Steps::CURVED.contains(CARRY.get(0));

    /// The scan of steps that are bound.
    pub(crate) fn new(
        initial: Initial,
        inputs: Inputs,
        steps: Steps,
        (series, reads): (Box<[Series]>, Box<[Read]>),
        length: usize,
    ) -> Self {
        Self { initial, inputs, steps, series, reads, length, shape: PhantomData }
    }

    /// Computes the values.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn compute<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if Self::IS_AFFINE { Self::add_up::<C, S> } else { Self::step_all::<C, S> } };
        compute(self, state, simd, frame);
    }

    /// Computes the values of affine steps.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_up<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        if let Some(read) = self.chain() {
            return self.sum_values::<C, S>(state, simd, frame, read);
        }
        self.sweep_slopes::<C, false, S>(state, simd, frame);
        add_up_values(simd, frame, &self.series, &self.reads, self.length);
        self.clear_adjoints::<C>(frame);
    }

    /// Computes the values one after the other.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn step_all<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        let blocks = Blocks::new(simd, self.length, Steps::BLOCKED);
        self.step_by_step::<Stepwise<C>, S>(state, simd, frame, blocks);
        self.clear_adjoints::<C>(frame);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn clear_adjoints<C: Scope>(&self, frame: &mut Frame<'_>) {
        if const { C::SETS.gradient } {
            let length = self.series.len() * self.length;
            frame.clear_adjoints(Range { place: self.series[0].values, length });
        }
    }

    /// Computes what is of data alone.
    fn fold_data(&mut self, frame: &mut Frame<'_>) {
        let simd = Scalar::new();
        let mut state = self.steps.begin::<Value, Scalar>(simd, frame);
        self.compute::<Value, Scalar>(&mut state, simd, frame);
    }

    /// Computes the frame's row alone.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn step_row<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        let row = frame.row();
        let block = Block { simd, start: row, end: row + 1 };
        self.step_by_step::<Stepwise<C>, S>(state, simd, frame, Blocks::once(block));
    }

    /// Stores a register of values of one number. Behind a row of a matrix the next one begins.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn store<S: Simd>(&self, frame: &mut Frame<'_>, output: usize, lane: Lane<S>, values: Pack<S>) {
        let slot = self.series[output].values;
        if Steps::COUNT == 1 || lane.is_full {
            return frame.set_values(slot, lane, values);
        }
        let numbers = values.to_array();
        for (offset, &number) in numbers[..self.length - lane.index].iter().enumerate() {
            frame.set_number(slot.element(lane.index + offset), number);
        }
    }

    /// Evaluates the steps one after the other.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn step_by_step<C: Scope, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        blocks: Blocks<S>,
    ) {
        let mask = Mask::first(simd, 1);
        for block in blocks {
            self.steps.begin_block::<C, S>(state, frame, block);
            for index in block.start..block.end {
                add_up_histories(simd, frame, &self.series, &self.reads, index);
                let lane = Lane { simd, index, in_block: index - block.start, mask, is_full: false };
                let (values, _) = self.steps.forward::<C, S>(state, frame, lane);
                for (series, value) in self.series.iter().zip(values) {
                    frame.set_value(series.values.element(index), value);
                }
            }
        }
    }

    /// Computes the slopes of all steps in lanes; and of affine steps, for which `READS` is false, the values at a carry of 0.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn sweep_slopes<C: Scope, const READS: bool, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        for block in Blocks::new(simd, self.length, Steps::BLOCKED) {
            self.steps.begin_block::<Slopes<C, READS, false>, S>(state, frame, block);
            for_lanes!(lane in block => {
                let (values, tape) = self.steps.forward::<Slopes<C, READS, false>, S>(state, frame, lane);
                for output in 0..Steps::COUNT {
                    if const { !READS } {
                        self.store::<S>(frame, output, lane, values[output]);
                    }
                    for read in &self.reads {
                        frame.set_scratch(read.slopes.element(lane.index), Pack::zero(simd));
                    }
                    let mut unit = [Pack::zero(simd); MAX_ARGUMENTS];
                    unit[output] = Pack::splat(simd, 1.0);
                    self.steps.backward::<Slopes<C, READS, false>, S>(state, frame, lane, tape, unit);
                    if const { Steps::COUNT > 1 } {
                        for read in &self.reads {
                            let slope = frame.scratch(simd, read.slopes.element(lane.index));
                            frame.set_scratch(read.slopes_of(output).element(lane.index), slope);
                        }
                    }
                }
            });
        }
        // The step behind the last has no slope.
        for read in &self.reads {
            frame.set_scratch(read.slopes.element(self.length), Pack::zero(simd));
        }
    }

    /// Turns the adjoints of the values into those with all later steps, and passes them on.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_on<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        if let Some(read) = self.chain() {
            return self.pass_on_chain::<C, S>(state, simd, frame, read);
        }
        let sweep = const { if Self::IS_AFFINE { nothing } else { Self::sweep_slopes::<C, true, S> } };
        sweep(self, state, simd, frame);
        add_up_adjoints(simd, frame, &self.series, &self.reads, self.length);
        let pass =
            const { if any_active::<Captured<C>, Steps>() { Self::pass_captured::<C, S> } else { nothing } };
        pass(self, state, simd, frame);
    }

    /// Passes the adjoints with all later steps on to what is not the carry.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_captured<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        for block in Blocks::new(simd, self.length, Steps::BLOCKED) {
            self.steps.begin_block::<Captured<C>, S>(state, frame, block);
            for_lanes!(lane in block => {
                let (_, tape) = self.steps.forward::<Captured<C>, S>(state, frame, lane);
                let mut adjoints = [Pack::zero(simd); MAX_ARGUMENTS];
                for (adjoint, series) in adjoints.iter_mut().zip(&self.series) {
                    *adjoint = frame.adjoints(series.values, lane);
                }
                self.steps.backward::<Captured<C>, S>(state, frame, lane, tape, adjoints);
            });
            self.steps.end_block::<Captured<C>, S>(state, frame, block);
        }
    }
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Node for Scan<Initial, Inputs, Steps, Sh> {
    type Shape = Sh;
    const VARS: VarSet = Initial::VARS.union(&Inputs::VARS).union(&Steps::VARS.without_one(&CARRY));
    const IN_SLOT: bool = true;
    const SETTLES: bool = true;
    type State<S: Simd> = (Initial::State<S>, Inputs::State<S>, Steps::State<S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        if Sh::IS_MATRIX { Sides::matrix(Steps::COUNT, self.length) } else { Sides::vector(self.length) }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.sides().size().known::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.series[0].values
    }

    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = context.outside_rows();
        self.initial.fold(&context, frame)?;
        self.inputs.fold(&context, frame)?;
        self.steps.fold(&context, frame)?;
        let compute = const { if Self::IS_DATA { Self::fold_data } else { fold_nothing } };
        compute(self, frame);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let initial = self.initial.begin::<C, S>(simd, frame);
        let inputs = self.inputs.begin::<C, S>(simd, frame);
        let mut steps = self.steps.begin::<Captured<C>, S>(simd, frame);
        let compute = const {
            if !(Self::IS_DATA || C::SETS.again) {
                Self::compute::<C, S>
            } else if is_of_row::<C>(&Self::VARS) {
                Self::step_row::<C, S>
            } else {
                nothing
            }
        };
        compute(self, &mut steps, simd, frame);
        (initial, inputs, steps)
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        let (initial, inputs, mut steps) = state;
        let pass_on = const { if is_active::<C, Self>() { Self::pass_on::<C, S> } else { nothing } };
        pass_on(self, &mut steps, simd, frame);
        self.steps.end::<Captured<C>, S>(steps, simd, frame);
        self.inputs.end::<C, S>(inputs, simd, frame);
        self.initial.end::<C, S>(initial, simd, frame);
    }
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Coefficients
    for Scan<Initial, Inputs, Steps, Sh>
{
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Dependence for Scan<Initial, Inputs, Steps, Sh> {}

#[cfg(feature = "random")]
impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Drawn for Scan<Initial, Inputs, Steps, Sh> {}
