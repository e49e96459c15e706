//! Packed data and indices, and working memory without adjoints.

use super::{Carry, Frame, MAX_CARRIED, Packed, PackedIndices, Scratch, load, store};
use crate::simd::{Lane, MAX_LANES, Pack};
use monomorph_base::shape::Tag;
use pulp::Simd;

impl Frame<'_> {
    /// Returns one register of working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn scratch<S: Simd>(&self, simd: S, place: Scratch) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.scratch.at(place.0, Pack::<S>::LANES)) }
    }

    /// Stores one register of working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_scratch<S: Simd>(&mut self, place: Scratch, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.scratch.at_mut(place.0, Pack::<S>::LANES), values) }
    }

    /// Stores several registers in working memory, one after the other.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_scratch_registers<T: Copy>(&mut self, place: Scratch, registers: T) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.scratch.at_mut(place.0, size_of::<T>() / size_of::<f64>());
            place.cast::<T>().write_unaligned(registers);
        }
    }

    /// Returns several registers of working memory that stand one after the other.
    ///
    /// # Safety
    ///
    /// `T` is made of registers of numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) unsafe fn scratch_registers<T: Copy>(&self, place: Scratch) -> T {
        // SAFETY: see `Frame`; any bits are numbers.
        unsafe {
            let place = self.scratch.at(place.0, size_of::<T>() / size_of::<f64>());
            place.cast::<T>().read_unaligned()
        }
    }

    /// Adds to one register of working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_scratch<S: Simd>(&mut self, place: Scratch, terms: Pack<S>) {
        self.set_scratch(place, self.scratch(terms.simd, place) + terms);
    }

    /// Sets the slopes of a register of steps to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_slopes(&mut self) {
        self.slopes = [0.0; MAX_LANES];
    }

    /// Adds to the slopes of a register of steps. After inlining, the sums stay in a register: in working
    /// memory each load would wait for the store before it, since the compiler cannot see that both have the
    /// same place.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_slopes<S: Simd>(&mut self, slopes: Pack<S>) {
        self.slopes = (Pack::from_array(slopes.simd, self.slopes) + slopes).to_array();
    }

    /// Returns the sums of the slopes of a register of steps.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn slopes<S: Simd>(&self, simd: S) -> Pack<S> {
        Pack::from_array(simd, self.slopes)
    }

    /// Sets a number of the point at which a right-hand side is evaluated; every lane of `number` holds it.
    /// If its place is a constant, its address is too, so that adding up adjoints does not wait for other
    /// stores.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_carry<S: Simd>(&mut self, place: usize, number: Pack<S>) {
        (self.carry[place][0], self.carry[place][1]) = (number.first(), number.first());
    }

    /// Returns a number of the point at which a right-hand side is evaluated, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn carry<S: Simd>(&self, simd: S, place: usize) -> Pack<S> {
        Pack::splat(simd, self.carry[place][0])
    }

    /// Sets the adjoints of a right-hand side's point to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_carry_adjoints(&mut self) {
        self.carry_adjoints = [[0.0; MAX_LANES]; MAX_CARRIED];
    }

    /// Adds `adjoint`, which is the same in every lane, to the adjoint of a number of a right-hand side's
    /// point.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_carry_adjoint<S: Simd>(&mut self, place: usize, adjoint: Pack<S>) {
        let sum = self.carry_adjoints[place][0] + adjoint.first();
        (self.carry_adjoints[place][0], self.carry_adjoints[place][1]) = (sum, sum);
    }

    /// Returns the adjoint of a number of a right-hand side's point, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn carry_adjoint<S: Simd>(&self, simd: S, place: usize) -> Pack<S> {
        Pack::splat(simd, self.carry_adjoints[place][0])
    }

    /// Sets the adjoints of a register of points to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_point_adjoints(&mut self) {
        self.point_adjoints = [[0.0; MAX_LANES]; MAX_CARRIED];
    }

    /// Adds to the adjoints of a number at each point of a register. The sums stay in registers; in memory
    /// each addition would wait for the store before it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_point_adjoints<S: Simd>(&mut self, place: usize, adjoints: Pack<S>) {
        let sum = self.point_adjoints::<S>(adjoints.simd, place) + adjoints;
        self.point_adjoints[place] = sum.to_array();
    }

    /// Returns the adjoints of a number at each point of a register.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn point_adjoints<S: Simd>(&self, simd: S, place: usize) -> Pack<S> {
        Pack::from_array(simd, self.point_adjoints[place])
    }

    /// Returns the point of a right-hand side and its adjoints, which an equation inside this right-hand side
    /// restores at its end.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn carried(&self) -> [Carry; 2] {
        [self.carry, self.carry_adjoints]
    }

    /// Restores the point and the adjoints that [`Frame::carried`] returned.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn put_back(&mut self, carried: [Carry; 2]) {
        [self.carry, self.carry_adjoints] = carried;
    }

    /// Returns the number of the row that is drawn.
    pub(crate) fn row(&self) -> usize {
        self.row
    }

    /// Sets the number of the row that is drawn.
    pub(crate) fn set_row(&mut self, row: usize) {
        self.row = row;
    }

    /// Returns one register of packed data.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn packed<S: Simd>(&self, simd: S, place: Packed) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.packed.at(place.0, Pack::<S>::LANES)) }
    }

    /// Returns one register of numbers of 32 bits, from the number `first` after `place` on. A word of
    /// packed data holds two of them.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn packed_singles<S: Simd>(&self, simd: S, place: Packed, first: usize) -> Pack<S> {
        let mut lanes = [0.0; MAX_LANES];
        // SAFETY: see `Frame`; a number of 64 bits holds two of 32, one after the other.
        unsafe {
            // Only for its check: the address is simpler to compute without halves.
            let _ = self.packed.at(place.0 + first / 2, Pack::<S>::LANES.div_ceil(2));
            let singles = self.packed.at(place.0, 0).cast::<f32>().add(first);
            for (lane, number) in lanes.iter_mut().enumerate().take(Pack::<S>::LANES) {
                *number = f64::from(*singles.add(lane));
            }
        }
        Pack::from_array(simd, lanes)
    }

    /// Returns a packed number in every lane for a scalar, or the lanes of a packed vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn packed_of<Sh: Tag, S: Simd>(&self, lane: Lane<S>, place: Packed) -> Pack<S> {
        if const { Sh::IS_SCALAR } {
            // SAFETY: see `Frame`.
            Pack::splat(lane.simd, unsafe { *self.packed.at(place.0, 1) })
        } else {
            self.packed(lane.simd, place.element(lane.index))
        }
    }

    /// Stores a constant in the packed data, while the model is being compiled.
    pub(crate) fn set_packed(&mut self, place: Packed, number: f64) {
        assert!(self.is_precomputing, "packed data does not change after compile()");
        // SAFETY: see `Frame`; a frame that precomputes was opened with exclusive access to the packed data.
        unsafe { *self.packed.at_mut(place.0, 1) = number }
    }

    /// Returns one packed index.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn index(&self, indices: PackedIndices, place: usize) -> usize {
        // SAFETY: see `Frame`.
        unsafe { *self.indices.at(indices.0 + place, 1) as usize }
    }

    /// Returns one packed index of 16 bits.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn narrow_index(&self, indices: PackedIndices, place: usize) -> usize {
        // SAFETY: see `Frame`; an index of 32 bits holds two of 16, one after the other.
        unsafe {
            // Only for its check: the address is simpler to compute without halves.
            let _ = self.indices.at(indices.0 + place / 2, 1);
            usize::from(*self.indices.at(indices.0, 0).cast::<u16>().add(place))
        }
    }
}
