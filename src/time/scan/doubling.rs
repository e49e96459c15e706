//! A recurrence of numbers in registers of places: xₜ = vₜ + aₜ xₜ₋₁, or from the last place to the first,
//! xₜ = vₜ + aₜ xₜ₊₁.
//!
//! Of each place the sums over its last 1, 2, 4, … places are known by doubling (Hillis & Steele 1986): with
//! vₖ the sum over k places and aₖ the product of their slopes, both at t,
//!
//! v₂ₖ(t) = vₖ(t) + aₖ(t) vₖ(t − k),  a₂ₖ(t) = aₖ(t) aₖ(t − k).
//!
//! With L lanes, x(t) = v_L(t) + a_L(t) x(t − L): one multiplication for each register waits for the register
//! before, in place of one for each place. What stands k places before is in the same register or in the one
//! before, so each doubling moves lanes of two registers into one, and nothing is filled in.

use crate::simd::Pack;
use pulp::Simd;

/// The doublings of the longest registers.
const LEVELS: usize = 3;

/// The order from the first place to the last.
pub(crate) type Upward<S> = Doubling<S, true>;

/// The order from the last place to the first.
pub(crate) type Downward<S> = Doubling<S, false>;

/// A recurrence that has come to some register.
pub(crate) struct Doubling<S: Simd, const UPWARD: bool> {
    /// vₖ of the register before, for k = 1, 2, 4.
    values: [Pack<S>; LEVELS],
    /// aₖ of the register before.
    slopes: [Pack<S>; LEVELS],
    /// x of the register before.
    sums: Pack<S>,
}

impl<S: Simd, const UPWARD: bool> Doubling<S, UPWARD> {
    /// A recurrence before its first register, which goes on from a register of which the nearest place
    /// counts: the others are 0, as if the recurrence had begun at it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn from(nearest: Pack<S>) -> Self {
        Self { values: [nearest; LEVELS], slopes: [nearest.constant(0.0); LEVELS], sums: nearest }
    }

    /// The lanes `BY` places before, of which the first are those of the register before.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn moved<const BY: usize>(pack: Pack<S>, before: Pack<S>) -> Pack<S> {
        if const { UPWARD } { pack.moved_up::<BY>(before) } else { pack.moved_down::<BY>(before) }
    }

    /// Doubles the places that are combined, from k = `BY` to 2 k.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn double<const LEVEL: usize, const BY: usize>(
        &mut self,
        value: &mut Pack<S>,
        slope: &mut Pack<S>,
        is_even: bool,
    ) {
        if const { Pack::<S>::LANES <= BY } {
            return;
        }
        let value_before = Self::moved::<BY>(*value, self.values[LEVEL]);
        let slope_before = if is_even { *slope } else { Self::moved::<BY>(*slope, self.slopes[LEVEL]) };
        (self.values[LEVEL], self.slopes[LEVEL]) = (*value, *slope);
        *value = slope.mul_add(value_before, *value);
        *slope = *slope * slope_before;
    }

    /// x of the next register. Slopes that are even are one number in all places, so they are the same in the
    /// register before.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn next(&mut self, mut value: Pack<S>, mut slope: Pack<S>, is_even: bool) -> Pack<S> {
        self.double::<0, 1>(&mut value, &mut slope, is_even);
        self.double::<1, 2>(&mut value, &mut slope, is_even);
        self.double::<2, 4>(&mut value, &mut slope, is_even);
        self.sums = slope.mul_add(self.sums, value);
        self.sums
    }

    /// x of the register before.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn sums(&self) -> Pack<S> {
        self.sums
    }
}
