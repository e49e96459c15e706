//! The sum over a marginalised variable as a statement of its own, without the statements that do not mention
//! the variable.

use super::BoundMarginal;
use crate::contract::conjugacy::Factors;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::facts::ModelFacts;
use crate::model::statement::{BoundModel, Schedule, Scheduled};
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::shape::Shape;
use pulp::Simd;

/// The sum over `Var`.
#[derive(Clone, Debug)]
pub struct MarginalTerm<Var, Sh, M>(pub(crate) BoundMarginal<Var, Sh, M>);

impl<Var: Name, Sh: Shape, M: BoundModel> BoundModel for MarginalTerm<Var, Sh, M> {
    const FACTS: &'static ModelFacts =
        &ModelFacts { all: M::FACTS.all, has_density: true, ..ModelFacts::NONE };
    const FACTORS: Factors = Factors::unknown(M::FACTS.all);
    type Needs<C: Scope> = ();
    type Inexact<Root: BoundModel> = ();

    fn count<C: Scope>() -> usize {
        1
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.0.sum_of_role::<C, S>(simd, frame, totals);
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> Scheduled for MarginalTerm<Var, Sh, M> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_named::<Self, C>(self);
    }
}

sealed! {
    [Var, Sh, M] MarginalTerm<Var, Sh, M>;
}
