//! [`Turn`], a statement `variable |= law` as draws see it.

use crate::frame::Frame;
use crate::model::drawing::{DrawnLaw, DrawnVariable};
use crate::model::facts::{LawFacts, VariableFacts};
use crate::model::rows::RowElements;
use crate::name::VarSet;

/// The facts of a statement on which its draws depend, as plain values.
pub(crate) struct TurnFacts {
    pub variable: VariableFacts,
    pub law: LawFacts,
    /// The variables that must have values before the variable is drawn: those in the law's arguments and in
    /// the bounds of a parameter.
    pub reads: &'static VarSet,
    /// True if the log density is a quadratic function of the variable.
    pub is_normal: bool,
}

/// A statement without its types: how it is drawn is compiled once, not for each statement.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub facts: &'static TurnFacts,
    pub variable: &'a dyn DrawnVariable,
    pub law: &'a dyn DrawnLaw,
    /// The elements to which rows belong, where a variable that is marginalised does not have one row an
    /// element.
    pub owners: Option<&'a RowElements>,
    /// The statement as a reader would write it.
    pub text: &'a str,
}

impl Turn<'_> {
    /// True if the law mentions the parameter of which its variable is a part.
    pub fn reads_itself(&self) -> bool {
        self.law.reads_itself(self.facts.variable.target)
    }

    /// True if every element is drawn for itself.
    pub fn is_elementwise(&self) -> bool {
        self.law.is_elementwise(self.variable)
    }

    /// The log density of each observation.
    pub fn log_densities(&self, frame: &mut Frame<'_>) -> Vec<f64> {
        self.law.log_densities(self.variable, frame)
    }
}
