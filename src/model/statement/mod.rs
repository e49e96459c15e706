//! Statements as they run: `compile()` creates them from a [model](mod@crate::model), and an evaluation
//! visits them.

mod blame;
mod both;
mod law;
mod model;
mod nothing;
pub(crate) mod outline;
mod restricted;
pub(crate) mod schedule;
mod shared;
mod sites;
mod variable;

use crate::contract::conjugacy::Factors;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::{Complaint, Observations, Simulation};
use crate::model::facts::{Level, ModelFacts};
use crate::model::marginalised::VisitSummed;
use crate::model::rows::{Points, Tally, score_each_point};
use crate::name::Variables;
use crate::sealed::Sealed;
#[cfg_attr(doc, doc(hidden))]
pub use blame::Blame;
pub(crate) use both::Both;
#[cfg_attr(doc, doc(hidden))]
pub use law::BoundLaw;
pub(crate) use law::{NeedsOf, NeedsOfAll};
pub use model::Model;
pub(crate) use nothing::{no_count, no_pass, no_score, no_score_of_points};
pub(crate) use outline::OUTLINED;
#[cfg(feature = "rayon")]
pub(crate) use outline::call_with_points;
use pulp::Simd;
pub(crate) use restricted::known;
#[cfg_attr(doc, doc(hidden))]
pub use restricted::{FocusOn, Restricted, Transforms};
#[cfg_attr(doc, doc(hidden))]
pub use schedule::{Schedule, Scheduled};
#[cfg_attr(doc, doc(hidden))]
pub use shared::Shared;
pub use sites::Sites;
pub use variable::BoundVariable;
pub(crate) use variable::target_complaint;

/// One or more statements as they run: places and sizes of a compiled [model](crate::model::Model).
///
/// One evaluation visits the tree in this order:
///
/// ```text
/// constrain   left to right   parameters from the unconstrained point, with their log Jacobians;
///     level by level
/// define      left to right   values of definitions
/// score       left to right   log densities; adjoints flow to parameters and definitions at once
/// propagate   right to left   adjoints of definitions flow to what they mention
/// pull_back   right to left   adjoints of parameters become the gradient; level by level, the highest first
/// ```
pub trait BoundModel: Sealed + Scheduled + Clone + Send + Sync + 'static {
    /// The facts that are known while a program is compiled.
    const FACTS: &'static ModelFacts;

    /// The curves of the statements' log densities as functions of single variables. They are long, and are
    /// computed only for uses of conjugate priors.
    const FACTORS: Factors;

    /// The variables that are mentioned in statements which the scope keeps.
    type Needs<C: Scope>: Variables;

    /// The complaint about a statement that leaves the posterior of the model `Root` unknown in closed form.
    #[doc(hidden)]
    type Inexact<Root: BoundModel>: Complaint;

    /// Returns the number of statements that the scope keeps.
    fn count<C: Scope>() -> usize {
        0
    }

    /// Checks the data of every statement and computes the terms that depend on data alone.
    fn precompute(&mut self, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Drops the constant terms that `precompute` has computed.
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

    /// Adds up log densities at each of several points, and passes on adjoints.
    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        score_each_point(self, simd, points, Self::score::<C, S>);
    }

    /// Passes on the adjoints of definitions.
    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    /// Turns the adjoints of the parameters of a level into the gradient, and passes them on to their bounds.
    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level) {}

    /// Adds the log density of each row to the tally, for the statements that the tally takes, and passes on
    /// the adjoints that it returns.
    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, _: S, _: &mut Frame<'_>, _: &mut T) {}

    /// Shows the marginalised variables to a visitor, one after the other; parameters and definitions have
    /// their values.
    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(&self, _: S, _: &mut Frame<'_>, _: &mut V) {}

    /// Adds the sites that a Gibbs sampler updates: the parameters on the left of statements.
    #[doc(hidden)]
    fn sites<T: Sites>(&self, _: &mut T) {}

    /// Records the log density of each statement separately, and adds its adjoints.
    #[doc(hidden)]
    fn blame<C: Scope>(&self, _: &mut Blame<'_>, _: &mut Frame<'_>) {}

    /// Draws the variable on the left of each statement, and computes definitions: see
    /// [`predict`](crate::predict).
    fn simulate(&self, _: &mut Simulation<'_>, _: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Adds the log density of each observation.
    fn observe(&self, _: &mut Observations, _: &mut Frame<'_>) {}

    /// Computes the unconstrained coordinates of the parameters whose values the frame holds.
    fn unconstrain(&self, _frame: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
}
