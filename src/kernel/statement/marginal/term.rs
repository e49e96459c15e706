//! The sum over a marginalised variable as a statement of its own, without the statements that do not mention
//! the variable.

use super::Marginal;
use crate::frame::Frame;
use crate::name::{Name, VarSet};
use crate::scope::Scope;
use crate::shape::Shape;
use crate::statement::{BoundModel, Edges, Schedule, Scheduled, Totals};
use pulp::Simd;

/// The sum over `Var`.
#[derive(Clone, Debug)]
pub struct MarginalTerm<Var, Sh, M>(pub(super) Marginal<Var, Sh, M>);

impl<Var: Name, Sh: Shape, M: BoundModel> BoundModel for MarginalTerm<Var, Sh, M> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = M::ALL;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = ();
    #[cfg(feature = "random")]
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
