//! The scaled complementary error function and the normal distribution function.
//!
//!   erfcx(x) = e^(x²) erfc(x) = 2/√π ∫₀^∞ exp(−t² − 2 x t) dt   for x ≥ 0,
//!   Φ(z) = ½ e^(−z²/2) erfcx(−z/√2)                             for z ≤ 0,
//!   2 Φ(z) − 1 = √(2/π) e^(−z²/2) Σ z²ⁿ⁺¹ / (1 · 3 ⋯ (2n + 1))   for 0 ≤ z < 2.
//!
//! Abramowitz and Stegun 7.4.2 and 26.2.11. The integrand is a smooth function that falls from 1.

use super::incomplete_gamma::end_of_quadratic;
use super::quadrature::integrate;
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI};

/// e^(x²) erfc(x), for x ≥ 0.
pub(super) fn erfcx(x: f64) -> f64 {
    let length = end_of_quadratic(2.0 * x, 2.0);
    let [integral] = integrate(length, |t| [(-t * (t + 2.0 * x)).exp()]);
    FRAC_2_SQRT_PI * integral
}

/// ln Φ(z), for z ≤ 0.
pub(super) fn log_normal_cdf_below(z: f64) -> f64 {
    -0.5 * z * z + (0.5 * erfcx(-z * FRAC_1_SQRT_2)).ln()
}

/// ln Φ(z) for any z.
pub(super) fn log_normal_cdf(z: f64) -> f64 {
    if z <= 0.0 { log_normal_cdf_below(z) } else { (-log_normal_cdf_below(-z).exp()).ln_1p() }
}

/// 2 Φ(z) − 1, for z ≥ 0.
pub(super) fn normal_within(z: f64) -> f64 {
    if z >= 2.0 {
        return -(log_normal_cdf_below(-z) + core::f64::consts::LN_2).exp_m1();
    }
    let (mut term, mut sum) = (z, z);
    for n in 1..60 {
        term *= z * z / (2.0 * f64::from(n) + 1.0);
        sum += term;
        if term <= 1e-17 * sum {
            break;
        }
    }
    FRAC_2_PI.sqrt() * (-0.5 * z * z).exp() * sum
}
