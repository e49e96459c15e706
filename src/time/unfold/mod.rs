//! A scan: sₜ = f(sₜ₋₁, xₜ, θ) for t = 0, …, T − 1, given s₋₁.
//!
//! The step is written and bound once. The shape of the carry determines how its steps run: [numbers] fill
//! registers with steps, [rows] with their own elements. So a step of numbers is differentiated before the
//! recurrence, and a step of rows within it.

pub(super) mod numbers;
pub(super) mod rows;
pub(super) mod scope;
pub(super) mod written;

use crate::compiler::Context;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, Tuple, is_active, joined};
use crate::contract::scope::{Scope, Value, is_of_row};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// Consecutive steps, with the places of their values.
pub trait BoundSteps: Sealed + Clone + Send + Sync + 'static {
    /// The variables that the steps read, except those that stand for their carry and their inputs.
    const VARS: &'static VarSet;

    /// The numbers that are kept from `begin` to `pass_on`.
    type State<S: Simd>;

    /// The number of rows and of columns of all values.
    fn size(&self) -> Size;

    /// Returns the slot of the values.
    fn slot(&self) -> Slot;

    /// Checks data and computes the terms that depend on data alone.
    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error>;

    /// Starts a sweep.
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Computes the values, and sets their adjoints to zero.
    fn compute<C: Scope, S: Simd>(&self, state: &mut Self::State<S>, simd: S, frame: &mut Frame<'_>);

    /// Computes the value of the frame's row only, if a step is a row of a statement.
    fn compute_row<C: Scope, S: Simd>(&self, state: &mut Self::State<S>, simd: S, frame: &mut Frame<'_>);

    /// Passes on the adjoints of the values to everything that the steps read, and ends the sweep.
    fn pass_on<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);
}

/// The values of `Steps`, given initial values, and inputs that are stored in slots. They have the shape
/// `Sh`.
#[derive(Clone, Debug)]
pub struct BoundUnfold<Initial, Inputs, Steps, Sh> {
    initial: Initial,
    inputs: Inputs,
    steps: Steps,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Tuple, Inputs: Tuple, Steps: BoundSteps, Sh: Shape> BoundUnfold<Initial, Inputs, Steps, Sh> {
    /// True if the value depends on data alone: `compile()` computes it, and every workspace begins with it.
    const IS_DATA: bool = Self::FACTS.is_data();

    /// Returns the values of bound steps.
    pub(crate) fn new(initial: Initial, inputs: Inputs, steps: Steps) -> Self {
        Self { initial, inputs, steps, shape: PhantomData }
    }
}

#[inlined]
impl<Initial: Tuple, Inputs: Tuple, Steps: BoundSteps, Sh: Shape> Node
    for BoundUnfold<Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        ..Facts::of(const { joined!(Initial::FACTS.vars, Inputs::FACTS.vars, Steps::VARS) })
    };
    type State<S: Simd> = (Initial::State<S>, Inputs::State<S>, Steps::State<S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.steps.size())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.steps.size().known::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.steps.slot()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = context.outside_rows();
        self.initial.precompute(&context, frame)?;
        self.inputs.precompute(&context, frame)?;
        self.steps.precompute(&context, frame)?;
        if const { Self::IS_DATA } {
            let simd = Scalar::new();
            let mut state = self.steps.begin::<Value, Scalar>(simd, frame);
            self.steps.compute::<Value, Scalar>(&mut state, simd, frame);
        }
        Ok(())
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let initial = self.initial.begin::<C, S>(simd, frame);
        let inputs = self.inputs.begin::<C, S>(simd, frame);
        let mut steps = self.steps.begin::<C, S>(simd, frame);
        if const { !(Self::IS_DATA || C::SETS.again) } {
            self.steps.compute::<C, S>(&mut steps, simd, frame);
        } else if const { is_of_row::<C>(Self::FACTS.vars) } {
            self.steps.compute_row::<C, S>(&mut steps, simd, frame);
        }
        (initial, inputs, steps)
    }

    value_in_slot!();

    fn end<C: Scope, S: Simd>(
        &self,
        (initial, inputs, steps): Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        if const { is_active::<C, Self>() } {
            self.steps.pass_on::<C, S>(steps, simd, frame);
        }
        self.inputs.end::<C, S>(inputs, simd, frame);
        self.initial.end::<C, S>(initial, simd, frame);
    }
}

impl<Initial: Tuple, Inputs: Tuple, Steps: BoundSteps, Sh: Shape> Coefficients
    for BoundUnfold<Initial, Inputs, Steps, Sh>
{
}

impl<Initial: Tuple, Inputs: Tuple, Steps: BoundSteps, Sh: Shape> Drawn
    for BoundUnfold<Initial, Inputs, Steps, Sh>
{
}

sealed! {
    [Initial, Inputs, Steps, Sh] BoundUnfold<Initial, Inputs, Steps, Sh>;
}

keep_names! {
    [Initial, Inputs, Steps, Sh] BoundUnfold<Initial, Inputs, Steps, Sh>;
}
