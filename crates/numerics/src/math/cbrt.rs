//! The cube root.
//!
//! |x| = 2³ⁿ v with v = 2ʳ m, r in {−1, 0, 1} and m in [√½, √2), so the result is 2ⁿ ∛v, by one Newton
//! step:
//!
//!   s ≈ 2^{r/3} P(m),   ∛v ≈ s − (s³ − v) / (3 s²),
//!
//! P a minimax polynomial of degree 8, relative error ≤ 2⁻²⁸, by the Remez algorithm. Derivative: 1 / (3
//! ∛x²).

use super::bits;
use super::log::normalize;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// ∛x of either sign; ±0 at ±0, ±∞ at ±∞, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn cbrt<S: Simd>(x: Pack<S>) -> Pack<S> {
    let magnitude = x.abs();
    let parts = normalize(magnitude);
    let n = bits::round_product(parts.minus_k, -1.0 / 3.0);
    let r = -(n.mul_add(3.0, parts.minus_k));
    let v = parts.mantissa * bits::exp2_integer(r, 0.0);
    let factor = r.eq(0.0).select(1.0, r.gt(0.0).select(CBRT_2, x.constant(CBRT_HALF)));
    let s = polynomial(parts.mantissa, COEFFICIENTS) * factor;
    let square = s * s;
    let root = s - square.mul_add(s, -v) / (square * 3.0);
    let value = (root * bits::exp2_integer(n, 0.0)).with_sign_of(x);
    (magnitude.gt(0.0) & magnitude.lt(f64::INFINITY)).select(value, x)
}

/// ∛2.
const CBRT_2: f64 = 1.2599210498948732;
/// ∛½.
const CBRT_HALF: f64 = 0.7937005259840998;

/// The coefficients of P above.
const COEFFICIENTS: [f64; 9] = [
    0.3637012779472603,
    1.4569834985615462,
    -2.027421776263181,
    2.499976492209,
    -2.2251782685129258,
    1.3592844383293292,
    -0.5399564124051965,
    0.12559279737408713,
    -0.012982043984241024,
];
