//! The contribution of the bounds of elementwise transforms to the log Jacobian, and the adjoints of the
//! bounds.

use crate::contract::node::{List, Logarithms, Packs, Splats, Tuple, any_active};
use crate::contract::scope::{Scope, Value};
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::simd::{Lane, Pack};
use crate::support::{BoundElementwise, Transform};
use pulp::Simd;

/// Passes the adjoint of an element on to its bounds, given the element's coordinate, the number that was
/// kept, the bounds, and the adjoint.
type PassToBounds<Support, Bounds, S> = fn(
    &Support,
    &mut <Bounds as List>::State<S>,
    &mut Frame<'_>,
    Lane<S>,
    <Bounds as List>::Tape<S>,
    (Pack<S>, Pack<S>, &Packs<S>, Pack<S>),
);

impl<T: Transform, Bounds: Tuple> BoundElementwise<T, Bounds> {
    /// Returns the contribution of the bounds of an element to the log Jacobian.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn log_scale<S: Simd>(
        &self,
        state: &Bounds::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        bounds: &Packs<S>,
    ) -> Pack<S> {
        let of = |bound| self.bounds.companion::<Logarithms, Value, S>(bound, state, frame, lane);
        T::log_scale(bounds, of)
    }

    /// Adds the contribution of all bounds to the log Jacobian of `length` elements, except the part that is
    /// added element by element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn add_log_scales<S: Simd>(
        &self,
        simd: S,
        frame: &Frame<'_>,
        state: &Bounds::State<S>,
        length: usize,
        totals: &mut Totals<S>,
    ) {
        let add = const {
            if !T::HAS_SCALE || Self::SCALES_EACH {
                Self::add_no_scales::<S>
            } else if Bounds::FACTS.is_data() {
                Self::add_scales_of_data::<S>
            } else {
                Self::add_common_scales::<S>
            }
        };
        let length = if const { Self::HAS_COMMON_BOUNDS } { length as f64 } else { 1.0 };
        add(self, simd, frame, state, length, totals);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_no_scales<S: Simd>(&self, _: S, _: &Frame<'_>, _: &Bounds::State<S>, _: f64, _: &mut Totals<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_scales_of_data<S: Simd>(
        &self,
        simd: S,
        _: &Frame<'_>,
        _: &Bounds::State<S>,
        length: f64,
        totals: &mut Totals<S>,
    ) {
        totals.add(Pack::splat(simd, self.log_scale * length));
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_common_scales<S: Simd>(
        &self,
        simd: S,
        frame: &Frame<'_>,
        state: &Bounds::State<S>,
        length: f64,
        totals: &mut Totals<S>,
    ) {
        let bounds = self.bounds.forward_some::<Splats, Value, S>(state, frame, Lane::scalar(simd));
        totals.add(self.log_scale(state, frame, Lane::scalar(simd), &bounds) * length);
    }

    /// Returns the function that converts the adjoint of an element to the adjoints of its bounds.
    pub(super) const fn pass_to_bounds<C: Scope, S: Simd>() -> PassToBounds<Self, Bounds, S> {
        if any_active::<C, Bounds>() { Self::pass_to_active::<C, S> } else { Self::pass_to_none::<S> }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_to_active<C: Scope, S: Simd>(
        &self,
        state: &mut Bounds::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Bounds::Tape<S>,
        (q, kept, bounds, adjoint): (Pack<S>, Pack<S>, &Packs<S>, Pack<S>),
    ) {
        let adjoints = T::to_bounds(q, kept, bounds, adjoint);
        self.bounds.backward::<C, S>(state, frame, lane, tape, adjoints);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_to_none<S: Simd>(
        &self,
        _: &mut Bounds::State<S>,
        _: &mut Frame<'_>,
        _: Lane<S>,
        _: Bounds::Tape<S>,
        _: (Pack<S>, Pack<S>, &Packs<S>, Pack<S>),
    ) {
    }
}
