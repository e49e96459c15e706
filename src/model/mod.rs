//! Statements, and models composed of them.
//!
//! `mu |= normal(0.0, 5.0)` is an [`EqNode`], `theta = mu + tau * eta` a [`Definition`], `increment(e)` an
//! [`Increment`], `for_each(n, |k| …)` a [`ForEach`]; a [`GlueNode`] joins two models. The macro
//! [`model!`](macro@crate::model) expands to the calls, and joins the statements in a balanced tree.

mod composed;
mod condition;
pub(crate) mod conjugacy;
mod definition;
pub(crate) mod drawing;
mod empty;
pub(crate) mod equation;
mod exact;
#[cfg_attr(doc, doc(hidden))]
pub mod facts;
mod for_each;
mod glue;
mod held;
mod incomplete;
mod increment;
#[cfg_attr(doc, doc(hidden))]
pub mod law;
mod macros;
pub(crate) mod marginal;
pub(crate) mod marginalised;
mod parts;
#[cfg_attr(doc, doc(hidden))]
pub mod rows;
mod scheduled;
#[cfg_attr(doc, doc(hidden))]
pub mod statement;
mod value_of;
#[cfg_attr(doc, doc(hidden))]
pub mod variable;
mod written;

pub use crate::compiler::Elements;
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
pub use facts::{VariableFacts, VariableKind};
#[cfg_attr(doc, doc(hidden))]
pub use for_each::BoundForEach;
pub use for_each::{ForEach, for_each};
use glue::check as check_glue;
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
pub use marginal::written::{Latents, Marginal, Marginalise};
#[cfg_attr(doc, doc(hidden))]
pub use marginal::{BoundMarginal, CoupledMarginal, MarginalTerm, Pass, Recovered, Slope, Summing};
pub(crate) use marginalised::{Beside, JointPosterior, NormalGroup};
#[cfg_attr(doc, doc(hidden))]
pub use marginalised::{SummedOut, VisitSummed};
#[cfg_attr(doc, doc(hidden))]
pub use parts::Parted;
#[cfg_attr(doc, doc(hidden))]
pub use statement::BoundVariable;
pub use statement::Model;
pub use value_of::Numbers;
#[cfg_attr(doc, doc(hidden))]
pub use value_of::ValueOf;
#[cfg_attr(doc, doc(hidden))]
pub use variable::{Observed, Parameter, Variable};
#[cfg_attr(doc, doc(hidden))]
pub use written::OnTheLeft;
pub use written::{again, expression, follow, named, part};

/// Implements `&` for models, which joins two of them.
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
