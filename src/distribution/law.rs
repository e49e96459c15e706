//! The right side of `|=`, as a log density that is an expression of the variable.

use crate::contract::expression::{Expression, Expressions, Fit, Fitted, Prepend};
use crate::contract::family::{Family, Terms, whole_arguments_are_data};
use crate::contract::node::Tuple;
use crate::contract::sketch::LawSketch;
use crate::distribution::Distribution;
use crate::node::LogDensity;
use crate::sealed::Sealed;

/// A distribution, or what is made of distributions, of variables `Variable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no distribution of this variable",
    note = "distributions are listed in `monomorph::distribution`"
)]
pub trait Law<Variable: Expression>: Sealed + Copy + Send + Sync {
    /// The log density of each element.
    type LogDensity: Expression;

    /// True if only whole numbers follow it.
    const IS_DISCRETE: bool;

    /// Evaluated where the user makes a statement or an expression of the law: does not compile if an
    /// argument is what it cannot be.
    const CHECKED: ();

    /// True if the log density of a vector is the sum of those of its elements, each of which is an element
    /// of the expression.
    const IS_ELEMENTWISE: bool;

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

/// The arguments of a distribution with the variable before them.
pub(super) type With<Variable, Arguments> = <Arguments as Prepend<Variable>>::Output;

impl<F, Arguments> Sealed for Distribution<F, Arguments> {}

/// Does not compile if a distribution has no log density of single elements, or an argument is what it cannot
/// be.
#[track_caller]
const fn check<F: Family, A: Tuple>() {
    assert!(
        F::Totals::READS.is_empty(),
        "monomorph: a distribution of a whole vector has no log density of single elements"
    );
    whole_arguments_are_data::<F, A>().refuse();
}

impl<F: Family, Arguments, Variable: Expression> Law<Variable> for Distribution<F, Arguments>
where
    Arguments: Prepend<Variable> + Copy + Send + Sync,
    With<Variable, Arguments>: Fit,
{
    type LogDensity =
        LogDensity<F, Fitted<With<Variable, Arguments>>, <With<Variable, Arguments> as Fit>::Shape>;
    const IS_DISCRETE: bool = F::ARGUMENTS[0].domain.is_discrete();
    const CHECKED: () = check::<F, <Fitted<With<Variable, Arguments>> as Expressions>::Bound>();
    const IS_ELEMENTWISE: bool = F::Totals::READS.is_empty();

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        let () = <Self as Law<Variable>>::CHECKED;
        LogDensity::new(self.arguments.prepend(variable).lift())
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let domain = F::ARGUMENTS[0].domain;
        (!domain.contains(observation)).then(|| domain.rule())
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        let expressions: Fitted<With<Variable, Arguments>> = self.arguments.prepend(variable).lift();
        LawSketch::of::<F>(expressions.parts())
    }

    fn describe(&self, text: &mut String) {
        text.push_str(F::NAME);
        text.push_str("(…)");
    }
}
