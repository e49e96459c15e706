//! Powers.
//!
//! xʸ = exp(y ln x) multiplies the relative error of the logarithm by y ln x, up to 745, so ln x is computed
//! as a sum h + l of two numbers. With the notation of [`log`](super::log()),
//!
//!   ln x = k ln 2 + 2 s + s q,   q = z (⅔ + z Q(z)),   Q of degree 6, error ≤ 2⁻⁶⁶ |2 s|.
//! s is a quotient with its remainder, and products are computed with their errors except in z Q(z), which
//! is below 2⁻⁸ of s. Then y (h + l) = H + L, in the same way, and the result is exp(H + L), with L added
//! to the reduced argument.
//!
//! The slopes, y xʸ / x and xʸ ln x, use a quotient and h + l: no second power and no other logarithm.

use super::double::{fast_two_sum, two_product};
use super::exp::{LIMIT, LN_2_HIGH, LN_2_LOW, exp_with_low};
use super::log::{at_the_ends, normalize};
use super::polynomial::polynomial;
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// xʸ for x ≥ 0 (−0 counts as 0), NaN for negative x, also if y is an integer (use [`powi`] then). x⁰ and
/// 1ʸ are 1 even if the other is NaN; 0, ∞ and overflow as in IEEE 754.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn powf<S: Simd>(x: Pack<S>, y: Pack<S>) -> Pack<S> {
    powf_and_log(x, y).0
}

/// Returns xʸ as [`powf`] does, and ln x in its two parts; the lower part is NaN if the upper part is not
/// finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn powf_and_log<S: Simd>(x: Pack<S>, y: Pack<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
    let (log, log_low) = accurate_log(x);
    let (high, error) = two_product(y, log);
    let low = y.mul_add(log_low, error);
    // If the result is 0 or ∞, the error may be NaN, so it is replaced by 0.
    let low = high.abs().lt(LIMIT).select(low, 0.0);
    let power = exp_with_low(high, low);
    ((x.eq(1.0) | y.eq(0.0)).select(1.0, power), log, log_low)
}

/// Returns xʸ with its slopes: y xʸ⁻¹, which is 0 where y is 0, and xʸ ln x, which is 0 where xʸ is 0, and
/// where both x and y are 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn powf_and_slopes<S: Simd>(x: Pack<S>, y: Pack<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
    let (power, log, log_low) = powf_and_log(x, y);
    let log = log.abs().lt(f64::INFINITY).select(log + log_low, log);
    // At the ends of the range, xʸ or x has lost digits that xʸ⁻¹ needs. NaN is included.
    let is_lost = !(is_normal(x) & is_normal(power));
    let mut less_one = power / x;
    if is_lost.any() {
        less_one = is_lost.select(powf(x, y - 1.0), less_one);
    }
    let flat = power.eq(0.0) | (x.eq(0.0) & y.eq(0.0));
    (power, y.eq(0.0).select(0.0, y * less_one), flat.select(0.0, power * log))
}

/// Returns the mask of lanes in which x is positive, normal and finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_normal<S: Simd>(x: Pack<S>) -> Mask<S> {
    x.ge(f64::MIN_POSITIVE) & x.le(f64::MAX)
}

/// Returns xⁿ by repeated squaring; 1 / x⁻ⁿ for negative n. The error is at most about |n| / 2 ULP.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn powi<S: Simd>(x: Pack<S>, n: i32) -> Pack<S> {
    let mut power = x.constant(1.0);
    let mut square = x;
    let mut rest = n.unsigned_abs();
    while rest > 0 {
        if rest & 1 == 1 {
            power = power * square;
        }
        square = square * square;
        rest >>= 1;
    }
    if n < 0 { power.recip() } else { power }
}

/// Returns ln x as a sum of two numbers, with a relative error of about 2⁻⁶⁴.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn accurate_log<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let parts = normalize(x);
    let f = parts.mantissa - 1.0;
    // s = f / (2 + f), and the remainder of the division.
    let (divisor, divisor_low) = fast_two_sum(x.constant(2.0), f);
    let reciprocal = divisor.recip();
    let s = f * reciprocal;
    let (product, error) = two_product(s, divisor);
    let s_low = ((f - product) - error - s * divisor_low) * reciprocal;
    // q = z (⅔ + z Q(z)).
    let (z, error) = two_product(s, s);
    let z_low = (s * s_low).mul_add(2.0, error);
    let (p, p_low) = fast_two_sum(x.constant(TWO_THIRDS), z * polynomial(z, COEFFICIENTS));
    let p_low = p_low + TWO_THIRDS_LOW;
    let (q, error) = two_product(z, p);
    let q_low = z.mul_add(p_low, z_low.mul_add(p, error));
    // 2 s + s q + k ln 2.
    let (sq, error) = two_product(s, q);
    let sq_low = s.mul_add(q_low, s_low.mul_add(q, error));
    let (log, log_low) = fast_two_sum(s * 2.0, sq);
    let (high, low) = fast_two_sum(parts.minus_k * -LN_2_HIGH, log);
    let low = low + (log_low + s_low.mul_add(2.0, sq_low) - parts.minus_k * LN_2_LOW);
    (at_the_ends(high, x, 0.0), low)
}

/// ⅔, rounded.
const TWO_THIRDS: f64 = 2.0 / 3.0;
/// The rounding error of [`TWO_THIRDS`].
const TWO_THIRDS_LOW: f64 = 3.700743415417188e-17;

/// The coefficients of Q above.
const COEFFICIENTS: [f64; 7] = [
    0.4000000000000204,
    0.2857142857018671,
    0.2222222250644271,
    0.18181785413813142,
    0.15386713820539932,
    0.13257743622452417,
    0.13188398990958863,
];
