//! log(1 − x), given c = 1 − x, which a parameter computes more exactly than a subtraction would: c has all
//! digits if x is close to 1, and is rounded if x is small, so that with the correction for this rounding
//!
//! log(1 − x) = log c + ((1 − c) − x)/c.
//!
//! log(1 − e⁻ᵗ), the logarithm of the complement of the tail e⁻ᵗ, and values beyond a support.
//!
//! With t ≥ 0 and, if t itself may underflow, with its logarithm x:
//!
//! d log(1 − e⁻ᵗ)/dt = e⁻ᵗ/(1 − e⁻ᵗ),
//! log(1 − exp(−eˣ)) = x − ½ eˣ + …,  d/dx = t/(eᵗ − 1).

use crate::math;
use crate::simd::{Mask, Pack, each};
use pulp::Simd;

/// log(1 − x) and 1/(1 − x), given x and 1 − x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_of_complement<S: Simd>(
    x: Pack<S>,
    complement: Pack<S>,
) -> (Pack<S>, Pack<S>) {
    let inverse = complement.recip();
    let lost = ((1.0 - complement) - x) * inverse;
    (math::log(complement) + x.lt(0.5).select(lost, 0.0), inverse)
}

/// log(1 − e⁻ᵗ) for t ≥ 0 and its derivative by t.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_of_rest<S: Simd>(t: Pack<S>) -> (Pack<S>, Pack<S>) {
    let (value, slope) = math::log1m_exp_and_slope(-t);
    (value, -slope)
}

/// log(1 − e⁻ᵗ) with t = eˣ, and its derivative by x; also if t underflows or overflows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_of_rest_of_exp<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let t = math::exp(x);
    let (value, by_t) = log_of_rest(t);
    // Below −37, ½ t is less than half a unit in the last place of the derivative, 1; above 7, t e⁻ᵗ is 0
    // and t may be ∞.
    let (small, large) = (x.lt(-37.0), x.gt(7.0));
    (small.select(x, value), small.select(1.0, large.select(0.0, t * by_t)))
}

/// Returns the numbers that were computed inside a support; outside it, the value `elsewhere`, with partial
/// derivatives 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn within<S: Simd, const N: usize>(
    inside: Mask<S>,
    elsewhere: f64,
    (value, partials): (Pack<S>, [Pack<S>; N]),
) -> (Pack<S>, [Pack<S>; N]) {
    (inside.select(value, elsewhere), each(partials, |partial| inside.select(partial, 0.0)))
}
