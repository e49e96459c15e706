//! The coefficients of an affine form in the working memory of a rewritten statement: loaded when a sweep
//! begins, and their adjoints added to those of the variables when it ends.

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

    /// True if the term's coefficients stand one after the other, in lines of `width`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn is_contiguous(&self, width: usize) -> bool {
        self.column == 1 || width == 1
    }
}

/// Goes over the terms in their order, to load their coefficients or to add their adjoints to those of the
/// variables.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The start of each term in the working memory, and its two steps.
    places: PackedIndices,
    next: usize,
    /// The place from which all starts are counted.
    origin: Scratch,
    /// The numbers that are subtracted from the coefficients, counted alike.
    reference: Packed,
    /// True if nothing is loaded, since coefficients are read where they stand.
    is_idle: bool,
}

impl Cursor {
    /// Packs where the terms' coefficients stand.
    pub(super) fn pack(compiler: &mut Compiler, terms: &[TermPlace]) -> PackedIndices {
        compiler.pack_own_indices(terms.iter().flat_map(|term| [term.start, term.line, term.column]))
    }

    /// A walk that stands at the first term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn new(places: PackedIndices, origin: Scratch, reference: Packed) -> Self {
        Self { places, next: 0, origin, reference, is_idle: false }
    }

    /// A walk that loads nothing, for coefficients that are read where they stand.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn idle() -> Self {
        let (places, origin, reference) = Default::default();
        Self { places, next: 0, origin, reference, is_idle: true }
    }

    /// The place of the next term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn advance(&mut self, frame: &Frame<'_>) -> TermPlace {
        let [start, line, column] = [0, 1, 2].map(|part| frame.index(self.places, 3 * self.next + part));
        self.next += 1;
        TermPlace { start, line, column }
    }

    /// Leaves the next term out.
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

    /// The adjoint of the next term, a single coefficient, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint_number<S: Simd>(&mut self, simd: S, frame: &mut Frame<'_>) -> Pack<S> {
        let place = self.advance(frame);
        Pack::splat(simd, frame.scratch_number(self.origin.element(place.start)))
    }

    /// Loads the next term, whose coefficients stand in a slot, lines of `width` one after the other.
    ///
    /// Whole registers are written, also behind the term, but of a single coefficient, which may be an
    /// intercept that stands before terms that were loaded already.
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

    /// Adds the adjoints of the next term to those of a slot.
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
                // What stands behind a slot may belong to another: it gets nothing, but without a masked
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
