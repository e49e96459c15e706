//! A scan before it is bound. The maths is in [`Recurrence`](crate::time::Recurrence) for numbers and in
//! [`RowLoop`](crate::time::RowLoop) for rows.

mod carry;
mod history;
mod input;
mod numbers;
mod rows;

pub(crate) use carry::describe_carry;
pub use carry::{Carried, Carry};
pub use history::History;
pub use input::Input;
pub use numbers::OfNumbers;
pub use rows::OfRows;

use super::rows::RowSteps;
use super::{BoundSteps, BoundUnfold};
use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler};
use crate::contract::expression::{Describe, Expression, Expressions, expression};
use crate::contract::node::{BoundNode, Node};
use crate::erase::Erase;
use crate::error::Error;
use crate::frame::Slot;
use crate::node::BoundStored;
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;

/// The kind of a scan's carry, which determines how its steps are bound, and what they read besides the
/// carry.
pub trait Unfolds: Carried {
    /// The name in texts of the function that creates the scan.
    const NAME: &'static str;

    /// The node that reads the sum of all earlier values, weighted by `W`.
    type History<W: Node, Sh: Shape>: BoundNode + Erase<Erased = Self::History<W, Sh>>;

    /// The node that reads the part of the input `N` that belongs to a step.
    type Input<N: Node, Sh: Shape>: BoundNode + Erase<Erased = Self::Input<N, Sh>>;

    /// The bound steps.
    type Steps<Bound: RowSteps>: BoundSteps;

    /// Returns the node of a sum of earlier values, with bound weights.
    fn bind_history<W: Node, Sh: Shape>(
        carry: Carry<Self, Sh>,
        weights: BoundStored<W>,
        compiler: &mut Compiler,
    ) -> Result<Self::History<W, Sh>, Error>;

    /// The sides of the part of an input that a step reads.
    fn sides_of_input<Sh: Shape>(input: Sides) -> Sides;

    /// Returns the node of an input.
    fn bind_input<N: Expression, Sh: Shape>(
        input: Input<N, Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<Self::Input<N::Bound, Sh>, Error>;

    /// The number of rows and of columns of all values.
    fn size<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape>(
        unfold: &Unfold<Self, Initial, Inputs, Steps, Sh>,
    ) -> Size;

    /// Returns the node of a scan, which stores its values in `slot`, or in a slot of its own if none is
    /// given. If the values are rows, only the first `rows` are computed.
    fn bind_steps<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape>(
        unfold: Unfold<Self, Initial, Inputs, Steps, Sh>,
        slot: Option<Slot>,
        rows: usize,
        compiler: &mut Compiler,
    ) -> Result<BoundOf<Self, Initial, Inputs, Steps, Sh>, Error>;
}

/// The node of a scan.
type BoundOf<Of, Initial, Inputs, Steps, Sh> = BoundUnfold<
    <Initial as Expressions>::Bound,
    <Inputs as Expressions>::Bound,
    <Of as Unfolds>::Steps<<Steps as Expressions>::Bound>,
    Sh,
>;

/// The values of a carry of the kind `Of`, one for each of `Steps` in time, with the initial values
/// `Initial` and the inputs `Inputs`, both of which are stored.
#[derive(Clone, Copy, Debug)]
pub struct Unfold<Of, Initial, Inputs, Steps, Sh> {
    key: ClosureKey,
    pub(crate) initial: Initial,
    inputs: Inputs,
    steps: Steps,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<Of: Unfolds, Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape>
    Unfold<Of, Initial, Inputs, Steps, Sh>
{
    /// Returns the values of a step that reads the expressions with this key.
    pub(crate) fn new(key: ClosureKey, initial: Initial, inputs: Inputs, steps: Steps) -> Self {
        Self { key, initial, inputs, steps, shape: PhantomData }
    }

    /// Returns the name of an input in messages.
    fn name_of_input(place: usize) -> String {
        match Inputs::COUNT {
            1 => "the input of the scan".to_owned(),
            _ => format!("input {} of the scan", place + 1),
        }
    }
}

impl<Of: Unfolds, Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape>
    Expression for Unfold<Of, Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    type Bound = BoundOf<Of, Initial, Inputs, Steps, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Of::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind_steps(self, None, usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind_steps(self, None, rows, compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind_steps(self, Some(slot), usize::MAX, compiler)
    }
}

impl<Of: Unfolds, Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape> Describe
    for Unfold<Of, Initial, Inputs, Steps, Sh>
{
    fn describe(&self, text: &mut String) {
        let list = |count: usize, describe: &dyn Fn(&mut String), text: &mut String| {
            text.push_str(if count == 1 { "" } else { "(" });
            describe(text);
            text.push_str(if count == 1 { "" } else { ")" });
        };
        text.push_str(Of::NAME);
        text.push('(');
        list(Initial::COUNT, &|text| self.initial.describe(0, text), text);
        text.push_str(", ");
        list(Inputs::COUNT, &|text| self.inputs.describe(0, text), text);
        text.push_str(", |s| ");
        list(Steps::COUNT, &|text| self.steps.describe(0, text), text);
        text.push(')');
    }
}

impl<Of, Initial, Inputs, Steps, Sh> RowFacts for Unfold<Of, Initial, Inputs, Steps, Sh> {}

expression! {
    [Of, Initial, Inputs, Steps, Sh] Unfold<Of, Initial, Inputs, Steps, Sh>;
}
