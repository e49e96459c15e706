//! [`Turn`], a statement `variable |= law` as simulation and prediction use it.
//!
//! The rules for the draw of a statement take a few hundred lines, which no hot loop runs. With types they
//! would be compiled for each statement of each model; programs that draw have 3 to 6 % fewer functions
//! without.

use crate::frame::Frame;
use crate::model::drawing::{DrawnLaw, DrawnVariable};
use crate::model::facts::{LawFacts, VariableFacts};
use crate::model::rows::RowElements;
use crate::name::VarSet;

/// The facts of a statement on which its draws depend, as plain values.
pub(crate) struct TurnFacts {
    pub variable: VariableFacts,
    pub law: LawFacts,
    /// The variables that must have values before the statement's variable is drawn: those in the law's
    /// arguments and in the bounds of a parameter.
    pub reads: &'static VarSet,
    /// True if the log density is a quadratic function of the variable.
    pub is_normal: bool,
}

/// A statement without its types: the code that draws statements is compiled once, not for each statement.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub facts: &'static TurnFacts,
    pub variable: &'a dyn DrawnVariable,
    pub law: &'a dyn DrawnLaw,
    /// The elements to which rows belong, if a marginalised variable does not have one row for each element.
    pub owners: Option<&'a RowElements>,
    /// The text of the statement, for messages.
    pub text: &'a str,
}

impl Turn<'_> {
    /// True if the law mentions the parameter of which its variable is a part.
    pub fn reads_itself(&self) -> bool {
        self.law.reads_itself(self.facts.variable.target)
    }

    /// Returns true if every element is drawn independently of the others.
    pub fn is_elementwise(&self) -> bool {
        self.law.is_elementwise(self.variable)
    }

    /// The log density of each observation.
    pub fn log_densities(&self, frame: &mut Frame<'_>) -> Vec<f64> {
        self.law.log_densities(self.variable, frame)
    }
}
