//! Exponents of `f64` lanes, by additions, masks and shifts of 32-bit halves.
//!
//! pulp has no 64-bit shifts. But the exponent lies in the upper half of a lane, so it can be moved between
//! the top 12 bits and the *middle* of the lane (bits 32 to 43) by a shift of the 32-bit halves; and numbers
//! near 1.5·2²⁰, whose last place is 2⁻³², hold an integer exactly there.

use crate::simd::{Mask, Pack};
use pulp::Simd;
use pulp::bytemuck::cast;

/// Adding this constant rounds a number below 2⁵¹ to an integer, ties to even; subtracting the constant
/// again leaves the integer.
const ROUND: f64 = 6755399441055744.0; // 1.5·2⁵²

/// Returns the integer nearest to x · factor (up to the rounding error of that product), if its magnitude
/// is below 2⁵¹.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn round_product<S: Simd>(x: Pack<S>, factor: f64) -> Pack<S> {
    x.mul_add(factor, ROUND) - ROUND
}

/// Returns the larger of x and `bound`; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn at_least<S: Simd>(x: Pack<S>, bound: f64) -> Pack<S> {
    if MINIMUM_KEEPS_SECOND && !S::IS_SCALAR {
        Pack::new(x.simd, x.simd.max_f64s(x.constant(bound).value, x.value))
    } else {
        x.lt(bound).select(bound, x)
    }
}

/// Returns the smaller of x and `bound`; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn at_most<S: Simd>(x: Pack<S>, bound: f64) -> Pack<S> {
    if MINIMUM_KEEPS_SECOND && !S::IS_SCALAR {
        Pack::new(x.simd, x.simd.min_f64s(x.constant(bound).value, x.value))
    } else {
        x.gt(bound).select(bound, x)
    }
}

/// True if minimum and maximum return the second operand when one is NaN, as on x86; elsewhere NaN may get
/// lost.
const MINIMUM_KEEPS_SECOND: bool = cfg!(target_arch = "x86_64");

/// Returns 2ⁿ⁺ᵐ for integers with −1023 < n + m < 1024; zero if n + m = −1023, infinity if it is 1024.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp2_integer<S: Simd>(n: Pack<S>, m: f64) -> Pack<S> {
    // 1.5·2²⁰ + 1023 + n + m has the biased exponent in its bits 32 to 43, and zeros below.
    move_up(n + (1572864.0 + 1023.0 + m))
}

/// Returns (2^⌊n/2⌋, 2^⌈n/2⌉) for integers |n| ≤ 2044. Scaling by both in turn overflows to infinity and
/// underflows gradually, as scaling by 2ⁿ should, though 2ⁿ itself need not be representable.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp2_halves<S: Simd>(n: Pack<S>) -> (Pack<S>, Pack<S>) {
    // In numbers near 1.5·2²¹ bit 32 has the weight 2. An odd 1, in bit 31, is shifted out.
    let floor = move_up(n + (3145728.0 + 2046.0));
    let ceil = move_up(n + (3145728.0 + 2047.0));
    (floor, ceil)
}

/// Returns the mask of lanes in which the integer k is odd, and, as signs of ±0, the second-last bits of k
/// and of k + 1. For |k| < 2¹⁹.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn quadrant<S: Simd>(k: Pack<S>) -> (Mask<S>, Pack<S>, Pack<S>) {
    let simd = k.simd;
    let middle = k + 1572864.0; // 1.5·2²⁰: k is in bits 32 and up.
    let last = simd.and_u64s(middle.to_bits(), simd.splat_u64s(1 << 32));
    let odd = Mask::new(simd, simd.equal_u64s(last, simd.splat_u64s(1 << 32)));
    let sign = k.constant(-0.0).value;
    let second_last = |x| Pack::new(simd, simd.and_f64s(shift_halves_up(x, 30).value, sign));
    (odd, second_last(middle), second_last(middle + 1.0))
}

/// Shifts both 32-bit halves of the lanes up by 20 bits: bits 32 to 43 become sign and exponent.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn move_up<S: Simd>(x: Pack<S>) -> Pack<S> {
    shift_halves_up(x, 20)
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn shift_halves_up<S: Simd>(x: Pack<S>, distance: u32) -> Pack<S> {
    let simd = x.simd;
    if size_of::<S::u32s>() == size_of::<S::f64s>() {
        let halves = simd.wrapping_dyn_shl_u32s(cast(x.value), simd.splat_u32s(distance));
        Pack::new(simd, cast(halves))
    } else {
        // Without SIMD there is one lane. The lower half is zero in all uses.
        let bits: u64 = cast(x.value);
        Pack::new(simd, cast(bits >> 32 << 32 << distance))
    }
}

/// Returns 0 minus the unbiased exponent of a bit pattern; its sign is ignored.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn minus_exponent<S: Simd>(simd: S, bits: S::u64s) -> Pack<S> {
    let masked = simd.and_u64s(bits, simd.splat_u64s(EXPONENT));
    let middle: S::u64s = if size_of::<S::u32s>() == size_of::<S::f64s>() {
        cast(simd.wrapping_dyn_shr_u32s(cast(masked), simd.splat_u32s(20)))
    } else {
        // Without SIMD there is one lane.
        let bits: u64 = cast(masked);
        cast(bits >> 20)
    };
    // 2²⁰ with the biased exponent in its bits 32 to 42 is 2²⁰ plus that exponent.
    let biased = simd.or_u64s(middle, simd.splat_u64s(1048576f64.to_bits()));
    (1048576.0 + 1023.0) - Pack::from_bits(simd, biased)
}

/// The mask of the bits of the exponent.
pub(super) const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
