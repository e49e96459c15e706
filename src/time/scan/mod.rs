//! A value that unfolds in time: sₜ = f(sₜ₋₁, xₜ, θ) for t = 0, …, T − 1, given s₋₁.
//!
//! With the slope aₜ = ∂f/∂s of each step and the adjoint s̄ₜ that readers of the values have left, adjoints
//! go backward by
//!
//! λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁,  x̄ₜ = ∂f/∂x λₜ,  θ̄ = Σₜ ∂f/∂θ λₜ,  s̄₋₁ = a₀ λ₀,
//!
//! whatever f is: the backward pass is linear. So nothing of the step's expression is evaluated one step
//! after the other in the backward pass. All slopes are computed in lanes, by a unit adjoint at the end of
//! the step; then the recurrence of numbers runs; then a sweep in lanes passes λ on to all that the step
//! reads beside the carry. Where f is affine in the carry, and its type knows, the forward pass is the same:
//! f(0) and the slopes in lanes, then the recurrence. Other steps run forward one by one.
//!
//! The carry may be several numbers, each with an expression of its own, and a step may read any of them
//! several steps back.

mod carry;
mod chain;
mod doubling;
mod history;
mod passes;
mod past;
mod recurrence;
mod scope;
pub(super) mod written;

pub use carry::{BoundCarry, BoundInput};
pub use history::BoundHistory;

use self::scope::Captured;
use crate::compiler::{Context, Read, Series};
use crate::contract::drawing::Drawn;
use crate::contract::node::{
    Coefficients, Facts, Node, Tuple, is_active, joined, nothing, precompute_nothing,
};
use crate::contract::scope::{Scope, is_of_row};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::{Var, VarSet};
use crate::node::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;
use pulp::Simd;

/// The variable that a step reads, as sets of variables know it. It never leaves the scan.
const CARRY: VarSet = VarSet::of(Var::new("the carry of a scan"));

/// The carry `Steps` through time, given its initial value, and inputs that stand in slots. The value has the
/// shape `Sh`: a vector for a carry of one number, a matrix with a row for each of several.
#[derive(Clone, Debug)]
pub struct BoundScan<Initial, Inputs, Steps, Sh> {
    initial: Initial,
    inputs: Inputs,
    steps: Steps,
    series: Box<[Series]>,
    reads: Box<[Read]>,
    length: usize,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> BoundScan<Initial, Inputs, Steps, Sh> {
    /// True if the value is of data alone: `compile()` computes it, and every workspace begins with it.
    const IS_DATA: bool = Self::FACTS.is_data();

    /// True if the steps are affine in the carry.
    const IS_AFFINE: bool = !Steps::FACTS.nonlinear.contains(CARRY.get(0));

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
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Node for BoundScan<Initial, Inputs, Steps, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        ..Facts::of(
            const {
                joined!(
                    Initial::FACTS.vars,
                    Inputs::FACTS.vars,
                    const { &Steps::FACTS.vars.without_one(&CARRY) }
                )
            },
        )
    };
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

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = context.outside_rows();
        self.initial.precompute(&context, frame)?;
        self.inputs.precompute(&context, frame)?;
        self.steps.precompute(&context, frame)?;
        let compute = const { if Self::IS_DATA { Self::precompute_data } else { precompute_nothing } };
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
            } else if is_of_row::<C>(Self::FACTS.vars) {
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
    for BoundScan<Initial, Inputs, Steps, Sh>
{
}

impl<Initial: Tuple, Inputs: Tuple, Steps: Tuple, Sh: Shape> Drawn for BoundScan<Initial, Inputs, Steps, Sh> {}

sealed! {
    [Initial, Inputs, Steps, Sh] BoundScan<Initial, Inputs, Steps, Sh>;
}

keep_names! {
    [Initial, Inputs, Steps, Sh] BoundScan<Initial, Inputs, Steps, Sh>;
}
