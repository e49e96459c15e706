//! A value that unfolds in time, and what its step reads. The maths is in
//! [`BoundScan`](crate::time::BoundScan).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, OpenScan, Series};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, Expressions};
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::Slot;
use crate::node::Stored;
use crate::shape::{Shape, Sides};
use crate::time::{BoundCarry, BoundHistory, BoundInput, BoundScan};
use core::marker::PhantomData;

/// A number of the carry, some steps back.
#[derive(Clone, Copy, Debug)]
pub struct Carry<Sh> {
    key: ClosureKey,
    /// The number of the part of the carry, and the number of parts.
    number: (usize, usize),
    lag: usize,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> Carry<Sh> {
    /// The value of one step back of a number of the carry.
    pub(crate) fn new(key: ClosureKey, number: (usize, usize)) -> Self {
        Self { key, number, lag: 1, shape: PhantomData }
    }

    /// The value of `lag` steps back.
    pub(crate) fn with_lag(self, lag: usize) -> Self {
        Self { lag, ..self }
    }
}

impl<Sh: Shape> Expression for Carry<Sh> {
    type Shape = Sh;
    type Bound = BoundCarry<Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scan = compiler.scan(self.key)?;
        let (length, series) = (scan.length, scan.series[self.number.0]);
        if self.lag == 0 || series.given.is_some_and(|given| self.lag > given) {
            return Err(compiler.context().refused("lag", lag_reason(self.lag, series.given)));
        }
        let read = compiler.read_lag(self.key, self.number.0, self.lag)?;
        Ok(BoundCarry::new(series, self.lag, length, read.slopes))
    }
}

/// Appends a number of the carry, of which there are some, as a step reads it.
pub(crate) fn describe_carry(number: (usize, usize), lag: usize, text: &mut String) {
    match number {
        (_, 1) => text.push('s'),
        (number, _) => text.push_str(&format!("s{}", number + 1)),
    }
    if lag > 1 {
        text.push_str(&format!(".lag({lag})"));
    }
}

/// The reason why `lag(0)` is refused.
pub(crate) const NO_LAG: &str =
    "`lag(0)` is what the step computes; the latest value that it can read is `lag(1)`";

/// The reason why a lag is refused.
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

impl<Sh: Shape> Describe for Carry<Sh> {
    fn describe(&self, text: &mut String) {
        describe_carry(self.number, self.lag, text);
    }
}

impl<Sh> RowFacts for Carry<Sh> {}

/// The sum of all earlier values of a number of the carry, weighted by `W`.
#[derive(Clone, Copy, Debug)]
pub struct History<W, Sh> {
    carry: Carry<Sh>,
    weights: Stored<W>,
}

impl<W: Expression, Sh: Shape> History<W, Sh> {
    /// The sum of the values of a carry.
    pub(crate) fn new(carry: Carry<Sh>, weights: W) -> Self {
        Self { carry, weights: Stored::new(weights) }
    }
}

impl<W: Expression, Sh: Shape> Expression for History<W, Sh> {
    type Shape = Sh;
    type Bound = BoundHistory<W::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let (key, number) = (self.carry.key, self.carry.number.0);
        compiler.context().check_not_empty(&self.weights)?;
        let weights = self.weights.bind(compiler)?;
        let (read, history) = compiler.read_history(key, number, weights.slot(), self.weights.count())?;
        let scan = compiler.scan(key)?;
        Ok(BoundHistory::new(weights, scan.series[number], history, scan.length, read.slopes))
    }
}

impl<W: Expression, Sh: Shape> Describe for History<W, Sh> {
    fn describe(&self, text: &mut String) {
        self.carry.describe(text);
        text.push_str(".dot_reversed(");
        self.weights.describe(text);
        text.push(')');
    }
}

impl<W, Sh> RowFacts for History<W, Sh> {}

/// An input of a scan, the expression `N`, in one step.
#[derive(Clone, Copy, Debug)]
pub struct Input<N> {
    key: ClosureKey,
    /// The number of the input.
    number: usize,
    source: N,
}

impl<N: Expression> Input<N> {
    /// The input with a number.
    pub(crate) fn new(key: ClosureKey, number: usize, source: N) -> Self {
        Self { key, number, source }
    }
}

impl<N: Expression> Expression for Input<N> {
    type Shape = N::Shape;
    type Bound = BoundInput<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scan = compiler.scan(self.key)?;
        Ok(BoundInput::new(scan.inputs[self.number], scan.length))
    }
}

impl<N: Expression> Describe for Input<N> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N> RowFacts for Input<N> {}

/// The carry `Steps` through time, with the initial values `Initial` and the inputs `Inputs`, both of which
/// are stored.
#[derive(Clone, Copy, Debug)]
pub struct Scan<Initial, Inputs, Steps, Sh> {
    key: ClosureKey,
    initial: Initial,
    inputs: Inputs,
    steps: Steps,
    shape: PhantomData<fn() -> Sh>,
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape>
    Scan<Initial, Inputs, Steps, Sh>
{
    /// A scan whose step reads what has this key.
    pub(crate) fn new(key: ClosureKey, initial: Initial, inputs: Inputs, steps: Steps) -> Self {
        Self { key, initial, inputs, steps, shape: PhantomData }
    }

    /// The sides that inputs and steps have in common, all of which there are.
    fn all_sides(&self) -> Vec<Sides> {
        let (inputs, steps) = (self.inputs.sides(), self.steps.sides());
        inputs[..Inputs::COUNT].iter().chain(&steps[..Steps::COUNT]).copied().collect()
    }

    /// The name in messages of an input or a step.
    fn name(place: usize) -> String {
        match place {
            place if place < Inputs::COUNT && Inputs::COUNT == 1 => "the input of the scan".to_owned(),
            place if place < Inputs::COUNT => format!("input {} of the scan", place + 1),
            _ => "the step of the scan".to_owned(),
        }
    }

    /// Makes the node that computes its values in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<<Self as Expression>::Bound, Error> {
        let sides = compiler.context().common_sides_of_steps(&self.all_sides(), &Self::name)?;
        let Some(length) = sides.length() else {
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
        let inputs = compiler.arguments_in_order(|compiler| self.inputs.bind(compiler, Self::name))?;
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
        let memory = (scan.series.into(), scan.reads.into());
        Ok(BoundScan::new(initial, inputs, steps?, memory, length))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape> Expression
    for Scan<Initial, Inputs, Steps, Sh>
{
    type Shape = Sh;
    type Bound = BoundScan<Initial::Bound, Inputs::Bound, Steps::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        let length = Sides::common(&self.all_sides()).length().unwrap_or(1);
        if Sh::IS_MATRIX { Sides::matrix(Steps::COUNT, length) } else { Sides::vector(length) }
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.in_order(|compiler| self.bind_at(None, compiler))
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.in_order(|compiler| self.bind_at(Some(slot), compiler))
    }
}

impl<Initial: Expressions, Inputs: Expressions, Steps: Expressions, Sh: Shape> Describe
    for Scan<Initial, Inputs, Steps, Sh>
{
    fn describe(&self, text: &mut String) {
        describe("scan", &self.initial, &self.inputs, &self.steps, text);
    }
}

/// The text of a scan.
pub(crate) fn describe<Initial: Expressions, Inputs: Expressions, Steps: Expressions>(
    name: &str,
    initial: &Initial,
    inputs: &Inputs,
    steps: &Steps,
    text: &mut String,
) {
    let list = |count: usize, describe: &dyn Fn(&mut String), text: &mut String| {
        text.push_str(if count == 1 { "" } else { "(" });
        describe(text);
        text.push_str(if count == 1 { "" } else { ")" });
    };
    text.push_str(name);
    text.push('(');
    list(Initial::COUNT, &|text| initial.describe(0, text), text);
    text.push_str(", ");
    list(Inputs::COUNT, &|text| inputs.describe(0, text), text);
    text.push_str(", |s| ");
    list(Steps::COUNT, &|text| steps.describe(0, text), text);
    text.push(')');
}

impl<Initial, Inputs, Steps, Sh> RowFacts for Scan<Initial, Inputs, Steps, Sh> {}

expression! {
    [Sh] Carry<Sh>;
    [W, Sh] History<W, Sh>;
    [N] Input<N>;
    [Initial, Inputs, Steps, Sh] Scan<Initial, Inputs, Steps, Sh>;
}
