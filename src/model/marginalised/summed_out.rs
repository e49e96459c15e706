//! The values that a variable that is marginalised might have had: their probabilities given everything else,
//! when a point is known.

use crate::compiler::Joined;
use crate::frame::{Frame, Slot};
use crate::model::conjugacy::Integral;
use crate::model::marginalised::{JointPosterior, PARAMETERS, Table};
use crate::name::VarSet;
use crate::shape::Extent;

/// A variable that is marginalised, of which the table holds the probabilities.
pub struct SummedOut {
    /// The name.
    pub(crate) name: &'static str,
    /// The arrangement of its elements.
    pub(crate) extent: Extent,
    /// The variables that the statements which mention it mention.
    pub(crate) blanket: VarSet,
    pub(crate) slot: Slot,
    pub(crate) lowest: f64,
    pub(crate) table: Table,
    pub(crate) joined: Option<Joined>,
    /// The integral, if the variable is continuous.
    pub(crate) integral: Option<Integral>,
    /// The posterior of all elements, if they are integrated over together.
    pub(crate) together: Option<JointPosterior>,
    /// The other variables of an approximation over several, whose elements follow those of the first.
    pub(crate) beside: Vec<Beside>,
}

/// Another variable of an approximation over several.
#[derive(Clone, Debug)]
pub struct Beside {
    pub(crate) name: &'static str,
    pub(crate) extent: Extent,
    pub(crate) slot: Slot,
}

/// A visitor of variables that are marginalised, one after the other: each given those before.
pub trait VisitSummed {
    /// Looks at one variable, and sets its elements if others depend on them.
    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>);

    /// Takes the logarithm of density by density of the approximation, at the values that the variable was
    /// given, up to a constant.
    fn weigh(&mut self, log_ratio: f64);
}

impl SummedOut {
    /// The number of elements.
    pub(crate) fn length(&self) -> usize {
        self.table.length
    }

    /// The number of values.
    pub(crate) fn count(&self) -> usize {
        self.table.count
    }

    /// The probabilities of a Markov chain's first state, those of its transitions, and the log densities of
    /// everything else, a row for each state; nothing if the elements are independent given everything else.
    pub(crate) fn chain(&self, frame: &Frame<'_>) -> Option<[Vec<f64>; 3]> {
        let Joined { first, transition, count, .. } = self.joined?;
        let numbers =
            |slot: Slot, length| (0..length).map(|place| frame.number(slot.element(place))).collect();
        let rows = (0..count).flat_map(|value| (0..self.length()).map(move |element| (value, element)));
        let table = rows.map(|(value, element)| self.probability(frame, element, value)).collect();
        Some([numbers(first, count), numbers(transition, count * count), table])
    }

    /// The probability that an element has the value with this number.
    pub(crate) fn probability(&self, frame: &Frame<'_>, element: usize, number: usize) -> f64 {
        frame.scratch_number(self.table.row(number).element(element))
    }

    /// The value with this number.
    pub(crate) fn value(&self, number: usize) -> f64 {
        self.lowest + number as f64
    }

    /// The value that an element has.
    pub(crate) fn number(&self, frame: &Frame<'_>, element: usize) -> f64 {
        frame.number(self.slot.element(element))
    }

    /// Gives an element a value.
    pub(crate) fn set(&self, frame: &mut Frame<'_>, element: usize, value: f64) {
        frame.set_numbers(self.slot.element(element), &[value]);
    }

    /// The distribution of each element of a continuous variable, with its two parameters: mean and
    /// precision, shape and rate, or the two of a beta distribution.
    pub(crate) fn posterior(&self, frame: &Frame<'_>, element: usize) -> Option<(Integral, [f64; 2])> {
        let number = |row| frame.scratch_number(self.table.row(row).element(element));
        self.integral.map(|integral| (integral, PARAMETERS.map(number)))
    }
}
