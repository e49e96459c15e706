//! The possible values of a marginalised variable: their probabilities given everything else, at a known
//! point.

use super::BoundMarginal;
use super::scope::{Slope, blanket, own};
use crate::contract::scope::{Scope, Sets};
use crate::frame::Frame;
use crate::model::conjugacy::Joint;
use crate::model::marginalised::{SummedOut, VisitSummed};
use crate::model::statement::{BoundModel, no_score};
use crate::name::Name;
use crate::sealed::Sealed;
use crate::shape::Shape;
use core::marker::PhantomData;
use pulp::Simd;

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Shows the variable to a visitor, and computes the definitions that depend on the values that the
    /// visitor has set.
    pub(crate) fn visit_own<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        let find = const {
            if Self::JOINT.is_some() {
                Self::find_jointly::<C, S>
            } else if Self::INTEGRAL.is_some() {
                Self::find_alone::<C, S>
            } else {
                Self::find_probabilities::<C, S>
            }
        };
        find(self, simd, frame);
        let variable = SummedOut {
            name: Var::NAME,
            extent: self.extent,
            blanket: blanket::<Var, M>(),
            slot: self.slot,
            lowest: self.lowest,
            table: self.table,
            joined: self.joined,
            integral: const { Self::INTEGRAL },
            together: self.together(frame),
            beside: self.beside.clone(),
        };
        visitor.visit(&variable, frame);
        let weigh = const {
            if matches!(Self::JOINT, Some(Joint::Laplace)) { Self::weigh_drawn::<C, S, V> } else { no_score }
        };
        weigh(self, simd, frame, visitor);
        self.model.define::<Recovered<Var, C>, S>(simd, frame);
    }

    /// Reports the weight of the values that were drawn from an approximation to the visitor.
    #[inline(always)]
    fn weigh_drawn<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        visitor.weigh(self.log_ratio::<Slope<Var, M, C, false>, S>(simd, frame));
    }

    #[inline(always)]
    fn find_jointly<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.find_joint_posterior::<Slope<Var, M, C, false>, S>(simd, frame, false);
    }

    #[inline(always)]
    pub(crate) fn find_alone<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.find_posterior::<C, S>(simd, frame);
    }
}

/// The scope `C` in which `Var`, a marginalised variable, has the values that it was given.
pub struct Recovered<Var, C>(PhantomData<fn() -> (Var, C)>);

impl<Var: Name, C: Scope> Sealed for Recovered<Var, C> {}

impl<Var: Name, C: Scope> Scope for Recovered<Var, C> {
    const SETS: Sets = Sets { held: &C::SETS.held.union(&own::<Var>()), ..C::SETS };
}
