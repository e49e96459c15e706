//! Γ(x) for x of either sign. Its derivative is Γ(x) ψ(x).
//!
//! With the notation of [`lgamma`](super::lgamma()), for x ≥ 0,
//!
//!   Γ(x) = exp(δ R(δ)) / p                                                  below 2.5,
//!   Γ(x) = exp((x − ½) (ln x − 1) + (ln(2π) − 1)/2 + w S(w²)),   w = 1/x,   beyond,
//!
//! where ln x and its product are sums of two numbers, because the error of an exponent up to 710 becomes a
//! relative one of the result. Below 0, the reflection formula
//!
//!   Γ(x) = π / (sin(πx) Γ(1 − x))
//!
//! takes the exponential with the other sign. Abramowitz and Stegun 6.1.17.

use super::bits;
use super::double::{fast_two_sum, two_product};
use super::exp::exp_with_low;
use super::gamma::{HALF_LOG_2_PI_LESS, LGAMMA_STIRLING, Shifted};
use super::polynomial::polynomial;
use super::powf::accurate_log;
use super::trig::sin;
use crate::simd::Pack;
use core::f64::consts::PI;
use pulp::Simd;

/// Γ(x); ∞ above 171.62, ±∞ at ±0, NaN at negative integers, −∞ and NaN. Below −170, where 1 / Γ(1 − x) is
/// a subnormal number, the result has an error of the size of the smallest number times π / sin(πx).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn tgamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    let negative = x.lt(0.0);
    // Beyond these bounds the result is ∞ or 0 anyway.
    let bounded = bits::at_most(bits::at_least(x, -200.0), 200.0);
    let y = negative.select(1.0 - bounded, bounded);
    let y_low = negative.select((1.0 - y) - bounded, 0.0);
    let shifted = Shifted::new(y);

    let far = y.ge(2.5).select(y, 2.5);
    let (log, log_low) = accurate_log(far);
    let (less, less_low) = fast_two_sum(log, y.constant(-1.0));
    let factor = far - 0.5;
    let (product, error) = two_product(factor, less);
    let reciprocal = far.recip();
    let correction = reciprocal.mul_add(polynomial(reciprocal.square(), LGAMMA_STIRLING), HALF_LOG_2_PI_LESS);
    // Knuth's two-sum, because either summand may be the larger one.
    let sum = product + correction;
    let rounded = sum - product;
    let sum_error = (product - (sum - rounded)) + (correction - rounded);
    let sum_low = factor.mul_add(less_low + log_low, y_low.mul_add(log, error + sum_error));

    let zero = y.constant(0.0);
    let high = shifted.near.select(shifted.near_2(), sum);
    let low = shifted.near.select(zero, sum_low);
    let power = exp_with_low(negative.select(-high, high), negative.select(-low, low));
    let p = shifted.near.select(shifted.divisor, 1.0);

    // x − k with the nearest integer k is exact, and so is the parity of k.
    let k = bits::round_product(bounded, 1.0);
    let odd = (k - bits::round_product(k, 0.5) * 2.0).abs().eq(1.0);
    let sine = sin((bounded - k) * PI);
    let sine = odd.select(-sine, sine);
    let value = negative.select(power * p * PI, power) / negative.select(sine, p);
    let pole = negative & (bounded.eq(k) | x.eq(f64::NEG_INFINITY));
    pole.select(f64::NAN, value)
}
