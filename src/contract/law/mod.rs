//! What stands on the right of `|=`: a [`Law`] of the variable on the left, most often a [`Distribution`], a
//! family with its arguments.

mod distribution;
mod measure;

pub use distribution::Distribution;
pub use measure::Measure;

use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::contract::sketch::LawSketch;
use crate::contract::transform::SupportKind;
use crate::sealed::Sealed;

/// A distribution, or what is made of distributions, of variables `Variable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no distribution of this variable",
    note = "distributions are listed in `monomorph::distribution`"
)]
pub trait Law<Variable: Expression>: Sealed + Copy + Send + Sync {
    /// The log density of each element.
    type LogDensity: Expression;

    /// The numbers of which the log densities are the logarithms, as their node says: of a law of whole
    /// numbers probabilities, of a law with atoms either.
    const MEASURE: Measure = <<Self::LogDensity as Expression>::Bound as Node>::FACTS.measure;

    /// True if only data can follow it: a sum over laws that has atoms. Of a parameter under a censored law
    /// the limits are bounds, between which there is a density.
    const IS_OF_DATA: bool = false;

    /// Evaluated where the user makes a statement or an expression of the law: does not compile if an
    /// argument is what it cannot be.
    const CHECKED: ();

    /// True if the log density of a vector is the sum of those of its elements, each of which is an element
    /// of the expression.
    const IS_ELEMENTWISE: bool;

    /// The supports on which alone a parameter can follow the law, and what is the matter with any other, to
    /// follow the name of the parameter.
    const SUPPORT: Option<(SupportKind, &'static str)> = None;

    /// The log density at a variable.
    fn log_density_at(self, variable: Variable) -> Self::LogDensity;

    /// The rule that an observation breaks, if none of its kind can follow the law.
    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str>;

    /// The broken rule in full, with the numbers in it that the law alone knows.
    fn broken_rule_in_full(&self, index: usize, observation: f64) -> Option<String> {
        self.broken_rule(index, observation).map(str::to_owned)
    }

    /// Appends the law as a reader would write it.
    fn describe(&self, text: &mut String);

    /// The sketch of the law of a variable for the graph.
    fn sketch(&self, variable: Variable) -> LawSketch;
}
