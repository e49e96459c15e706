//! A carry of numbers, before it is bound: its step is a vector, with an element for each step.

use super::carry::NO_LAG;
use super::{BoundOf, Carried, Carry, Input, Unfold, Unfolds};
use crate::compiler::{Compiler, OpenScan, Series};
use crate::contract::expression::{Expression, Expressions};
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::Slot;
use crate::node::BoundStored;
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides, Size};
use crate::time::{BoundCarry, BoundHistory, BoundInSlot, BoundUnfold, Recurrence, RowSteps};

/// A carry of numbers, whose steps fill registers.
#[derive(Clone, Copy, Debug)]
pub enum OfNumbers {}

impl Sealed for OfNumbers {}

impl Carried for OfNumbers {
    const LETTER: char = 's';
    type Bound<Sh: Shape> = BoundCarry<Sh>;

    fn bind<Sh: Shape>(
        Carry { key, number, lag, .. }: Carry<Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<BoundCarry<Sh>, Error> {
        let scan = compiler.scan(key)?;
        let (length, series) = (scan.length, scan.series[number.0]);
        if lag == 0 || series.given.is_some_and(|given| lag > given) {
            return Err(compiler.context().refused("lag", lag_reason(lag, series.given)));
        }
        let read = compiler.read_lag(key, number.0, lag)?;
        Ok(BoundCarry::new(series, lag, length, read.slopes))
    }
}

impl Unfolds for OfNumbers {
    const NAME: &'static str = "scan";

    type History<W: Node, Sh: Shape> = BoundHistory<W, Sh>;
    type Input<N: Node, Sh: Shape> = BoundInSlot<N, Sh>;
    type Steps<Bound: RowSteps> = Recurrence<Bound>;

    fn bind_history<W: Node, Sh: Shape>(
        Carry { key, number, .. }: Carry<Self, Sh>,
        weights: BoundStored<W>,
        compiler: &mut Compiler,
    ) -> Result<BoundHistory<W, Sh>, Error> {
        let (read, history) = compiler.read_history(key, number.0, weights.slot(), weights.count())?;
        let scan = compiler.scan(key)?;
        Ok(BoundHistory::new(weights, scan.series[number.0], history, scan.length, read.slopes))
    }

    fn sides_of_input<Sh: Shape>(input: Sides) -> Sides {
        input
    }

    fn bind_input<N: Expression, Sh: Shape>(
        input: Input<N, Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<BoundInSlot<N::Bound, Sh>, Error> {
        let scan = compiler.scan(input.key)?;
        Ok(BoundInSlot::new(scan.inputs[input.number], scan.length))
    }

    fn size<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape>(
        unfold: &Unfold<Self, Initial, Inputs, Steps, Sh>,
    ) -> Size {
        let length = Sides::common(&all_sides(&unfold.inputs, &unfold.steps)).length().unwrap_or(1);
        if Sh::IS_MATRIX { Size::new(Steps::COUNT, length) } else { Size::new(length, 1) }
    }

    fn bind_steps<
        Initial: Expressions,
        Inputs: Expressions,
        Steps: Expressions<Bound: RowSteps>,
        Sh: Shape,
    >(
        unfold: Unfold<Self, Initial, Inputs, Steps, Sh>,
        slot: Option<Slot>,
        _: usize,
        compiler: &mut Compiler,
    ) -> Result<BoundOf<Self, Initial, Inputs, Steps, Sh>, Error> {
        compiler.in_order(|compiler| unfold.bind_numbers(slot, compiler))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions<Bound: RowSteps>, Sh: Shape>
    Unfold<OfNumbers, Initial, Inputs, Steps, Sh>
{
    /// Binds the scan as an expression whose elements are not the rows of the statement.
    fn bind_numbers(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        let name = |place: usize| match place {
            place if place < Inputs::COUNT => Self::name_of_input(place),
            _ => "the step of the scan".to_owned(),
        };
        let sides = all_sides(&self.inputs, &self.steps);
        let Some(length) = compiler.context().common_sides_of_steps(&sides, &name)?.length() else {
            let what = "the list of steps of scan".to_owned();
            return Err(Error::Empty { statement: compiler.context().statement(), what });
        };
        let initial_sides = self.initial.sides();
        for sides in &initial_sides[..Initial::COUNT] {
            compiler
                .context()
                .check_not_empty_length(sides.length(), &|| "the list of initial values".to_owned())?;
        }
        let initial = self.initial.bind(compiler, |_| "the initial value of the scan".to_owned())?;
        let inputs = compiler.arguments_in_order(|compiler| self.inputs.bind(compiler, name))?;
        let slot = slot.unwrap_or_else(|| compiler.slot_of(self.extent()));
        compiler.check_claims()?;
        let starts = initial.slots();
        let series = (0..Initial::COUNT).map(|place| Series {
            values: slot.element(place * length),
            initial: starts[place],
            given: initial_sides[place].length(),
        });
        let open = OpenScan {
            key: self.key,
            length,
            series: series.collect(),
            inputs: inputs.slots()[..Inputs::COUNT].to_vec(),
            reads: Vec::new(),
        };
        let (steps, scan) = compiler
            .within(open, |compiler| self.steps.bind(compiler, |_| "the step of the scan".to_owned()));
        let steps = Recurrence::new(steps?, scan.series.into(), scan.reads.into(), length);
        Ok(BoundUnfold::new(initial, inputs, steps))
    }
}

/// Returns the sides of all inputs and steps, which must agree.
fn all_sides<Inputs: Expressions, Steps: Expressions>(inputs: &Inputs, steps: &Steps) -> Vec<Sides> {
    let (inputs_sides, steps_sides) = (inputs.sides(), steps.sides());
    inputs_sides[..Inputs::COUNT].iter().chain(&steps_sides[..Steps::COUNT]).copied().collect()
}

/// Returns the reason why a lag is refused.
fn lag_reason(lag: usize, given: Option<usize>) -> String {
    match given {
        Some(given) if lag > 0 => {
            format!(
                "`lag({lag})` reads {lag} values before the first step, and the scan has {given} initial values"
            )
        }
        _ => NO_LAG.to_owned(),
    }
}
