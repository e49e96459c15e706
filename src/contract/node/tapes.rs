//! Tapes of definitions that are kept from the sweep that computes them to the one that passes adjoints on,
//! where the functions are dear: θᵢ = f(xᵢ) with ∂f/∂xᵢ, both in memory.

use super::in_slot::blocks_of;
use super::{Node, is_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Scratch, Slot};
use crate::shape::Tag;
use crate::simd::{MAX_LANES, Pack, for_lanes};
use pulp::{Scalar, Simd};

/// What the tapes of a node's registers hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tapes {
    /// Anything.
    Other,
    /// Registers of numbers and nothing else, of functions that are computed again as fast as they are read.
    Registers,
    /// Registers of numbers and nothing else, of functions that take longer: exponentials, logarithms,
    /// powers.
    Dear,
}

impl Tapes {
    /// What the tapes of a node hold: an empty tape holds no more than registers.
    pub const fn of<N: Node>() -> Self {
        if size_of::<N::Tape<Scalar>>() == 0 { Self::Registers } else { N::FACTS.tapes }
    }

    /// What a pair of tapes holds.
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Other, _) | (_, Self::Other) => Self::Other,
            (Self::Registers, Self::Registers) => Self::Registers,
            _ => Self::Dear,
        }
    }

    /// What a tape holds that has the derivatives of a function as well.
    pub const fn in_function(self, is_dear: bool) -> Self {
        if is_dear { self.and(Self::Dear) } else { self }
    }
}

/// The most numbers of an element's tape, a line of memory.
const MOST_WORDS: usize = 8;

/// The most numbers of all tapes of a definition, 128 kB. More leave the nearest caches before they are read.
const MOST: usize = 1 << 14;

/// The numbers of an element's tape, 0 if none is kept.
const fn words<N: Node>() -> usize {
    let bytes = size_of::<N::Tape<Scalar>>();
    let is_worth_it = matches!(N::FACTS.tapes, Tapes::Dear)
        && !N::Shape::IS_SCALAR
        && !N::FACTS.computes_in_place
        && !N::FACTS.blocked;
    if is_worth_it && bytes <= MOST_WORDS * size_of::<f64>() { bytes / size_of::<f64>() } else { 0 }
}

/// True if the scope keeps tapes: a constant wherever it is asked.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) const fn keeps_tapes<C: Scope, S: Simd, N: Node>() -> bool {
    const {
        let words = words::<N>();
        let is_made_of_registers = size_of::<N::Tape<S>>() == words * size_of::<Pack<S>>();
        C::SETS.gradient && C::SETS.is_whole() && is_active::<C, N>() && words > 0 && is_made_of_registers
    }
}

/// The working memory for the tapes of `length` elements; `None` if tapes are not kept.
pub(crate) fn tapes_length<N: Node>(length: usize) -> Option<usize> {
    let numbers = length.next_multiple_of(MAX_LANES).saturating_mul(const { words::<N>() });
    (1..=MOST).contains(&numbers).then_some(numbers)
}

/// [`store`](super::store), with the tapes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store_with_tapes<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    (slot, length): (Slot, usize),
    tapes: Scratch,
) {
    for block in blocks_of::<S, N>(simd, frame, length) {
        for_lanes!(lane in block => {
            let (value, tape) = node.forward::<C, S>(state, frame, lane);
            frame.start_values(slot, lane, value);
            let place = tapes.element(lane.index * const { words::<N>() });
            frame.set_scratch_registers(place, tape);
        });
    }
}

/// [`collect`](super::collect), from the tapes that the same scope has stored.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn collect_from_tapes<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    (slot, length): (Slot, usize),
    tapes: Scratch,
) {
    if const { !matches!(N::FACTS.tapes, Tapes::Dear) } {
        return;
    }
    for block in blocks_of::<S, N>(simd, frame, length) {
        for_lanes!(lane in block => {
            let place = tapes.element(lane.index * const { words::<N>() });
            // SAFETY: a tape that is `Dear` is made of registers of numbers.
            let tape = unsafe { frame.scratch_registers::<N::Tape<S>>(place) };
            let adjoint = frame.adjoints(slot, lane);
            node.backward::<C, S>(state, frame, lane, tape, adjoint);
        });
    }
}
