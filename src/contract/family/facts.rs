//! The facts about a family beyond its formula.

use crate::contract::conjugacy::Curve;
use crate::contract::family::{Argument, Property, Rule};
use crate::frame::MAX_ARGUMENTS;

/// The factors of log x and log(1 − x) in the log density of a row, given its numbers; nothing where numbers
/// are so large that its terms are others.
pub type FactorsOfLogarithms = fn(&[f64; MAX_ARGUMENTS]) -> Option<[f64; 2]>;

/// The facts about a [family](super::Family), of which `density!` writes those that a distribution says.
#[derive(Clone, Copy)]
pub struct FamilyFacts {
    /// The name in a model.
    pub name: &'static str,

    /// The variable and the arguments.
    pub arguments: &'static [Argument],

    /// The facts that readers of a model ask for.
    pub properties: &'static [Property],

    /// Rules beyond the domains, for data.
    pub rules: &'static [Rule],

    /// The number of columns: functions of the variable alone that terms read in the places after the
    /// arguments.
    pub columns: usize,

    /// The place of the column that is the logarithm of the variable, which the transform of a scalar above 0
    /// knows.
    pub known_column: Option<usize>,

    /// True if terms are others where a count is large, so that a statement without large counts need not
    /// ask.
    pub has_large_counts: bool,

    /// The column in whose place terms read its sum over the vector that the observation is an element of, if
    /// there is one: of data, else 0.
    pub summed: Option<usize>,

    /// The argument whose logarithm a term reads in the place [`LOGARITHM`](super::LOGARITHM), beside the
    /// argument itself. The log density is a function without it, less this logarithm, so that a statement
    /// may subtract the logarithm of a product of all its rows.
    pub logarithm_of: Option<usize>,

    /// The variable and the arguments of which terms read 1 − x, in the places
    /// [`COMPLEMENT`](super::COMPLEMENT) and [`SECOND_COMPLEMENT`](super::SECOND_COMPLEMENT), beside x
    /// itself: at most two. A parameter knows it where x is next to 1.
    pub complements: &'static [usize],

    /// The variable or the argument between 0 and 1 in whose logarithm, and in that of its complement, the
    /// log density is linear where all else is data, and the factors of both in one row. A statement is then
    /// two sums over its data.
    pub linear_in_logarithms: Option<(usize, FactorsOfLogarithms)>,

    /// The number in a term that depends on nothing, with the place of what the term reads: it is left out
    /// where the terms of data alone are, if the term is none of them.
    pub constant: Option<(usize, f64)>,

    /// The argument that may be given by its square, if the log density is less with its logarithm: see
    /// [`TermsOfSquare`](super::Family::TermsOfSquare).
    pub squared: Option<usize>,

    /// The curves of the log density as a function of the variable, or of an argument, where they have a
    /// name: for conjugacy.
    pub curves: &'static [(usize, Curve)],
}

impl FamilyFacts {
    /// The facts about a family of which nothing but its name and its arguments is known.
    pub const fn of(name: &'static str, arguments: &'static [Argument]) -> Self {
        Self {
            name,
            arguments,
            properties: &[],
            rules: &[],
            columns: 0,
            known_column: None,
            has_large_counts: false,
            summed: None,
            logarithm_of: None,
            complements: &[],
            linear_in_logarithms: None,
            constant: None,
            squared: None,
            curves: &[],
        }
    }

    /// True for the density that is 1 everywhere.
    pub const fn is_flat(&self) -> bool {
        matches!(self.properties, [Property::Improper])
    }

    /// The place of what is a vector of probabilities.
    pub const fn probabilities(&self) -> Option<usize> {
        let (mut place, mut i) = (None, 0);
        while i < self.properties.len() {
            if let Property::Probabilities(found) = self.properties[i] {
                place = Some(found);
            }
            i += 1;
        }
        place
    }
}
