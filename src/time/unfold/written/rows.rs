//! A carry of rows, before it is bound: its step has the carry's shape, and each value of the step is stored
//! in the row of its time.

use super::carry::NO_LAG;
use super::{BoundOf, Carried, Carry, Input, Unfold, Unfolds};
use crate::compiler::{Compiler, OpenRowScan, RowPart, RowsInTime, Times};
use crate::contract::expression::{Expression, Expressions};
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::Slot;
use crate::node::BoundStored;
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides, Size};
use crate::time::unfold::rows::HistoryMemory;
use crate::time::{BoundRowCarry, BoundRowHistory, BoundRowInput, BoundUnfold, RowLoop, RowSteps};

/// A carry of vectors, matrices and scalars, whose elements fill registers.
#[derive(Clone, Copy, Debug)]
pub enum OfRows {}

impl Sealed for OfRows {}

impl Carried for OfRows {
    const LETTER: char = 's';
    type Bound<Sh: Shape> = BoundRowCarry<Sh>;

    fn bind<Sh: Shape>(
        Carry { key, number, lag, sides, .. }: Carry<Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<BoundRowCarry<Sh>, Error> {
        if lag == 0 {
            return Err(compiler.context().refused("lag", NO_LAG.to_owned()));
        }
        let scan = compiler.row_scan(key)?;
        Ok(BoundRowCarry::new(scan.times, scan.parts[number.0], scan.width, lag, sides.size()))
    }
}

impl Unfolds for OfRows {
    const NAME: &'static str = "scan_rows";

    type History<W: Node, Sh: Shape> = BoundRowHistory<W, Sh>;
    type Input<N: Node, Sh: Shape> = BoundRowInput<N, Sh>;
    type Steps<Bound: RowSteps> = RowLoop<Bound>;

    fn bind_history<W: Node, Sh: Shape>(
        Carry { key, number, sides, .. }: Carry<Self, Sh>,
        weights: BoundStored<W>,
        compiler: &mut Compiler,
    ) -> Result<BoundRowHistory<W, Sh>, Error> {
        let OpenRowScan { times, width, ref parts, .. } = *compiler.row_scan(key)?;
        let (part, size) = (parts[number.0], sides.size());
        let memory = HistoryMemory::claim(times, size.length(), weights.count(), compiler);
        Ok(BoundRowHistory::new(weights, times, (part, width), size, memory))
    }

    fn sides_of_input<Sh: Shape>(input: Sides) -> Sides {
        Sides::of_shape::<Sh>(Size::new(input.columns.unwrap_or(1), 1))
    }

    fn bind_input<N: Expression, Sh: Shape>(
        input: Input<N, Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<BoundRowInput<N::Bound, Sh>, Error> {
        let scan = compiler.row_scan(input.key)?;
        Ok(BoundRowInput::new(scan.times, scan.inputs[input.number], input.size()))
    }

    fn size<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape>(
        unfold: &Unfold<Self, Initial, Inputs, Steps, Sh>,
    ) -> Size {
        let rows = Sides::common(&steps_of_inputs(&unfold.inputs)).length().unwrap_or(1);
        let sizes = unfold.initial.sizes();
        let width = sizes[..Initial::COUNT].iter().map(|size| size.length());
        Size::new(rows, width.fold(0, usize::saturating_add))
    }

    fn bind_steps<
        Initial: Expressions,
        Inputs: Expressions,
        Steps: Expressions<Bound: RowSteps>,
        Sh: Shape,
    >(
        unfold: Unfold<Self, Initial, Inputs, Steps, Sh>,
        slot: Option<Slot>,
        rows: usize,
        compiler: &mut Compiler,
    ) -> Result<BoundOf<Self, Initial, Inputs, Steps, Sh>, Error> {
        compiler.outside_rows(|compiler| unfold.bind_rows(slot, rows, compiler))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape>
    Unfold<OfRows, Initial, Inputs, Steps, Sh>
{
    /// Binds the first rows of the scan as an expression whose elements are not the rows of the statement.
    fn bind_rows(
        self,
        slot: Option<Slot>,
        rows: usize,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        self.check(compiler)?;
        let all = OfRows::size(&self);
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
        let steps = RowLoop::new(steps?, values, size, scan.parts.into(), scan.times);
        Ok(BoundUnfold::new(initial, inputs, steps))
    }

    /// Checks that all inputs have the same number of steps, and that the step's values have the shapes of
    /// the carry.
    fn check(&self, compiler: &Compiler) -> Result<(), Error> {
        let context = compiler.context();
        let columns = |place: usize| self.inputs.sides()[place].columns;
        let steps = |place: usize| match columns(place) {
            Some(_) => format!("the list of rows of {}", Self::name_of_input(place)),
            None => Self::name_of_input(place),
        };
        context.common_sides_of_steps(&steps_of_inputs(&self.inputs), &steps)?;
        for place in 0..Inputs::COUNT {
            context.check_not_empty_length(columns(place), &|| {
                format!("a row of {}", Self::name_of_input(place))
            })?;
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

    /// Reserves the places of values, initial values and inputs, with a clock and places for adjoints.
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
}

/// Returns the number of steps of each input.
fn steps_of_inputs<Inputs: Expressions>(inputs: &Inputs) -> Vec<Sides> {
    let sides = inputs.sides();
    sides[..Inputs::COUNT].iter().map(|sides| Sides { columns: None, ..*sides }).collect()
}
