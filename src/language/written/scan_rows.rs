//! A vector that unfolds in time, and what its step reads. The maths is in [`node::ScanRows`](crate::node::ScanRows).

use super::scan::{NO_LAG, describe_carry};
use super::{Describe, Expression, Expressions, Stored};
use crate::binding::{ClosureKey, Compiler, OpenRowScan, RowPart, RowsInTime, Times};
use crate::error::Error;
use crate::node::{self, HISTORY_STEPS, HistoryMemory, RowSteps, Tuple};
use crate::rewrite::RowFacts;
use crate::shape::{Shape, Sides, Size};
use crate::simd::{MAX_LANES, Slot};
use core::marker::PhantomData;

/// A value of the carry, some steps back.
#[derive(Clone, Copy, Debug)]
pub struct RowCarry<Sh> {
    key: ClosureKey,
    /// Which value of the carry, and of how many.
    number: (usize, usize),
    lag: usize,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> RowCarry<Sh> {
    /// The value of one step back of a value of the carry, which has this size.
    pub(crate) fn new(key: ClosureKey, number: (usize, usize), size: Size) -> Self {
        Self { key, number, lag: 1, size, shape: PhantomData }
    }

    /// The value of `lag` steps back.
    pub(crate) fn with_lag(self, lag: usize) -> Self {
        Self { lag, ..self }
    }
}

impl<Sh: Shape> Expression for RowCarry<Sh> {
    type Shape = Sh;
    type Bound = node::RowCarry<Sh>;

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        if self.lag == 0 {
            return Err(compiler.context().refused("lag", NO_LAG.to_owned()));
        }
        let scan = compiler.row_scan(self.key)?;
        Ok(node::RowCarry::new(scan.times, scan.parts[self.number.0], scan.width, self.lag, self.size))
    }
}

impl<Sh: Shape> Describe for RowCarry<Sh> {
    fn describe(&self, text: &mut String) {
        describe_carry(self.number, self.lag, text);
    }
}

impl<Sh> RowFacts for RowCarry<Sh> {}

/// The sum of all earlier values of a value of the carry, weighted by `W`.
#[derive(Clone, Copy, Debug)]
pub struct RowHistory<W, Sh> {
    carry: RowCarry<Sh>,
    weights: Stored<W>,
}

impl<W: Expression, Sh: Shape> RowHistory<W, Sh> {
    /// The sum of the values of a carry.
    pub(crate) fn new(carry: RowCarry<Sh>, weights: W) -> Self {
        Self { carry, weights: Stored::new(weights) }
    }
}

impl<W: Expression, Sh: Shape> Expression for RowHistory<W, Sh> {
    type Shape = Sh;
    type Bound = node::RowHistory<W::Bound, Sh>;

    fn sides(&self) -> Sides {
        self.carry.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.context().check_not_empty(&self.weights)?;
        let weights = self.weights.bind(compiler)?;
        let RowCarry { key, number, size, .. } = self.carry;
        let OpenRowScan { times, width, ref parts, .. } = *compiler.row_scan(key)?;
        let part = parts[number.0];
        let stride = size.length().next_multiple_of(MAX_LANES);
        let blocks = times.count().div_ceil(HISTORY_STEPS);
        let memory = HistoryMemory {
            sums: compiler.scratch_of_rows(blocks * HISTORY_STEPS, stride),
            adjoints: compiler.scratch_of_rows(HISTORY_STEPS, stride),
            stride,
            weights: compiler.scratch(weights.count().saturating_add(HISTORY_STEPS - 1)),
        };
        Ok(node::RowHistory::new(weights, times, (part, width), size, memory))
    }
}

impl<W: Expression, Sh: Shape> Describe for RowHistory<W, Sh> {
    fn describe(&self, text: &mut String) {
        self.carry.describe(text);
        text.push_str(".dot_reversed(");
        self.weights.describe(text);
        text.push(')');
    }
}

impl<W, Sh> RowFacts for RowHistory<W, Sh> {}

/// What of the input `N` belongs to a step.
#[derive(Clone, Copy, Debug)]
pub struct RowInput<N, Sh> {
    key: ClosureKey,
    /// Which input.
    number: usize,
    source: N,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Expression, Sh: Shape> RowInput<N, Sh> {
    /// The input with a number.
    pub(crate) fn new(key: ClosureKey, number: usize, source: N) -> Self {
        Self { key, number, source, shape: PhantomData }
    }

    fn size(&self) -> Size {
        Size::new(self.source.sides().columns.unwrap_or(1), 1)
    }
}

impl<N: Expression, Sh: Shape> Expression for RowInput<N, Sh> {
    type Shape = Sh;
    type Bound = node::RowInput<N::Bound, Sh>;

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scan = compiler.row_scan(self.key)?;
        Ok(node::RowInput::new(scan.times, scan.inputs[self.number], Self::size(&self)))
    }
}

impl<N: Expression, Sh: Shape> Describe for RowInput<N, Sh> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N, Sh> RowFacts for RowInput<N, Sh> {}

/// The rows that `Steps` compute one after the other, with the initial values `Initial` and the inputs `Inputs`, both of which are
/// stored.
#[derive(Clone, Copy, Debug)]
pub struct ScanRows<Initial, Inputs, Steps, Sh> {
    key: ClosureKey,
    pub(crate) initial: Initial,
    inputs: Inputs,
    steps: Steps,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape>
    ScanRows<Initial, Inputs, Steps, Sh>
{
    /// A scan whose step reads what has this key.
    pub(crate) fn new(key: ClosureKey, initial: Initial, inputs: Inputs, steps: Steps) -> Self {
        Self { key, initial, inputs, steps, shape: PhantomData }
    }

    /// The number of steps that each input has.
    fn steps_of_inputs(&self) -> Vec<Sides> {
        let sides = self.inputs.sides();
        sides[..Inputs::COUNT].iter().map(|sides| Sides { columns: None, ..*sides }).collect()
    }

    /// The number of steps, and of elements in each.
    fn size(&self) -> Size {
        let rows = Sides::common(&self.steps_of_inputs()).length().unwrap_or(1);
        let sizes = self.initial.sizes();
        let width = sizes[..Initial::COUNT].iter().map(|size| size.length());
        Size::new(rows, width.fold(0, usize::saturating_add))
    }

    /// Checks that inputs have one number of steps, and that steps give what the carry is.
    fn check(&self, compiler: &Compiler) -> Result<(), Error> {
        let context = compiler.context();
        let input = |place: usize| match Inputs::COUNT {
            1 => "the input of the scan".to_owned(),
            _ => format!("input {} of the scan", place + 1),
        };
        let columns = |place: usize| self.inputs.sides()[place].columns;
        let steps = |place: usize| match columns(place) {
            Some(_) => format!("the list of rows of {}", input(place)),
            None => input(place),
        };
        context.common_sides(&self.steps_of_inputs(), &steps)?;
        for place in 0..Inputs::COUNT {
            context.check_not_empty_length(columns(place), &|| format!("a row of {}", input(place)))?;
        }
        for place in 0..Initial::COUNT {
            let value = if Initial::COUNT == 1 { String::new() } else { format!(" {}", place + 1) };
            let names =
                [format!("initial value{value} of the scan"), format!("value{value} of the scan's step")];
            let sides = [self.initial.sides()[place], self.steps.sides()[place]];
            context.common_sides(&sides, &|place| format!("the {}", names[place]))?;
        }
        Ok(())
    }

    /// Where values, initial values and inputs stand, with a clock and places for adjoints.
    fn open(
        &self,
        values: Slot,
        initial: &Initial::Bound,
        inputs: &Inputs::Bound,
        compiler: &mut Compiler,
    ) -> OpenRowScan {
        let (size, mut first) = (Self::size(self), values);
        let times = Times::claim(size.rows, compiler);
        let (starts, slots) = (initial.slots(), inputs.slots());
        let part = |place: usize| {
            let extent = initial.sides()[place].extent();
            let left = [compiler.slot_of(extent), compiler.slot_of(extent)];
            let part = RowPart { initial: starts[place], first, extent, is_only: Initial::COUNT == 1, left };
            first = first.element(extent.size());
            part
        };
        let parts = (0..Initial::COUNT).map(part).collect();
        let input = |place: usize| {
            let width = inputs.sides()[place].columns.unwrap_or(1);
            RowsInTime { first: slots[place], width }
        };
        let inputs = (0..Inputs::COUNT).map(input).collect();
        OpenRowScan { key: self.key, times, width: size.columns, parts, inputs }
    }

    /// Makes the node that computes its values in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        self.check(compiler)?;
        let size = Self::size(&self);
        let initial = self.initial.bind(compiler, |_| "the initial value of the scan".to_owned())?;
        let inputs = self.inputs.bind(compiler, |_| "an input of the scan".to_owned())?;
        let values = slot.unwrap_or_else(|| compiler.slot_of(size.extent::<Sh>()));
        compiler.check_claims()?;
        let open = self.open(values, &initial, &inputs, compiler);
        let (steps, scan) = compiler.within_row_scan(open, |compiler| {
            self.steps.bind(compiler, |_| "the step of the scan".to_owned())
        });
        let memory = node::RowMemory { values, size, parts: scan.parts.into(), times: scan.times };
        Ok(node::ScanRows::new(initial, inputs, steps?, memory))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape> Expression
    for ScanRows<Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    type Bound = node::ScanRows<Initial::Bound, Inputs::Bound, Steps::Bound, Sh>;

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(None, compiler))
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(Some(slot), compiler))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape> Describe
    for ScanRows<Initial, Inputs, Steps, Sh>
{
    fn describe(&self, text: &mut String) {
        super::scan::describe("scan_rows", &self.initial, &self.inputs, &self.steps, text);
    }
}

impl<Initial, Inputs, Steps, Sh> RowFacts for ScanRows<Initial, Inputs, Steps, Sh> {}
