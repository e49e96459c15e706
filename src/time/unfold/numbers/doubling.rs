//! A recurrence of numbers in registers of places: xₜ = vₜ + aₜ xₜ₋₁, or from the last place to the first,
//! xₜ = vₜ + aₜ xₜ₊₁.
//!
//! The affine functions of places are combined by a [prefix scan](crate::time::prefix): with vₖ the sum over
//! k places and aₖ the product of their slopes, both at t,
//!
//! v₂ₖ(t) = vₖ(t) + aₖ(t) vₖ(t − k),  a₂ₖ(t) = aₖ(t) aₖ(t − k).
//!
//! With L lanes, x(t) = v_L(t) + a_L(t) x(t − L): one multiplication for each register depends on the
//! previous register, instead of one for each place. Only places before the first one are filled in.

use crate::simd::Pack;
use crate::time::prefix::{Associative, LEVELS, combine_lanes, moved};
use monomorph_macros::inlined;
use pulp::Simd;

/// The value and the slope of an affine function in each lane.
type Function<S> = (Pack<S>, Pack<S>);

/// The composition of affine functions.
struct Composition<const UPWARD: bool> {
    is_even: bool,
}

#[inlined(all)]
impl<S: Simd, const UPWARD: bool> Associative<S> for Composition<UPWARD> {
    type Element = Function<S>;

    fn moved<const BY: usize>(&self, element: &Function<S>, before: &Function<S>) -> Function<S> {
        let value = moved::<BY, UPWARD, S>(element.0, before.0);
        (value, if self.is_even { element.1 } else { moved::<BY, UPWARD, S>(element.1, before.1) })
    }

    fn combine<const LEVEL: usize>(
        &self,
        (value, slope): Function<S>,
        (value_before, slope_before): Function<S>,
    ) -> Function<S> {
        (slope.mul_add(value_before, value), slope * slope_before)
    }
}

/// The order from the first place to the last.
pub(crate) type Upward<S> = Doubling<S, true>;

/// The order from the last place to the first.
pub(crate) type Downward<S> = Doubling<S, false>;

/// A recurrence after some registers.
pub(crate) struct Doubling<S: Simd, const UPWARD: bool> {
    /// vₖ and aₖ of the previous register, for k = 1, 2, 4.
    before: [Function<S>; LEVELS],
    /// x of the previous register.
    sums: Pack<S>,
}

#[inlined(all)]
impl<S: Simd, const UPWARD: bool> Doubling<S, UPWARD> {
    /// Returns a recurrence before its first register, which continues from a register of which only the
    /// nearest place is not 0, as if the recurrence had begun there.
    pub fn from(nearest: Pack<S>) -> Self {
        Self { before: [(nearest, nearest.constant(0.0)); LEVELS], sums: nearest }
    }

    /// Returns x of the next register. Even slopes are one number in all places, so they are the same in the
    /// previous register.
    pub fn next(&mut self, value: Pack<S>, slope: Pack<S>, is_even: bool) -> Pack<S> {
        let (value, slope) =
            combine_lanes(&Composition::<UPWARD> { is_even }, (value, slope), &mut self.before);
        self.sums = slope.mul_add(self.sums, value);
        self.sums
    }

    /// Returns x of the previous register.
    pub fn sums(&self) -> Pack<S> {
        self.sums
    }
}
