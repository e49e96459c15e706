//! The right side of `|=`: a [`Law`] of the variable on the left, most often a [`Distribution`], a family
//! with its arguments.

mod distribution;
mod measure;

pub use distribution::Distribution;
pub use measure::Measure;

use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::contract::sketch::LawSketch;
use crate::contract::transform::SupportKind;
use crate::sealed::Sealed;

/// A distribution, or a law made of distributions, of variables `Variable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a distribution of this variable",
    note = "distributions are listed in `monomorph::distribution`"
)]
pub trait Law<Variable: Expression>: Sealed + Copy + Send + Sync {
    /// The log density of each element.
    type LogDensity: Expression;

    /// The measure of the log densities, which their node declares: probabilities for whole numbers, both
    /// probabilities and densities for a law with atoms.
    const MEASURE: Measure = <<Self::LogDensity as Expression>::Bound as Node>::FACTS.measure;

    /// True if only data can follow the law: a sum over laws that has atoms. If a parameter follows a
    /// censored law, the limits are bounds, and the law has a density between them.
    const IS_OF_DATA: bool = false;

    /// Evaluated where the user makes a statement or an expression of the law: does not compile if an
    /// argument has a wrong kind.
    const CHECKED: ();

    /// True if the log density of a vector is the sum of the log densities of its elements, each an element
    /// of the expression.
    const IS_ELEMENTWISE: bool;

    /// The kind of support on which a parameter can follow the law, and the error text for other supports,
    /// which stands after the parameter's name; `None` if any support is possible.
    const SUPPORT: Option<(SupportKind, &'static str)> = None;

    /// The log density at a variable.
    fn log_density_at(self, variable: Variable) -> Self::LogDensity;

    /// The rule that an observation breaks, if no observation with this value can follow the law.
    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str>;

    /// The rule that an observation breaks, with the numbers that only the law has; `None` if it breaks none.
    fn broken_rule_in_full(&self, index: usize, observation: f64) -> Option<String> {
        self.broken_rule(index, observation).map(str::to_owned)
    }

    /// Appends the law as a user would write it.
    fn describe(&self, text: &mut String);

    /// The sketch of the law of a variable for the graph.
    fn sketch(&self, variable: Variable) -> LawSketch;
}
