//! The log density of a distribution as an expression of its variable.

use crate::contract::expression::{Expression, Expressions, Fit, Fitted, Prepend};
use crate::contract::family::{Family, Terms, whole_arguments_are_data};
use crate::contract::law::{Distribution, Law};
use crate::contract::node::Tuple;
use crate::contract::sketch::LawSketch;
use crate::node::LogDensity;
use crate::sealed::Sealed;

/// The arguments of a distribution with the variable before them.
pub(super) type With<Variable, Arguments> = <Arguments as Prepend<Variable>>::Output;

impl<F, Arguments> Sealed for Distribution<F, Arguments> {}

/// Does not compile if a distribution has no log density of single elements, or if an argument has an
/// invalid form.
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
    const CHECKED: () = check::<F, <Fitted<With<Variable, Arguments>> as Expressions>::Bound>();
    const IS_ELEMENTWISE: bool = F::Totals::READS.is_empty();

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        let () = <Self as Law<Variable>>::CHECKED;
        LogDensity::new(self.arguments.prepend(variable).lift())
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let domain = F::FACTS.arguments[0].domain;
        (!domain.contains(observation)).then(|| domain.rule())
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        let expressions: Fitted<With<Variable, Arguments>> = self.arguments.prepend(variable).lift();
        LawSketch::of::<F>(expressions.parts())
    }

    fn describe(&self, text: &mut String) {
        text.push_str(F::FACTS.name);
        text.push_str("(…)");
    }
}
