//! [`Lent`]: the numbers of a frame, for functions that are compiled once, in the library.

use super::buffer::Buffer;
use super::{Frame, Packed, PackedIndices, Scratch, Slot, load, store};
use crate::simd::Pack;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The values, adjoints, working memory and packed data of a frame, lent to a function that is not compiled
/// into the kernel. If the frame itself were passed, the compiler would keep it in memory from then on,
/// since the function could change it.
pub(crate) struct Lent<'a> {
    values: Buffer<f64>,
    adjoints: Buffer<f64>,
    scratch: Buffer<f64>,
    packed: Buffer<f64>,
    indices: Buffer<u32>,
    borrowed: PhantomData<&'a mut [f64]>,
}

#[inlined(all)]
impl Frame<'_> {
    /// Lends the frame's numbers.
    pub(crate) fn lend_numbers(&mut self) -> Lent<'_> {
        Lent {
            values: self.values.again(),
            adjoints: self.adjoints.again(),
            scratch: self.scratch.again(),
            packed: self.packed.again(),
            indices: self.indices.again(),
            borrowed: PhantomData,
        }
    }
}

#[inlined(all)]
impl Lent<'_> {
    /// Returns one value.
    pub fn number(&self, slot: Slot) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at(slot.0, 1) }
    }

    /// Stores one value that starts a gradient: its adjoint becomes zero.
    pub fn start_number(&mut self, slot: Slot, number: f64) {
        // SAFETY: see `Frame`.
        unsafe {
            *self.values.at_mut(slot.0, 1) = number;
            *self.adjoints.at_mut(slot.0, 1) = 0.0;
        }
    }

    /// Adds to one value.
    pub fn add_number(&mut self, slot: Slot, number: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at_mut(slot.0, 1) += number }
    }

    /// Returns one adjoint.
    pub fn adjoint(&self, slot: Slot) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at(slot.0, 1) }
    }

    /// Adds to one adjoint.
    pub fn add_adjoint_number(&mut self, slot: Slot, adjoint: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) += adjoint }
    }

    /// Adds to a register of adjoints. The register may reach beyond the vector's own adjoints, where it
    /// must hold 0.
    pub fn add_adjoints<S: Simd>(&mut self, slot: Slot, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.adjoints.at_mut(slot.0, Pack::<S>::LANES);
            store(place, load(adjoints.simd, place) + adjoints);
        }
    }

    /// Returns one register of working memory.
    pub fn scratch<S: Simd>(&self, simd: S, place: Scratch) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.scratch.at(place.0, Pack::<S>::LANES)) }
    }

    /// Stores one register of working memory.
    pub fn set_scratch<S: Simd>(&mut self, place: Scratch, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.scratch.at_mut(place.0, Pack::<S>::LANES), values) }
    }

    /// Returns one number of working memory.
    pub fn scratch_number(&self, place: Scratch) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.scratch.at(place.0, 1) }
    }

    /// Stores one number of working memory.
    pub fn set_scratch_number(&mut self, place: Scratch, number: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.scratch.at_mut(place.0, 1) = number }
    }

    /// Returns one register of packed data.
    pub fn packed<S: Simd>(&self, simd: S, place: Packed) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.packed.at(place.0, Pack::<S>::LANES)) }
    }

    /// Returns one packed index.
    pub fn index(&self, indices: PackedIndices, place: usize) -> usize {
        // SAFETY: see `Frame`.
        unsafe { *self.indices.at(indices.0 + place, 1) as usize }
    }

    /// Returns one number of packed data.
    pub fn packed_number(&self, place: Packed) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.packed.at(place.0, 1) }
    }
}
