//! [`ComposedNode`], the statement `variable |= law` before it is bound, for a law that is not a plain
//! distribution.

use crate::compiler::{Compiler, Context, LEFT, StatementNames};
use crate::contract::expression::Expression;
use crate::contract::law::{Law, Measure};
use crate::contract::node::Node;
use crate::contract::sketch::Sketch;
use crate::contract::transform::SupportKind;
use crate::error::Error;
use crate::model::drawing::DrawnVariable;
use crate::model::equation::BoundEqNode;
use crate::model::law::{ComposedLaw, Summed};
use crate::model::rows::RowElements;
use crate::model::statement::{BoundModel, BoundVariable, Model, Shared, target_complaint};
use crate::model::variable::Variable;
use crate::name::{Text, VarSet};
use crate::sealed::{Sealed, sealed};

/// The statement `Target |= L`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct ComposedNode<Target, L, N> {
    variable: Target,
    law: L,
    log_density: N,
    /// The text of the statement as the user wrote it, if it is known.
    source: Option<&'static str>,
}

/// Does not compile if the variable cannot follow the law.
#[track_caller]
const fn check<Target: Variable, L: Law<Target>>() {
    let () = L::CHECKED;
    let is_censored = L::MEASURE.is_both() && !L::IS_OF_DATA;
    let measure = if is_censored { Measure::Densities } else { L::MEASURE };
    target_complaint::<Target::BoundVariable>(measure).refuse();
    if let Some((support, complaint)) = L::SUPPORT {
        support_complaint::<Target::BoundVariable>(support, complaint).refuse();
    }
}

/// Returns the complaint about a parameter that is not declared on the support of its law, or of which only
/// a part stands on the left; the text is empty if there is nothing to complain about.
const fn support_complaint<Target: BoundVariable>(support: SupportKind, complaint: &'static str) -> Text {
    let fits =
        !Target::FACTS.is_parameter() || Target::FACTS.support.kind.is(support) && !Target::FACTS.is_part();
    VarSet::complain(if fits { None } else { Target::FACTS.var() }, complaint)
}

impl<Target: Variable, L: Law<Target>> ComposedNode<Target, L, L::LogDensity> {
    /// The statement that a variable follows a law.
    pub(crate) fn new(variable: Target, law: L, source: Option<&'static str>) -> Self {
        let () = <Self as Model>::CHECKED;
        let log_density = law.log_density_at(variable);
        Self { variable, law, log_density, source }
    }
}

impl<Target: Variable, L: Law<Target>, N: Expression> ComposedNode<Target, L, N> {
    /// Returns the text of the statement, for messages.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::new();
        self.variable.describe(&mut text);
        text.push_str(" |= ");
        self.law.describe(&mut text);
        text
    }

    /// Returns true if the law mentions the parameter of which its variable is a part.
    fn reads_itself(&self) -> bool {
        let law = self.law.sketch(self.variable);
        let mut parts = law.arguments().iter().map(|argument| &argument.value);
        parts.any(|part| part.variables().iter().any(|name| name == Target::BoundVariable::FACTS.name))
    }

    /// Checks that every observation is of a kind that can follow the law.
    fn check_observations(&self, context: &Context) -> Result<(), Error> {
        let length = self.variable.sides().length();
        for index in 0..length.unwrap_or(1) {
            let Some(observation) = self.variable.datum(index) else { break };
            if let Some(rule) = self.law.broken_rule_in_full(index, observation) {
                let index = length.map(|_| index);
                return Err(context.outside(LEFT.to_owned(), index, observation, &rule));
            }
        }
        Ok(())
    }
}

impl<Target: Variable, L: Law<Target>, N: Expression> Model for ComposedNode<Target, L, N> {
    type Bound = Shared<BoundEqNode<Target::BoundVariable, ComposedLaw<N::Bound>>>;
    const CHECKED: () = check::<Target, L>();

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let text = self.text();
        let reads_itself: fn(&Self) -> bool =
            const { if Target::BoundVariable::FACTS.is_part() { Self::reads_itself } else { |_| false } };
        let check = |context: &Context| self.check_observations(context);
        let statement = Composed {
            variable: self.variable.anonymous(),
            log_density: self.log_density.erase(),
            is_elementwise: L::IS_ELEMENTWISE,
            reads_itself: reads_itself(&self),
            check: &check,
        };
        statement.bind(text, const { &Self::NAMES }, compiler).map(Shared::new)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.follows(self.variable.sketch_target(), self.law.sketch(self.variable), self.text());
    }
}

impl<Target: Variable, L, N: Expression> ComposedNode<Target, L, N> {
    /// The names in the statement; the statement is bound without them.
    const NAMES: StatementNames = StatementNames {
        target: Target::BoundVariable::FACTS.var(),
        vars: N::VARS,
        crossed: <N::Bound as Node>::FACTS.reads_other_rows,
        quadratic: &<BoundEqNode<Target::BoundVariable, ComposedLaw<N::Bound>> as BoundModel>::FACTORS
            .quadratic(),
    };
}

/// The statement without its names; of its law only the log density is kept.
struct Composed<'a, Target, N> {
    variable: Target,
    log_density: N,
    is_elementwise: bool,
    reads_itself: bool,
    /// Checks that every observation can follow the law.
    check: &'a dyn Fn(&Context) -> Result<(), Error>,
}

impl<Target: Variable, N: Expression> Composed<'_, Target, N> {
    fn bind(
        self,
        text: String,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<BoundEqNode<Target::BoundVariable, ComposedLaw<N::Bound>>, Error> {
        let text = compiler.start_statement(text);
        let variable = self.variable.bind_variable(compiler)?;
        let Summed { term, sum, rows } = Summed::bind(self.log_density, names, compiler)?;
        let rows_of_sum = sum.length();
        let sum = sum.without_set(names.target, variable.sides(), self.is_elementwise, compiler)?;
        (self.check)(compiler.context())?;
        let law = ComposedLaw {
            log_density: term,
            sum,
            is_elementwise: self.is_elementwise,
            reads_itself: self.reads_itself,
            constant: 0.0,
            dropped: 0.0,
        };
        let owners = RowElements::bind(rows_of_sum, names, compiler)?;
        Ok(BoundEqNode { variable, law, rows, owners, text })
    }
}

sealed! {
    [Target, L, N] ComposedNode<Target, L, N>;
}
