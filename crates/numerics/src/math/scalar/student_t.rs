//! The tails of Student's t and their derivatives by the degrees of freedom, if these are many.
//!
//! The slope of the incomplete beta function is then a difference of numbers of about 1/ν, while the result
//! is about 1/ν². With f the density, T the mass beyond t ≥ 0, u = s²/ν and h = ½ ν,
//!
//!   ∂ ln T/∂ν = ∫ₜ^∞ g f ds / ∫ₜ^∞ f ds = −∫₀ᵗ g f ds / T,
//!   g(s) = ∂ ln f/∂ν = ½ [(u/ν − u²)/(1 + u) − (ln(1 + u) − u) + E′(h)],
//!
//! in which g has all its digits; E is the excess of the logarithm of the rising factorial of h over log
//! √h. The first form is used for t ≥ 1.

use super::incomplete_gamma::end_of_quadratic;
use super::quadrature::integrate;
use super::small::log1p_less_x;
use super::stirling::HALF_LOG_2_PI;
use crate::math::log_rising;
use crate::simd::Pack;
use pulp::Scalar;

/// ∂ ln T/∂ν at t ≥ 0, given ln 2T; for ν ≥ 10⁵ and t² ≤ ν/100.
pub fn log_tail_by_freedom(t: f64, freedom: f64, log_both_tails: f64) -> f64 {
    let simd = Scalar::new();
    let rising = log_rising(Pack::splat(simd, 0.5 * freedom), Pack::splat(simd, 0.5));
    let of_ratio = rising.excess_by_x.first();
    let slope = |s: f64| {
        let u = s * s / freedom;
        0.5 * ((u / freedom - u * u) / (1.0 + u) - log1p_less_x(u) + of_ratio)
    };
    // Returns −ln of f relative to its value at another place, given the difference of the squares.
    let fall =
        |difference: f64, square: f64| 0.5 * (freedom + 1.0) * (difference / (freedom + square)).ln_1p();
    if t < 1.0 {
        let [integral] = integrate(t, |s| [slope(s) * (-fall(s * s, 0.0)).exp()]);
        return -2.0 * integral * (rising.excess.first() - HALF_LOG_2_PI - log_both_tails).exp();
    }
    let length = 1.2 * end_of_quadratic(t, 1.0);
    let [integral, mass] = integrate(length, |k| {
        let weight = (-fall(k * (2.0 * t + k), t * t)).exp();
        [weight * slope(t + k), weight]
    });
    integral / mass
}
