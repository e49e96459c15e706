//! [`EqNode`], the statement `variable |= distribution` before it is bound. The maths is in
//! [`BoundEqNode`](crate::model::BoundEqNode).

mod bound;
mod choice;
mod data;
mod join;
mod rows;
mod turn;

use crate::compiler::{Compiler, Split, StatementNames};
use crate::contract::expression::{Expression, Expressions, Fit, Fitted, Prepend};
use crate::contract::family::Family;
use crate::contract::law::Distribution;
use crate::contract::node::List;
use crate::contract::sketch::{LawSketch, Sketch};
use crate::error::Error;
use crate::expression::Expr;
use crate::model::drawing::DrawnVariable;
use crate::model::law::{FamilyLaw, Plan, name_of};
use crate::model::statement::{BoundModel, BoundVariable, Model, Shared, target_complaint};
use crate::model::variable::Variable;
use crate::sealed::{Sealed, sealed};
use crate::shape::{LeftOf, Shape, Sides};
#[cfg_attr(doc, doc(hidden))]
pub use bound::BoundEqNode;
use choice::Planned;
use core::marker::PhantomData;
use rows::{BoundRows, WrittenRows};

/// The statement `Target |= F(arguments)`. The nodes `A` are the variable and the arguments, made to fit the
/// statement's shape `Sh`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct EqNode<F, Target, A, Sh> {
    variable: Target,
    nodes: A,
    /// The text of the statement as the user wrote it, if it is known.
    source: Option<&'static str>,
    family: PhantomData<fn() -> (F, Sh)>,
}

/// The law as it runs.
type BoundLaw<F, A, Sh> = FamilyLaw<F, <A as Expressions>::Bound, Sh>;

/// The statement as it runs.
type Bound<F, Target, A, Sh> = BoundEqNode<<Target as Variable>::BoundVariable, BoundLaw<F, A, Sh>>;

/// A law that can stand on the right of `|=` when `Target` stands on the left.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no distribution",
    label = "not a distribution",
    note = "what follows `|=` is a distribution such as `normal(0.0, 1.0)`; a definition is written `name = expression`"
)]
pub trait Follow<Target: Variable> {
    /// The statement.
    type Statement: Model;

    /// Makes the statement. `source` is its text, for messages.
    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement;
}

impl<Target: Expression> Expr<Target> {
    /// The statement `self |= distribution`; `source` is its text, for messages.
    #[inline(never)]
    pub fn follow<D: Follow<Target>>(
        self,
        distribution: D,
        source: Option<&'static str>,
    ) -> Target::Stated<D::Statement>
    where
        Target: Variable,
    {
        let () = <D::Statement as Model>::CHECKED;
        Target::stated(distribution.statement(self.0, source))
    }
}

/// The variable and the arguments of a distribution.
type With<Target, Arguments> = <Arguments as Prepend<Target>>::Output;

impl<F: Family, Target: Variable, Arguments> Follow<Target> for Distribution<F, Arguments>
where
    Arguments: Prepend<Target>,
    With<Target, Arguments>: Fit,
    Target::Shape: LeftOf<<With<Target, Arguments> as Fit>::Shape>,
{
    type Statement =
        EqNode<F, Target, Fitted<With<Target, Arguments>>, <With<Target, Arguments> as Fit>::Shape>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        EqNode::new(variable, self.arguments.prepend(variable).lift(), source)
    }
}

/// Returns the name in messages of the variable, in the place 0, or of an argument of the family.
fn named<F: Family>(place: usize) -> String {
    name_of(F::FACTS.name, F::FACTS.arguments, place)
}

/// Does not compile if the variable cannot follow the family.
#[track_caller]
const fn check<F: Family, Target: BoundVariable>() {
    target_complaint::<Target>(F::FACTS.arguments[0].domain.measure()).refuse();
}

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// Returns the statement of these nodes, which fit the shape `Sh`.
    pub(crate) fn new(variable: Target, nodes: A, source: Option<&'static str>) -> Self {
        let () = Self::CHECKED;
        Self { variable, nodes, source, family: PhantomData }
    }

    /// Returns the text of the statement, for messages.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::new();
        self.variable.describe(&mut text);
        text.push_str(" |= ");
        text.push_str(F::FACTS.name);
        text.push('(');
        self.nodes.describe(1, &mut text);
        text.push(')');
        text
    }
}

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> Model for EqNode<F, Target, A, Sh> {
    type Bound = Shared<Bound<F, Target, A, Sh>>;
    const CHECKED: () = check::<F, Target::BoundVariable>();

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let (variable, nodes) = (self.variable.anonymous(), self.nodes.erase());
        let erased = EqNode { variable, nodes, source: self.source, family: self.family };
        match erased.bind_erased(const { &Self::NAMES }, compiler) {
            Ok(bound) => Ok(Shared::new(bound)),
            Err(error) => Err(error),
        }
    }

    fn sketch(&self, sketch: &mut Sketch) {
        let law = LawSketch::of::<F>(self.nodes.parts());
        sketch.follows(self.variable.sketch_target(), law, self.text());
    }
}

impl<F: Family, Target: Variable, A: Expressions, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// The names in the statement; the statement is bound without them.
    const NAMES: StatementNames = StatementNames {
        target: Target::BoundVariable::FACTS.var(),
        vars: <A::Bound as List>::FACTS.vars,
        crossed: <A::Bound as List>::FACTS.reads_other_rows,
        quadratic: &<Bound<F, Target, A, Sh> as BoundModel>::FACTORS.quadratic(),
    };

    /// Binds the statement; its types have no names.
    fn bind_erased(
        self,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Bound<F, Target, A, Sh>, Error> {
        let text = compiler.start_statement(self.text());
        let variable = self.variable.bind_variable(compiler)?;
        // A rewrite requires lengths that fit, so the first pass, which rewrites nothing, finds lengths that
        // do not fit.
        let sides = self.nodes.sides();
        let count = Sides::common(&sides).length().unwrap_or(1);
        let Planned { nodes, plan, columns, length, rows } = self.bind_nodes(count, names, compiler)?;
        let written = WrittenRows {
            name: &named::<F>,
            all: &sides[..A::COUNT],
            variable: variable.sides(),
            is_elementwise: BoundLaw::<F, A, Sh>::IS_ELEMENTWISE,
            refusal: BoundLaw::<F, A, Sh>::REFUSAL_OF_ROWS,
            constant: &|width, context| self.precompute_rows(&plan, count, width, context),
            length,
        };
        let BoundRows { width, kept, constant, owners } = written.bind(names, compiler)?;
        let known_logarithms = if const { Self::READS_LOGARITHMS.is_some() } {
            Self::logarithms(&nodes, compiler)
        } else {
            None
        };
        let is_parameter = Target::BoundVariable::FACTS.is_parameter();
        let split = match plan {
            Plan::Squares(_) => Split::Not,
            _ => BoundLaw::<F, A, Sh>::split(width),
        };
        let law = FamilyLaw {
            nodes,
            length,
            observations: if is_parameter { kept.count } else { count } as f64,
            kept,
            plan,
            cut: compiler.cut(length, split),
            width,
            constant,
            counts_are_small: false,
            columns,
            known_logarithms,
            logarithms: None,
            family: PhantomData,
        };
        Ok(BoundEqNode { variable, law, rows, owners, text })
    }
}

sealed! {
    [F, Target, A, Sh] EqNode<F, Target, A, Sh>;
}
