//! ln(1 + x), and ln(1 + x) − x.
//!
//! u = 1 + x is rounded; the exact sum is u + c with |c| at most half a unit in the last place of u. As in
//! [`log`](super::log()), u = 2ᵏ m, and
//!
//!   ln(1 + x) = k ln 2 + ln m + c / u,   c / u ≈ c 2⁻ᵏ (a₀ + a₁ m + a₂ m²).
//!
//! The bracket is 1/m with a relative error of 1/99 (by the Chebyshev polynomial T₃), enough for a number
//! below half a unit. Where k = 0 no correction is made, since there the method of `log` takes x itself for
//! f: nothing is lost even for tiny x. The method is that of fdlibm's `s_log1p.c` but for the division by u.
//! It computes x − ln(1 + x) on the way, without cancellation.

use super::bits;
use super::exp::{LN_2_HIGH, LN_2_LOW};
use super::log::{at_the_ends, shortfall, split};
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// −(a₀, a₁, a₂) / 2.
const MINUS_HALF_RECIPROCAL: [f64; 3] = [-1.499923, 1.454545, -0.45712];

/// ln(1 + x), accurate also for tiny x; −∞ at −1, NaN below and for NaN, ∞ at ∞, −0 at −0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p<S: Simd>(x: Pack<S>) -> Pack<S> {
    log1p_and_log1p_minus(x).0
}

/// ln(1 + x) − x, accurate also for small x, where it is −x²/2; −∞ at −1 and ∞, NaN below −1 and for NaN. Its
/// derivative is −x / (1 + x).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p_minus<S: Simd>(x: Pack<S>) -> Pack<S> {
    log1p_and_log1p_minus(x).1
}

/// Returns ([`log1p`], [`log1p_minus`]) at the cost of one of them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p_and_log1p_minus<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let u = x + 1.0;
    let parts = split(u);
    let f = parts.mantissa - 1.0;
    // Knuth's two-sum gives the rounding error of u, whichever summand is larger.
    let rounded = u - 1.0;
    let c = (x - rounded) + (1.0 - (u - rounded));
    // The factor is 2¹⁻ᵏ and not 2⁻ᵏ, because 2¹⁻ᵏ is a number (perhaps 0) for every k.
    let minus_correction =
        c * bits::exp2_integer(parts.minus_k, 1.0) * polynomial(parts.mantissa, MINUS_HALF_RECIPROCAL);
    let near = parts.minus_k.eq(0.0);
    let f = near.select(x, f);
    let minus_correction = near.select(0.0, minus_correction);
    let minus_low = parts.minus_k.mul_add(LN_2_LOW, minus_correction);
    let shortfall = shortfall(f, minus_low);
    let log = at_the_ends(parts.minus_k.mul_add(-LN_2_HIGH, f - shortfall), x, -1.0);
    let difference = (near & x.gt(-1.0)).select(-shortfall, log - x);
    (log, x.eq(f64::INFINITY).select(f64::NEG_INFINITY, difference))
}
