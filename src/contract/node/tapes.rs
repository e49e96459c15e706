//! Tapes of definitions whose functions are expensive ([`Tapes::Dear`]), kept from the sweep that computes
//! them to the sweep that passes adjoints on: θᵢ = f(xᵢ) with ∂f/∂xᵢ, both in memory.

use super::in_slot::blocks_of;
use super::{Node, is_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Scratch, Slot};
use crate::shape::Tag;
use crate::simd::{MAX_LANES, Pack, for_lanes};
use pulp::{Scalar, Simd};

/// The kind of content of the tapes of a node's registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tapes {
    /// Anything.
    Other,
    /// Only registers of numbers, from functions that are as fast to compute again as to read back.
    Registers,
    /// Only registers of numbers, from functions that may take longer to compute again than to read back,
    /// such as exponentials, logarithms and powers.
    Dear,
}

impl Tapes {
    /// The kind of content of a node's tapes; an empty tape counts as registers.
    pub const fn of<N: Node>() -> Self {
        if size_of::<N::Tape<Scalar>>() == 0 { Self::Registers } else { N::FACTS.tapes }
    }

    /// The kind of content of a pair of tapes.
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Other, _) | (_, Self::Other) => Self::Other,
            (Self::Registers, Self::Registers) => Self::Registers,
            _ => Self::Dear,
        }
    }

    /// The kind of content of a tape to which the derivatives of a function are added; `is_dear` is true if
    /// the function is expensive.
    pub const fn in_function(self, is_dear: bool) -> Self {
        if is_dear { self.and(Self::Dear) } else { self }
    }
}

/// The greatest number of numbers in an element's tape: one cache line.
const MOST_WORDS: usize = 8;

/// The greatest number of numbers in all tapes of a definition, 128 kB. Larger tapes leave the nearest
/// caches before they are read.
const MOST: usize = 1 << 14;

/// The number of numbers in an element's tape, 0 if tapes are not kept.
const fn words<N: Node>() -> usize {
    let bytes = size_of::<N::Tape<Scalar>>();
    let is_worth_it = matches!(N::FACTS.tapes, Tapes::Dear)
        && !N::Shape::IS_SCALAR
        && !N::FACTS.computes_in_place
        && !N::FACTS.blocked;
    if is_worth_it && bytes <= MOST_WORDS * size_of::<f64>() { bytes / size_of::<f64>() } else { 0 }
}

/// True if the scope keeps tapes: a constant in every kernel.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) const fn keeps_tapes<C: Scope, S: Simd, N: Node>() -> bool {
    const {
        let words = words::<N>();
        let is_made_of_registers = size_of::<N::Tape<S>>() == words * size_of::<Pack<S>>();
        C::SETS.gradient && C::SETS.is_whole() && is_active::<C, N>() && words > 0 && is_made_of_registers
    }
}

/// The length of the working memory for the tapes of `length` elements; `None` if tapes are not kept.
pub(crate) fn tapes_length<N: Node>(length: usize) -> Option<usize> {
    let numbers = length.next_multiple_of(MAX_LANES).saturating_mul(const { words::<N>() });
    (1..=MOST).contains(&numbers).then_some(numbers)
}

/// Does what [`store`](super::store) does, and stores the tapes.
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

/// Does what [`collect`](super::collect) does, with the tapes that [`store_with_tapes`] has stored in the
/// same scope.
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
