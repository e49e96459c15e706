//! The prefix scan of a register: for each lane the combination of all lanes up to it, under any associative
//! operation, by doubling (Hillis & Steele 1986).
//!
//! For each place the combinations of its last 1, 2, 4, … places are computed one after the other: with eₖ
//! the combination of k places, e₂ₖ(t) = eₖ(t) ∘ eₖ(t − k). The place k places earlier is in the same
//! register or in the previous one, whose eₖ are kept; so each doubling moves lanes of two registers into
//! one. The first register is preceded by the identity of the operation.
//!
//! It is used for the recurrences of [scans](crate::time::unfold) and of [state
//! spaces](crate::time::state_space), whose elements are affine functions, and for the segments of [hidden
//! Markov models](crate::time::hidden_markov), whose elements are matrices. A backward pass is the same scan
//! in the other direction.

use crate::simd::Pack;
use pulp::Simd;

/// The number of doublings for the longest registers.
pub(crate) const LEVELS: usize = 3;

/// An associative operation on elements, one in each lane.
pub(crate) trait Associative<S: Simd> {
    /// A register of elements, or several.
    type Element: Copy;

    /// Returns the elements `BY` lanes earlier; the first of them are from the previous register.
    fn moved<const BY: usize>(&self, element: &Self::Element, before: &Self::Element) -> Self::Element;

    /// Returns the combination of elements with the earlier ones, both of 2 to the power of `LEVEL` places.
    fn combine<const LEVEL: usize>(&self, element: Self::Element, before: Self::Element) -> Self::Element;
}

/// Returns the combinations of as many places as there are lanes. `before` holds the combinations of the
/// previous register for 1, 2 and 4 places, and is replaced by those of this register.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn combine_lanes<S: Simd, Operation: Associative<S>>(
    operation: &Operation,
    mut element: Operation::Element,
    before: &mut [Operation::Element; LEVELS],
) -> Operation::Element {
    double::<0, 1, S, Operation>(operation, &mut element, before);
    double::<1, 2, S, Operation>(operation, &mut element, before);
    double::<2, 4, S, Operation>(operation, &mut element, before);
    element
}

/// Doubles the number of combined places, from `BY` to twice as many.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn double<const LEVEL: usize, const BY: usize, S: Simd, Operation: Associative<S>>(
    operation: &Operation,
    element: &mut Operation::Element,
    before: &mut [Operation::Element; LEVELS],
) {
    if const { Pack::<S>::LANES <= BY } {
        return;
    }
    let moved = operation.moved::<BY>(element, &before[LEVEL]);
    before[LEVEL] = *element;
    *element = operation.combine::<LEVEL>(*element, moved);
}

/// Returns the lanes `BY` places earlier, where `UPWARD` means from the first place to the last. The first
/// of them are from the previous register.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn moved<const BY: usize, const UPWARD: bool, S: Simd>(pack: Pack<S>, before: Pack<S>) -> Pack<S> {
    if const { UPWARD } { pack.moved_up::<BY>(before) } else { pack.moved_down::<BY>(before) }
}

/// Returns the lanes `BY` places earlier, for several registers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn all_moved<const BY: usize, const UPWARD: bool, const COUNT: usize, S: Simd>(
    packs: &[Pack<S>; COUNT],
    before: &[Pack<S>; COUNT],
) -> [Pack<S>; COUNT] {
    let mut all = *packs;
    for place in 0..COUNT {
        all[place] = moved::<BY, UPWARD, S>(packs[place], before[place]);
    }
    all
}
