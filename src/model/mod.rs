//! Statements, and models made of them.
//!
//! `mu |= normal(0.0, 5.0)` is an [`EqNode`], `theta = mu + tau * eta` a [`Definition`], `increment(e)` an
//! [`Increment`]; a [`GlueNode`] joins two of anything. The macro [`model!`](macro@crate::model) writes the calls and
//! glues in a balanced tree.

mod composed;
mod condition;
mod definition;
mod edges;
mod elements;
mod empty;
mod equation;
mod factors;
mod glue;
mod held;
mod increment;
mod kept;
mod level;
mod macros;
mod outline;
mod restricted;
mod sum;
mod totals;
mod value_of;
mod variable;
mod way;
mod written;

pub use composed::ComposedNode;
pub use condition::Condition;
pub use definition::{Defined, Definition, define};
pub use edges::Edges;
pub use elements::Elements;
pub use empty::Empty;
pub use equation::{EqNode, Follow};
pub use factors::{Curve, Factor, Factors};
pub use glue::GlueNode;
use glue::check as check_glue;
pub use held::{Conditioned, ConditionedAt, Held, Holding, Intervened, IntervenedAt};
pub use increment::{Increment, increment};
pub(crate) use kept::KeptRows;
pub use level::Level;
pub(crate) use restricted::known;
pub use restricted::{FocusOn, Restricted};
pub use totals::Totals;
pub use value_of::{Numbers, ValueOf};
pub use variable::Variable;
pub use way::{Done, DoneInPart, Seen, SeenInPart, Way};
pub use written::{again, expression, follow, part};

use crate::compile::Compiler;
use crate::error::Error;
#[cfg(feature = "random")]
use crate::gibbs::Sites;
use crate::graph::Sketch;
use crate::name::{VarSet, Variables};
#[cfg(feature = "random")]
use crate::predict::{Complaint, Observations, Simulation};
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::simd::Frame;
use core::ops::BitAnd;
use pulp::Simd;

/// One or more statements.
///
/// One evaluation visits the tree in this order:
///
/// ```text
/// constrain   left to right   parameters from the unconstrained point, with their log Jacobians; level by level
/// define      left to right   values of definitions
/// score       left to right   log densities; adjoints flow to parameters and definitions at once
/// propagate   right to left   adjoints of definitions flow to what they mention
/// pull_back   right to left   adjoints of parameters become the gradient; level by level, the highest first
/// ```
#[diagnostic::on_unimplemented(
    message = "this is neither a statement nor a model",
    note = "a model is made of statements: `model! {{ x |= distribution, name = expression, increment(term) }}`"
)]
pub trait Model: Sealed + Copy + Send + Sync {
    /// The variables on the left of a `|=`.
    const LHS: VarSet;

    /// The names of definitions.
    const DEFINED: VarSet;

    /// Every variable that is mentioned.
    const ALL: VarSet;

    /// What definitions, and parameters by their bounds, depend on.
    const EDGES: Edges;

    /// The variables that have been given a value.
    const HELD: VarSet = VarSet::EMPTY;

    /// The parameters of which some elements have been given values.
    const PARTLY: VarSet = VarSet::EMPTY;

    /// The parameters that are whole numbers.
    const DISCRETE: VarSet = VarSet::EMPTY;

    /// True if data, increments or variables with a value tell of parameters.
    const HAS_EVIDENCE: bool = false;

    /// True for two models in one.
    const IS_GLUED: bool = false;

    /// True if anything adds to the log density: definitions do not.
    const HAS_DENSITY: bool = true;

    /// What the statements' log densities are as functions of single variables.
    const FACTORS: Factors = Factors::unknown(&Self::ALL);

    /// True if the bounds of a parameter mention another.
    const HAS_LEVELS: bool = Self::EDGES.first_bound(&Self::DEFINED).is_some();

    /// The variables that the statements which the scope keeps mention.
    type Needs<C: Scope>: Variables;

    /// What leaves the posterior of the model `Root` unknown in closed form.
    #[cfg(feature = "random")]
    #[doc(hidden)]
    type Inexact<Root: Model>: Complaint;

    /// Evaluated where the user makes the statement: does not compile if a variable cannot follow its distribution.
    const CHECKED: () = ();

    /// The number of statements that the scope keeps.
    fn count<C: Scope>() -> usize {
        0
    }

    /// Checks every statement and claims its memory.
    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error>;

    /// Checks the data of every statement and computes what depends on data alone.
    fn fold(&mut self, _compiler: &Compiler, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Leaves out what `fold` has computed.
    fn drop_constants(&mut self) {}

    /// Computes the parameters of a level from the unconstrained point.
    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level, _: &mut Totals<S>) {}

    /// Computes the values of definitions.
    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    /// Adds up log densities, and passes on adjoints.
    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: &mut Totals<S>) {}

    /// Passes on the adjoints of definitions.
    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    /// Turns the adjoints of the parameters of a level into the gradient, and passes them on to their bounds.
    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level) {}

    /// Adds the log density of each row of a statement to the sum of its own, of those statements that have as many rows as
    /// there are sums. Terms of data alone are left out.
    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: &mut [f64]) {}

    /// Adds what a Gibbs sampler of the model `Root` updates: the parameters on the left of statements.
    #[cfg(feature = "random")]
    #[doc(hidden)]
    fn sites<'s, Root: Model + 's>(&self, _: &mut Sites<'s, Root>)
    where
        Self: 's,
    {
    }

    /// Draws the variable on the left of each statement, and computes definitions: see [`predict`](crate::predict).
    #[cfg(feature = "random")]
    fn simulate(&self, _: &mut Simulation<'_>, _: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Tells the log density of each observation.
    #[cfg(feature = "random")]
    fn observe(&self, _: &mut Observations, _: &mut Frame<'_>) {}

    /// Tells what each statement is about: see [`graph`](crate::graph).
    fn sketch(&self, sketch: &mut Sketch);

    /// Computes the unconstrained coordinates of the parameters whose values the frame holds.
    fn unconstrain(&self, _frame: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
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
    GlueNode<L, R>,
    Empty<>
);
