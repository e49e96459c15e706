//! Access to a frame one number at a time, for recursions whose steps wait for each other: registers of one
//! lane.

use super::{Frame, Packed, Scratch, Slot};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Scalar;

/// A register of one lane.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn lane(number: f64) -> Pack<Scalar> {
    Pack::splat(Scalar::new(), number)
}

#[inlined(all)]
impl Frame<'_> {
    /// Returns one unconstrained coordinate.
    pub(crate) fn coordinate_number(&self, place: usize) -> f64 {
        self.coordinate(Scalar::new(), place).first()
    }

    /// Stores the gradient with respect to one unconstrained coordinate.
    pub(crate) fn set_gradient_number(&mut self, place: usize, gradient: f64) {
        self.set_gradient_of(place, lane(gradient));
    }

    /// Stores one value.
    pub(crate) fn set_number(&mut self, slot: Slot, value: f64) {
        self.set_value(slot, lane(value));
    }

    /// Stores one value, and sets its adjoint to zero.
    pub(crate) fn start_number(&mut self, slot: Slot, value: f64) {
        self.start_value(slot, lane(value));
    }

    /// Returns one adjoint.
    pub(crate) fn adjoint_number(&self, slot: Slot) -> f64 {
        self.adjoint(Scalar::new(), slot).first()
    }

    /// Replaces one adjoint.
    pub(crate) fn set_adjoint_number(&mut self, slot: Slot, adjoint: f64) {
        self.set_adjoints(slot, Lane::scalar(Scalar::new()), lane(adjoint));
    }

    /// Returns one number of working memory.
    pub(crate) fn scratch_number(&self, place: Scratch) -> f64 {
        self.scratch(Scalar::new(), place).first()
    }

    /// Stores one number of working memory.
    pub(crate) fn set_scratch_number(&mut self, place: Scratch, number: f64) {
        self.set_scratch(place, lane(number));
    }

    /// Returns one number of packed data.
    pub(crate) fn packed_number(&self, place: Packed) -> f64 {
        self.packed(Scalar::new(), place).first()
    }
}
