//! Values and adjoints of variables and of stored values: as numbers, in the lanes of vectors, and at the
//! elements of packed indices.

use super::{Frame, Packed, PackedIndices, Slot, load, store, unmasked};
use crate::simd::{Lane, MAX_LANES, Pack};
use pulp::Simd;

impl Frame<'_> {
    /// Returns the value of a scalar, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn value<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.values.at(slot.0, 1) })
    }

    /// Stores the value of a scalar; every lane of `value` holds it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at_mut(slot.0, 1) = value.first() }
    }

    /// Stores numbers one after the other. The slot must have room for all of them.
    pub(crate) fn set_numbers(&mut self, slot: Slot, numbers: &[f64]) {
        for (index, &number) in numbers.iter().enumerate() {
            self.set_value(slot.element(index), Pack::splat(pulp::Scalar::new(), number));
        }
    }

    /// Stores `count` packed numbers one after the other.
    pub(crate) fn set_packed_numbers(&mut self, slot: Slot, numbers: Packed, count: usize) {
        for index in 0..count {
            let number = self.packed(pulp::Scalar::new(), numbers.element(index));
            self.set_value(slot.element(index), number);
        }
    }

    /// Stores the value of a scalar at the start of a gradient, and sets its adjoint to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        self.set_value(slot, value);
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) = 0.0 }
    }

    /// Returns the adjoint of a scalar, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.adjoints.at(slot.0, 1) })
    }

    /// Adds to the adjoint of a scalar; every lane of `adjoint` holds the number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoint<S: Simd>(&mut self, slot: Slot, adjoint: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) += adjoint.first() }
    }

    /// Adds a number to the adjoint of a scalar.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoint_number(&mut self, slot: Slot, adjoint: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) += adjoint }
    }

    /// Returns one value as a number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn number(&self, slot: Slot) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at(slot.0, 1) }
    }

    /// Returns the values in a vector's lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn values<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.values.at(slot.0 + lane.index, Pack::<S>::LANES)) }
    }

    /// Stores the values in a vector's lanes. The vector must own its padding.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.values.at_mut(slot.0 + lane.index, Pack::<S>::LANES), values) }
    }

    /// Stores the values in a vector's lanes, and sets their adjoints to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        self.set_values(slot, lane, values);
        // SAFETY: see `Frame`.
        unsafe { store(self.adjoints.at_mut(slot.0 + lane.index, Pack::<S>::LANES), Pack::zero(lane.simd)) }
    }

    /// Returns the adjoints in a vector's lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoints<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.adjoints.at(slot.0 + lane.index, Pack::<S>::LANES)) }
    }

    /// Replaces the adjoints in a vector's lanes. The vector must own its padding.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_adjoints<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.adjoints.at_mut(slot.0 + lane.index, Pack::<S>::LANES), adjoints) }
    }

    /// Adds to the adjoints in a vector's lanes. The vector must own its padding, where any numbers may be
    /// left.
    ///
    /// The masked lanes are added too: a masked store cannot be forwarded to the load that soon follows,
    /// which cost more than a third of a small gradient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoints<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.adjoints.at_mut(slot.0 + lane.index, Pack::<S>::LANES);
            store(place, load(lane.simd, place) + adjoints);
        }
    }

    /// Adds to the adjoints in the unmasked lanes of a part of a vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoints_of_part<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`. Masked lanes keep their numbers, also if they lie in the cache line after
        // the last.
        unsafe {
            let first = slot.0 + lane.index;
            let before = load(lane.simd, self.adjoints.at(first, Pack::<S>::LANES));
            let place = self.adjoints.at_mut(first, unmasked(lane));
            store(place, lane.accumulate(before, adjoints));
        }
    }

    /// Returns the values of the elements of a vector at packed indices.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn gather<S: Simd>(&self, slot: Slot, indices: PackedIndices, lane: Lane<S>) -> Pack<S> {
        let mut gathered = [0.0; MAX_LANES];
        for (offset, value) in gathered[..Pack::<S>::LANES].iter_mut().enumerate() {
            // SAFETY: see `Frame`; `compile()` has checked every index against the vector's length, and
            // padded the indices with zeros.
            *value = unsafe {
                let index = *self.indices.at(indices.0 + lane.index + offset, 1);
                *self.values.at(slot.0 + index as usize, 1)
            };
        }
        Pack::from_array(lane.simd, gathered)
    }

    /// Adds the unmasked lanes to the adjoints of the elements at packed indices.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn scatter<S: Simd>(
        &mut self,
        slot: Slot,
        indices: PackedIndices,
        lane: Lane<S>,
        adjoints: Pack<S>,
    ) {
        let adjoints = lane.mask.select(adjoints, 0.0).to_array();
        for (offset, adjoint) in adjoints[..Pack::<S>::LANES].iter().enumerate() {
            // SAFETY: as in `gather`. A masked lane adds zero to the element at its padding index.
            unsafe {
                let index = *self.indices.at(indices.0 + lane.index + offset, 1);
                *self.adjoints.at_mut(slot.0 + index as usize, 1) += adjoint;
            }
        }
    }
}
