//! The modified Bessel function I₀(x) for x ≥ 0, by its logarithm, and the ratio I₁(x) / I₀(x), which is the
//! derivative of the logarithm. The normaliser of the von Mises distribution, and its mean resultant length.
//!
//! Up to 9, with z = x²/4, the functions are entire in z and have positive terms only:
//!
//!   I₀(x) ≈ 1 + z A(z),   I₁(x) ≈ x B(z),   A of degree 14, B of degree 15, relative error ≤ 2⁻⁵⁵.
//!
//! From 9 on they are exp(x) / √(2πx) times functions of w = 1/x, or of t = 18 w − 1 in [−1, 1]:
//!
//!   ln I₀(x) ≈ x − ln(2πx)/2 + w H(t),   H of degree 17, error ≤ 2⁻⁵⁴ ln I₀(x),
//!   1 − I₁(x)/I₀(x) ≈ w V(t),            V of degree 24, relative error ≤ 2⁻⁵⁴.
//!
//! So ln I₀(x) − x and 1 − I₁/I₀, both of which would cancel for large x, come first there. Abramowitz and
//! Stegun 9.6.10 and 9.7.1; all polynomials by the Remez algorithm. One division and one logarithm serve
//! both ranges.

use super::bits;
use super::log::{log_near_one, split};
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// ln I₀(x) and related functions. A field that is not read costs nothing after inlining.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct LogBesselI0<S: Simd> {
    /// ln I₀(x), about x²/4 for small x.
    pub value: Pack<S>,
    /// ln I₀(x) − x, about −ln(2πx)/2 for large x.
    pub scaled: Pack<S>,
    /// I₁(x) / I₀(x), the derivative of `value`.
    pub ratio: Pack<S>,
    /// 1 − I₁(x) / I₀(x), about 1/(2x) for large x, minus the derivative of `scaled`.
    pub one_minus_ratio: Pack<S>,
}

/// [`LogBesselI0`] for x ≥ 0; NaN for negative x and NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_bessel_i0<S: Simd>(x: Pack<S>) -> LogBesselI0<S> {
    let x = x.ge(0.0).select(x, f64::NAN);
    let near = x.lt(FAR);
    let bounded = bits::at_most(x, FAR);
    let z = bounded.square() * 0.25;
    let above_one = z * polynomial(z, I0);
    let (i0, i1) = (above_one + 1.0, bounded * polynomial(z, I1));
    let reciprocal = near.select(i0, x).recip();

    let t = reciprocal.mul_add(2.0 * FAR, -1.0);
    // At ∞ the value must be ∞ and not ∞ − ∞.
    let log = log_near_one(split(near.select(i0, bits::at_most(x, f64::MAX))), above_one);
    let far_scaled = log.mul_add(-0.5, reciprocal.mul_add(polynomial(t, FAR_LOG), -HALF_LOG_TWO_PI));
    let far_rest = reciprocal * polynomial(t, FAR_RATIO);

    LogBesselI0 {
        value: near.select(log, far_scaled + x),
        scaled: near.select(log - x, far_scaled),
        ratio: near.select(i1 * reciprocal, 1.0 - far_rest),
        one_minus_ratio: near.select((i0 - i1) * reciprocal, far_rest),
    }
}

/// The least number for which the second form is used.
const FAR: f64 = 9.0;

/// ln(2π) / 2.
const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;

/// The coefficients of A above.
const I0: [f64; 15] = [
    1.0,
    0.24999999999999967,
    0.027777777777779646,
    0.0017361111111072447,
    6.94444444484418e-05,
    1.9290123432855247e-06,
    3.936759979660349e-08,
    6.151185044304047e-10,
    7.594098112312715e-12,
    7.593573754656872e-14,
    6.280262761204509e-16,
    4.333116701995365e-18,
    2.683128541931665e-20,
    1.0393032639936371e-22,
    9.987956644461146e-25,
];

/// The coefficients of B above.
const I1: [f64; 16] = [
    0.5,
    0.25000000000000006,
    0.04166666666666622,
    0.00347222222222321,
    0.00017361111110999466,
    5.787037037777851e-06,
    1.3778659580541565e-07,
    2.460475020939466e-09,
    3.417324481112192e-11,
    3.7970552212461517e-13,
    3.4515749974385845e-15,
    2.6170545348614517e-17,
    1.6655079422178605e-19,
    9.60970484176572e-22,
    3.424259086197498e-24,
    3.1475905807939956e-26,
];

/// The coefficients of H above.
const FAR_LOG: [f64; 18] = [
    0.12869291651117643,
    0.003936128451629176,
    0.00026901192601966177,
    2.9731348520914264e-05,
    4.751234896730858e-06,
    1.0512413457659125e-06,
    3.211787651134905e-07,
    1.379165008329204e-07,
    8.129452724829455e-08,
    4.8575029366443065e-08,
    -3.1041280691222853e-09,
    -4.8694133571418384e-08,
    -2.8109118419020868e-08,
    1.8765874963215358e-08,
    1.5299901293410704e-08,
    -5.617599100104545e-09,
    -3.155767234647435e-09,
    1.0903781683479673e-09,
];

/// The coefficients of V above.
const FAR_RATIO: [f64; 25] = [
    0.5073682802757052,
    0.007835518095461555,
    0.0005170283667071478,
    5.745334213985083e-05,
    9.274556482479237e-06,
    2.069255690646805e-06,
    6.364901372205351e-07,
    2.7624383951819606e-07,
    1.5934952277264135e-07,
    8.820243209852173e-08,
    4.536369359263336e-09,
    -7.517071028895408e-08,
    -8.249708854305879e-08,
    2.1061388000048013e-09,
    6.9999866366466e-08,
    2.539562631850477e-08,
    -4.328449896129822e-08,
    -2.3234823050439286e-08,
    2.2108655163281928e-08,
    1.2175887433015992e-08,
    -8.715709125102738e-09,
    -3.773747128026444e-09,
    2.268402141429429e-09,
    5.333952436327769e-10,
    -2.832202700779017e-10,
];
