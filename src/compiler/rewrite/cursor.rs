//! The coefficients of an affine form in the working memory of a rewritten statement: they are loaded when
//! a sweep begins, and their adjoints are added to the adjoints of the variables when it ends.

use crate::compiler::Compiler;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::simd::{Block, Pack, for_lanes};
use pulp::Simd;

/// The place of the coefficients of a term in the working memory of a rewritten statement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TermPlace {
    pub start: usize,
    /// The distance from one line of the table to the next.
    pub line: usize,
    /// The distance from one coefficient of a line to the next.
    pub column: usize,
}

impl TermPlace {
    /// The place of a coefficient.
    pub fn of(&self, group: usize, column: usize) -> usize {
        self.start + group * self.line + column * self.column
    }

    /// True if the term's coefficients are contiguous, in lines of `width`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn is_contiguous(&self, width: usize) -> bool {
        self.column == 1 || width == 1
    }
}

/// A cursor over the terms in their order, which loads their coefficients or adds their adjoints to the
/// adjoints of the variables.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// For each term, its start in the working memory, the distance between its lines and the distance
    /// between the coefficients of a line.
    places: PackedIndices,
    next: usize,
    /// The place relative to which all starts are counted.
    origin: Scratch,
    /// The numbers that are subtracted from the coefficients, at the same relative places.
    reference: Packed,
    /// True if nothing is loaded, since coefficients are read in the slots of the variables.
    is_idle: bool,
}

impl Cursor {
    /// Packs the places of the terms' coefficients.
    pub(super) fn pack(compiler: &mut Compiler, terms: &[TermPlace]) -> PackedIndices {
        compiler.pack_own_indices(terms.iter().flat_map(|term| [term.start, term.line, term.column]))
    }

    /// A cursor at the first term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn new(places: PackedIndices, origin: Scratch, reference: Packed) -> Self {
        Self { places, next: 0, origin, reference, is_idle: false }
    }

    /// A cursor that loads nothing, for coefficients that are read in the slots of the variables.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn idle() -> Self {
        let (places, origin, reference) = Default::default();
        Self { places, next: 0, origin, reference, is_idle: true }
    }

    /// Returns the place of the next term, and moves beyond it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn advance(&mut self, frame: &Frame<'_>) -> TermPlace {
        let [start, line, column] = [0, 1, 2].map(|part| frame.index(self.places, 3 * self.next + part));
        self.next += 1;
        TermPlace { start, line, column }
    }

    /// Skips the next term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Loads the next term, a single coefficient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn load_number<S: Simd>(&mut self, frame: &mut Frame<'_>, value: Pack<S>) {
        if self.is_idle {
            return;
        }
        let TermPlace { start, .. } = self.advance(frame);
        let moved = value.first() - frame.packed_number(self.reference.element(start));
        frame.set_scratch_number(self.origin.element(start), moved);
    }

    /// Returns the adjoint of the next term, a single coefficient, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint_number<S: Simd>(&mut self, simd: S, frame: &mut Frame<'_>) -> Pack<S> {
        let place = self.advance(frame);
        Pack::splat(simd, frame.scratch_number(self.origin.element(place.start)))
    }

    /// Loads the next term, whose coefficients stand in a slot, as consecutive lines of `width`
    /// coefficients.
    ///
    /// Whole registers are written, also beyond the end of the term. Only a single coefficient is written
    /// alone, since it may be an intercept, whose place is before terms that were loaded already.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn load<S: Simd>(
        &mut self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        count: usize,
        width: usize,
    ) {
        if self.is_idle {
            return;
        }
        let place = self.advance(frame);
        if count == 1 {
            let moved = frame.number(slot) - frame.packed_number(self.reference.element(place.start));
            frame.set_scratch_number(self.origin.element(place.start), moved);
            return;
        }
        if place.is_contiguous(width) {
            for_lanes!(lane in Block { simd, start: 0, end: count } => {
                let at = place.start + lane.index;
                let moved = frame.values(slot, lane) - frame.packed(simd, self.reference.element(at));
                frame.set_scratch(self.origin.element(at), lane.mask.select(moved, 0.0));
            });
            return;
        }
        for line in 0..count / width {
            for column in 0..width {
                let at = place.of(line, column);
                let value = frame.number(slot.element(line * width + column));
                let moved = value - frame.packed_number(self.reference.element(at));
                frame.set_scratch_number(self.origin.element(at), moved);
            }
        }
    }

    /// Adds the adjoints of the next term to the adjoints in a slot.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn unload<S: Simd>(
        &mut self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        count: usize,
        width: usize,
    ) {
        let place = self.advance(frame);
        if place.is_contiguous(width) {
            let start = self.origin.element(place.start);
            for_lanes!(lane in Block { simd, start: 0, end: count } => {
                // The numbers after a slot may belong to another slot: 0 is added to them, without a masked
                // store.
                let adjoint = lane.mask.select(frame.scratch(simd, start.element(lane.index)), 0.0);
                frame.add_adjoints(slot, lane, adjoint);
            });
            return;
        }
        for line in 0..count / width {
            for column in 0..width {
                let adjoint = frame.scratch_number(self.origin.element(place.of(line, column)));
                frame.add_adjoint_number(slot.element(line * width + column), adjoint);
            }
        }
    }
}
