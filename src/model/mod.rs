//! Statements, and models made of them.
//!
//! `mu |= normal(0.0, 5.0)` is an [`EqNode`], `theta = mu + tau * eta` a [`Definition`], `increment(e)` an
//! [`Increment`], `for_each(n, |k| …)` a [`ForEach`]; a [`GlueNode`] joins two of anything. The macro
//! [`model!`](macro@crate::model) writes the calls and glues in a balanced tree.

mod composed;
mod condition;
pub(crate) mod conjugacy;
mod definition;
pub(crate) mod drawing;
mod empty;
pub(crate) mod equation;
mod for_each;
mod glue;
mod held;
mod incomplete;
mod increment;
mod macros;
pub(crate) mod marginal;
mod parts;
#[cfg_attr(doc, doc(hidden))]
pub mod statement;
mod statement_names;
mod summed;
mod value_of;
pub(crate) mod variable;
mod written;

use crate::compiler::Compiler;
pub use crate::compiler::Elements;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::check as check_glue;
use crate::sealed::Sealed;
#[cfg_attr(doc, doc(hidden))]
pub use composed::ComposedNode;
pub use condition::Condition;
use core::ops::BitAnd;
#[cfg_attr(doc, doc(hidden))]
pub use definition::{BoundDefinition, Defined};
pub use definition::{Definition, define, destructure};
#[cfg_attr(doc, doc(hidden))]
pub use empty::{BoundEmpty, Empty};
#[cfg_attr(doc, doc(hidden))]
pub use equation::{BoundEqNode, EqNode, Follow};
#[cfg_attr(doc, doc(hidden))]
pub use for_each::BoundForEach;
pub use for_each::{ForEach, for_each};
pub(crate) use glue::{Both, check};
#[cfg_attr(doc, doc(hidden))]
pub use glue::{BoundGlueNode, GlueNode};
pub use held::Held;
#[cfg_attr(doc, doc(hidden))]
pub use held::{BoundHeld, Conditioned, ConditionedAt, Holding, Intervened, IntervenedAt};
#[cfg_attr(doc, doc(hidden))]
pub use incomplete::PartlyConditioned;
pub use incomplete::StatedWith;
#[cfg_attr(doc, doc(hidden))]
pub use increment::BoundIncrement;
pub use increment::{Increment, increment};
pub use marginal::written::{Marginal, Marginalise};
#[cfg_attr(doc, doc(hidden))]
pub use marginal::{
    BoundMarginal, CoupledMarginal, MarginalTerm, Pass, Recovered, Slope, SummedOut, Summing, VisitSummed,
};
pub(crate) use marginal::{
    ElementGroups, JointPosterior, NO_ELEMENT, NormalGroup, ROWS_OF_INTEGRAL, Table, integral_of, joint_of,
    joint_scratch,
};
#[cfg_attr(doc, doc(hidden))]
pub use parts::Parted;
use statement::{BoundModel, ModelFacts};
pub(crate) use statement_names::StatementNames;
pub(crate) use summed::Summed;
pub use value_of::Numbers;
#[cfg_attr(doc, doc(hidden))]
pub use value_of::ValueOf;
pub(crate) use variable::target_complaint;
#[cfg_attr(doc, doc(hidden))]
pub use variable::{BoundVariable, Observed, Parameter, Variable, VariableFacts, VariableKind};
#[cfg_attr(doc, doc(hidden))]
pub use written::OnTheLeft;
pub use written::{again, expression, follow, named, part};

/// One or more statements as they are written.
///
/// A model is `Copy` and borrows its data. [`compile`](crate::posterior::compile::Compile::compile) turns it
/// into a [posterior](crate::posterior::Posterior) that owns what it needs of them.
#[diagnostic::on_unimplemented(
    message = "this is neither a statement nor a model",
    note = "a model is made of statements: `model! {{ x |= distribution, name = expression, increment(term) }}`"
)]
pub trait Model: Sealed + Copy + Send + Sync {
    /// The statements as they run.
    type Bound: BoundModel;

    /// The facts that are known while a program is compiled.
    const FACTS: ModelFacts = <Self::Bound as BoundModel>::FACTS;

    /// Evaluated where the user makes the statement: does not compile if a variable cannot follow its
    /// distribution.
    const CHECKED: () = ();

    /// Checks every statement, claims its memory, packs its data, and makes the statements that run.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;

    /// Tells what each statement is about: see [`graph`](crate::graph).
    fn sketch(&self, sketch: &mut Sketch);
}

/// Lets models be glued by `&`.
macro_rules! glued_by_and {
    ($($Model:ident<$($Parameter:ident),*>),*) => {$(
        impl<$($Parameter,)* Next: Model> BitAnd<Next> for $Model<$($Parameter),*>
        where
            Self: Model,
        {
            type Output = GlueNode<Self, Next>;

            #[inline(never)]
            fn bitand(self, next: Next) -> Self::Output {
                const { check_glue::<Self, Next>() }
                GlueNode::new(self, next)
            }
        }
    )*};
}

glued_by_and!(
    EqNode<F, Target, A, Sh>,
    ComposedNode<Target, L, N>,
    Definition<Var, N>,
    Increment<N>,
    PartlyConditioned<Var, M>,
    ForEach<F>,
    GlueNode<L, R>,
    Empty<>
);
