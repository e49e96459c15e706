//! A vector that unfolds in time. The maths is in [`BoundScanRows`](crate::time::BoundScanRows).

mod step;

pub use step::{RowCarry, RowHistory, RowInput};

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, OpenRowScan, RowPart, RowsInTime, Times};
use crate::contract::expression::{Describe, Expression, Expressions, expression};
use crate::contract::node::Tuple;
use crate::error::Error;
use crate::frame::Slot;
use crate::shape::{Shape, Sides, Size};
use crate::time::{BoundScanRows, RowSteps, ScanMemory};
use core::marker::PhantomData;

/// The rows that `Steps` compute one after the other, with the initial values `Initial` and the inputs
/// `Inputs`, both of which are stored.
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
        context.common_sides_of_steps(&self.steps_of_inputs(), &steps)?;
        for place in 0..Inputs::COUNT {
            context.check_not_empty_length(columns(place), &|| format!("a row of {}", input(place)))?;
        }
        for place in 0..Initial::COUNT {
            let value = if Initial::COUNT == 1 { String::new() } else { format!(" {}", place + 1) };
            let names =
                [format!("initial value{value} of the scan"), format!("value{value} of the scan's step")];
            let sides = [self.initial.sides()[place], self.steps.sides()[place]];
            context.common_sides_of_steps(&sides, &|place| format!("the {}", names[place]))?;
        }
        Ok(())
    }

    /// Claims the places of values, initial values and inputs, with a clock and places for adjoints.
    fn open(
        &self,
        size: Size,
        values: Slot,
        initial: &Initial::Bound,
        inputs: &Inputs::Bound,
        compiler: &mut Compiler,
    ) -> OpenRowScan {
        let mut first = values;
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

    /// Makes the node that computes its first rows in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        rows: usize,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        self.check(compiler)?;
        let all = Self::size(&self);
        let size = all.first_rows::<Sh>(rows);
        if size.rows < all.rows {
            compiler
                .note(format!("{} of {} steps of a scan, since no later ones are read", size.rows, all.rows));
        }
        let initial = self.initial.bind(compiler, |_| "the initial value of the scan".to_owned())?;
        let inputs =
            self.inputs.bind_first_rows(size.rows, compiler, |_| "an input of the scan".to_owned())?;
        let values = slot.unwrap_or_else(|| compiler.slot_of(all.extent::<Sh>()));
        compiler.check_claims()?;
        let open = self.open(size, values, &initial, &inputs, compiler);
        let (steps, scan) = compiler
            .within(open, |compiler| self.steps.bind(compiler, |_| "the step of the scan".to_owned()));
        let memory = ScanMemory { values, size, parts: scan.parts.into(), times: scan.times };
        Ok(BoundScanRows::new(initial, inputs, steps?, memory))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape> Expression
    for ScanRows<Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    type Bound = BoundScanRows<Initial::Bound, Inputs::Bound, Steps::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_first_rows(usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(None, rows, compiler))
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.outside_rows(|compiler| self.bind_at(Some(slot), usize::MAX, compiler))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape> Describe
    for ScanRows<Initial, Inputs, Steps, Sh>
{
    fn describe(&self, text: &mut String) {
        crate::time::scan::written::describe("scan_rows", &self.initial, &self.inputs, &self.steps, text);
    }
}

impl<Initial, Inputs, Steps, Sh> RowFacts for ScanRows<Initial, Inputs, Steps, Sh> {}

expression! {
    [Initial, Inputs, Steps, Sh] ScanRows<Initial, Inputs, Steps, Sh>;
}
