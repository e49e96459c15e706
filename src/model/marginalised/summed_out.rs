//! The possible values of a marginalised variable: their probabilities given everything else, at a known
//! point.

use crate::compiler::Joined;
use crate::frame::{Frame, Slot};
use crate::model::conjugacy::Integral;
use crate::model::marginalised::{JointPosterior, PARAMETERS, Table};
use crate::name::VarSet;
use crate::shape::Extent;

/// A marginalised variable with its probabilities in the table.
pub struct SummedOut {
    /// The name.
    pub(crate) name: &'static str,
    /// The arrangement of its elements.
    pub(crate) extent: Extent,
    /// The variables of all statements that mention this variable.
    pub(crate) blanket: VarSet,
    pub(crate) slot: Slot,
    pub(crate) lowest: f64,
    pub(crate) table: Table,
    pub(crate) joined: Option<Joined>,
    /// The integral, if the variable is continuous.
    pub(crate) integral: Option<Integral>,
    /// The posterior of all elements, if they are integrated over together.
    pub(crate) together: Option<JointPosterior>,
    /// The other variables of an approximation over several variables; their elements follow the elements of
    /// the first.
    pub(crate) beside: Vec<Beside>,
}

/// Another variable of an approximation over several variables.
#[derive(Clone, Debug)]
pub struct Beside {
    pub(crate) name: &'static str,
    pub(crate) extent: Extent,
    pub(crate) slot: Slot,
}

/// A visitor of marginalised variables, one after the other, each given the previous ones.
pub trait VisitSummed {
    /// Visits one variable, and sets its elements if other variables depend on them.
    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>);

    /// Receives the log of the density divided by the density of the approximation, up to a constant, at the
    /// values that were set.
    fn weigh(&mut self, log_ratio: f64);
}

impl SummedOut {
    /// Returns the number of elements.
    pub(crate) fn length(&self) -> usize {
        self.table.length
    }

    /// Returns the number of values.
    pub(crate) fn count(&self) -> usize {
        self.table.count
    }

    /// Returns the probabilities of a Markov chain's first state, its transition probabilities, and the log
    /// densities of everything else, a row for each state; `None` if the elements are independent given
    /// everything else.
    pub(crate) fn chain(&self, frame: &Frame<'_>) -> Option<[Vec<f64>; 3]> {
        let Joined { first, transition, count, .. } = self.joined?;
        let numbers =
            |slot: Slot, length| (0..length).map(|place| frame.number(slot.element(place))).collect();
        let rows = (0..count).flat_map(|value| (0..self.length()).map(move |element| (value, element)));
        let table = rows.map(|(value, element)| self.probability(frame, element, value)).collect();
        Some([numbers(first, count), numbers(transition, count * count), table])
    }

    /// Returns the probability that an element has the value with this number.
    pub(crate) fn probability(&self, frame: &Frame<'_>, element: usize, number: usize) -> f64 {
        frame.scratch_number(self.table.row(number).element(element))
    }

    /// Returns the value with this number.
    pub(crate) fn value(&self, number: usize) -> f64 {
        self.lowest + number as f64
    }

    /// Returns the current value of an element.
    pub(crate) fn number(&self, frame: &Frame<'_>, element: usize) -> f64 {
        frame.number(self.slot.element(element))
    }

    /// Sets an element to a value.
    pub(crate) fn set(&self, frame: &mut Frame<'_>, element: usize, value: f64) {
        frame.set_numbers(self.slot.element(element), &[value]);
    }

    /// Returns the distribution of an element of a continuous variable, with its two parameters: mean and
    /// precision, shape and rate, or the two parameters of a beta distribution. `None` if the elements are
    /// not integrated over one by one.
    pub(crate) fn posterior(&self, frame: &Frame<'_>, element: usize) -> Option<(Integral, [f64; 2])> {
        let number = |row| frame.scratch_number(self.table.row(row).element(element));
        self.integral.map(|integral| (integral, PARAMETERS.map(number)))
    }
}
