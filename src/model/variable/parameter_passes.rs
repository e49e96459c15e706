//! The transforms of scalar parameters and of vectors; a constant chooses between them.

use super::Parameter;
use crate::contract::scope::{Scope, is_free, is_written};
use crate::contract::transform::{BoundSupport, Totals};
use crate::frame::Frame;
use crate::name::Name;
use crate::shape::Shape;
use pulp::Simd;

impl<Var: Name, Sh: Shape, Sup: BoundSupport> Parameter<Var, Sh, Sup> {
    #[inline(always)]
    pub(crate) fn constrain_number<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        let place = self.placement(self.only::<C>());
        if !place.has_no_coordinate() {
            let counts = const { is_free::<C>(Var::VAR) };
            self.support.constrain_number::<C, S>(simd, frame, place, counts, totals);
        }
    }

    #[inline(always)]
    pub(crate) fn constrain_elements<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        let (place, counts) = (self.placement(self.only::<C>()), const { is_free::<C>(Var::VAR) });
        self.support.constrain::<C, S>(simd, frame, place, counts, totals);
    }

    #[inline(always)]
    pub(crate) fn pull_back_number<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let place = self.placement(self.only::<C>());
        if !place.has_no_coordinate() {
            let writes = const { is_written::<C>(Var::VAR) };
            self.support.pull_back_number::<C, S>(simd, frame, place, writes);
        }
    }

    #[inline(always)]
    pub(crate) fn pull_back_elements<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let (place, writes) = (self.placement(self.only::<C>()), const { is_written::<C>(Var::VAR) });
        self.support.pull_back::<C, S>(simd, frame, place, writes);
    }
}
