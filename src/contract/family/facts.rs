//! The facts about a family beyond its formula.

use crate::contract::conjugacy::Curve;
use crate::contract::family::{Argument, Constraint, Property};
use crate::frame::MAX_ARGUMENTS;

/// The factors of log x and of log(1 − x) in the log density of a row, given the numbers of the row; `None`
/// for large numbers, for which the family has other terms.
pub type FactorsOfLogarithms = fn(&[f64; MAX_ARGUMENTS]) -> Option<[f64; 2]>;

/// The facts about a [family](super::Family). `density!` fills in the facts that a distribution declares.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FamilyFacts {
    /// The name in a model.
    pub name: &'static str,

    /// The variable and the arguments.
    pub arguments: &'static [Argument],

    /// The properties for the graph and its checks.
    pub properties: &'static [Property],

    /// Rules for data beyond the domains.
    pub rules: &'static [Constraint],

    /// The number of columns: functions of the variable alone that terms read in the places after the
    /// arguments.
    pub columns: usize,

    /// The place of the column that is the logarithm of the variable, if there is one; the transform of a
    /// positive scalar computes this logarithm anyway.
    pub known_column: Option<usize>,

    /// True if the family has other terms for large counts. A statement without large counts then need not
    /// check for them.
    pub has_large_counts: bool,

    /// The column in whose place terms read its sum over the vector to which the observation belongs, if
    /// the family has such a column. The sum is computed for data; for a parameter the place holds 0.
    pub summed: Option<usize>,

    /// The argument whose logarithm a term reads in the place [`LOGARITHM`](super::LOGARITHM), beside the
    /// argument itself. The log density is a function that does not contain this logarithm, minus this
    /// logarithm, so that a statement may subtract the logarithm of a product over all its rows.
    pub logarithm_of: Option<usize>,

    /// The variable and the arguments x, at most two, for which terms read 1 − x beside x, in the places
    /// [`COMPLEMENT`](super::COMPLEMENT) and [`SECOND_COMPLEMENT`](super::SECOND_COMPLEMENT). A parameter
    /// stores what 1 − x needs to be accurate where x is next to 1.
    pub complements: &'static [usize],

    /// The place of a variable or argument p between 0 and 1 for which the log density is linear in log p
    /// and log(1 − p) if everything else is data, and the function that returns both factors for a row. A
    /// statement is then two sums over its data.
    pub linear_in_logarithms: Option<(usize, FactorsOfLogarithms)>,

    /// The constant of a term, and a place that the term reads. A posterior without terms of data alone
    /// leaves out this constant too, even if the term reads variables.
    pub constant: Option<(usize, f64)>,

    /// The argument that may be given by its square, if the log density contains minus its logarithm: see
    /// [`TermsOfSquare`](super::Family::TermsOfSquare).
    pub squared: Option<usize>,

    /// The curves of the log density as a function of the variable or of an argument, by place, where the
    /// curves are known: for conjugate updates.
    pub curves: &'static [(usize, Curve)],
}

impl FamilyFacts {
    /// The facts about a family of which only the name and the arguments are known.
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

    /// The place of the variable or argument that is a vector of probabilities; `None` if there is none.
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
