//! A vector that unfolds in time: sₜ = f(sₜ₋₁, xₜ, θ) for t = 0, …, T − 1, given s₋₁; row t of the value is
//! sₜ.
//!
//! With the adjoint s̄ₜ that readers of the values have left, adjoints go backward by
//!
//! λₜ = s̄ₜ + (∂f/∂s)ᵀₜ₊₁ λₜ₊₁,  x̄ₜ = (∂f/∂x)ᵀ λₜ,  θ̄ = Σₜ (∂f/∂θ)ᵀ λₜ,  s̄₋₁ = (∂f/∂s)ᵀ₀ λ₀.
//!
//! Time is a loop around the expression of one step, whose lanes are the elements of s: the series of a
//! panel, the compartments of a population. Only the leaves that stand for the carry and for inputs know the
//! time: they read their values in the rows where these stand. The backward pass evaluates each step once
//! more, the last step first, and passes its adjoints through it at once: nothing but the values is kept, and
//! no derivative is formed.
//!
//! Where nothing that a sweep's beginning computes reads the carry or an input (an elementwise step of a
//! panel does not), one sweep begins before all steps and ends behind them. So parameters are prepared once
//! and sums of adjoints are taken once. A carry of one value is then read by the lane that it is computed in,
//! and its adjoint goes from a step to the step before through a register.

mod carry;
mod history;
mod passes;
mod row;
mod scope;
mod step;
pub(super) mod written;

pub use carry::{BoundRowCarry, BoundRowInput};
pub use history::BoundRowHistory;
pub(crate) use history::HistoryMemory;
pub(crate) use history::STEPS as HISTORY_STEPS;
pub use step::{At, RowSteps};

pub(crate) use self::scope::Within;
use crate::compiler::{Context, RowPart, Times};
use crate::contract::drawing::Drawn;
use crate::contract::node::{
    Coefficients, Facts, Node, Tuple, is_active, joined, nothing, precompute_nothing,
};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::{Var, VarSet};
use crate::node::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;
use pulp::Simd;

/// The values of earlier steps, as sets of variables know them. They never leave the scan.
pub(crate) const CARRY: VarSet = VarSet::of(Var::new("the carry of scan_rows"));

/// The set that says that an input differs from step to step, whatever it is made of.
pub(crate) const INPUT: VarSet = VarSet::of(Var::new("an input of scan_rows"));

/// The time of a differential equation.
pub(crate) const CLOCK: VarSet = VarSet::of(Var::new("the time of an ode"));

/// The places of the memory of a scan by rows.
#[derive(Clone, Debug)]
pub(crate) struct ScanMemory {
    pub values: Slot,
    /// The number of steps, and that of elements in each.
    pub size: Size,
    pub parts: Box<[RowPart]>,
    pub times: Times,
}

/// The rows that `Steps` compute one after the other, given initial values, and inputs that stand in slots.
#[derive(Clone, Debug)]
pub struct BoundScanRows<Initial, Inputs, Steps, Sh> {
    initial: Initial,
    inputs: Inputs,
    steps: Steps,
    memory: ScanMemory,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Tuple, Inputs: Tuple, Steps: RowSteps, Sh: Shape> BoundScanRows<Initial, Inputs, Steps, Sh> {
    /// True if the value is of data alone: `compile()` computes it, and every workspace begins with it.
    const IS_DATA: bool = Self::FACTS.is_data();

    /// True if each step needs a sweep of its own.
    const IS_STEPWISE: bool = !Steps::FACTS.read_at_begin.is_disjoint(&CARRY.union(&INPUT));

    /// The scan of steps that are bound.
    pub(crate) fn new(initial: Initial, inputs: Inputs, steps: Steps, memory: ScanMemory) -> Self {
        Self { initial, inputs, steps, memory, shape: PhantomData }
    }
}

impl<Initial: Tuple, Inputs: Tuple, Steps: RowSteps, Sh: Shape> Node
    for BoundScanRows<Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        ..Facts::of(
            const {
                joined!(
                    Initial::FACTS.vars,
                    Inputs::FACTS.vars,
                    const { &Steps::FACTS.vars.without_one(&CARRY).without_one(&INPUT) }
                )
            },
        )
    };
    type State<S: Simd> = (Initial::State<S>, Inputs::State<S>, Option<Steps::State<S>>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::matrix(self.memory.size.rows, self.memory.size.columns)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.memory.size.known::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.memory.values
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
        let mut steps = self.begin_steps::<C, S>(simd, frame);
        let compute = const { if Self::IS_DATA || C::SETS.again { nothing } else { Self::compute::<C, S> } };
        compute(self, &mut steps, simd, frame);
        (initial, inputs, steps)
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(
        &self,
        (initial, inputs, mut steps): Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let pass_on = const { if is_active::<C, Self>() { Self::pass_on::<C, S> } else { nothing } };
        pass_on(self, &mut steps, simd, frame);
        self.inputs.end::<C, S>(inputs, simd, frame);
        self.initial.end::<C, S>(initial, simd, frame);
    }
}

impl<Initial: Tuple, Inputs: Tuple, Steps: RowSteps, Sh: Shape> Coefficients
    for BoundScanRows<Initial, Inputs, Steps, Sh>
{
}

impl<Initial: Tuple, Inputs: Tuple, Steps: RowSteps, Sh: Shape> Drawn
    for BoundScanRows<Initial, Inputs, Steps, Sh>
{
}

sealed! {
    [Initial, Inputs, Steps, Sh] BoundScanRows<Initial, Inputs, Steps, Sh>;
}

keep_names! {
    [Initial, Inputs, Steps, Sh] BoundScanRows<Initial, Inputs, Steps, Sh>;
}
