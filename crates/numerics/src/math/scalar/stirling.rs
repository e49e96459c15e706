//! The remainder of Stirling's formula, and functions of the gamma family on plain numbers.
//!
//!   ln Γ(x) = (x − ½) ln x − x + ½ ln 2π + δ(x),   δ(x) = Σ B₂ₖ / (2k (2k − 1) x²ᵏ⁻¹),
//!   ln x − ψ(x) = 1/(2x) + Σ B₂ₖ / (2k x²ᵏ),
//!   ψ′(x) = 1/x + 1/(2x²) + Σ B₂ₖ / x²ᵏ⁺¹,   ψ′(x) = ψ′(x + 1) + 1/x²,
//!   ln Γ(1 + x) = −ln(1 + x) + (1 − γ) x + Σ (−1)ᵏ (ζ(k) − 1) xᵏ / k    (k ≥ 2).
//!
//! Densities with large parameters are computed from δ and from differences that do not cancel; ln Γ itself
//! would leave an error of 1e-16 ln Γ. Abramowitz and Stegun 6.1.33, 6.1.41, 6.3.18, 6.4.12. From 16 on six
//! terms suffice.

use super::small::polynomial;
use crate::math;
use crate::simd::Pack;
use pulp::Scalar;

/// The least number for which the asymptotic series are used.
pub(super) const LARGE: f64 = 16.0;

/// ½ ln(2π).
pub(super) const HALF_LOG_2_PI: f64 = 0.918_938_533_204_672_8;

/// δ(x), for x ≥ [`LARGE`].
pub(super) fn stirling_error(x: f64) -> f64 {
    let w = x.recip();
    w * polynomial(
        w * w,
        &[1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0],
    )
}

/// ln Γ(x) − x ln x + x, for x ≥ `LARGE`.
pub fn stirling_rest(x: f64) -> f64 {
    HALF_LOG_2_PI - 0.5 * x.ln() + stirling_error(x)
}

/// ln x − ψ(x).
pub fn log_less_digamma(x: f64) -> f64 {
    if x < LARGE {
        return x.ln() - digamma(x);
    }
    let w = x.recip();
    let square = w * w;
    let even = [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32_760.0];
    0.5 * w + square * polynomial(square, &even)
}

/// ln Γ(x).
pub(super) fn lgamma(x: f64) -> f64 {
    math::lgamma(Pack::splat(Scalar::new(), x)).first()
}

/// ψ(x).
pub(super) fn digamma(x: f64) -> f64 {
    math::digamma(Pack::splat(Scalar::new(), x)).first()
}

/// ψ′(x), for x > 0.
pub(super) fn trigamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x, 0.0);
    while x < LARGE {
        sum += (x * x).recip();
        x += 1.0;
    }
    let w = x.recip();
    let square = w * w;
    let even = [1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0, -691.0 / 2730.0];
    sum + w * (1.0 + 0.5 * w + square * polynomial(square, &even))
}

/// ln Γ(1 + x), accurate also for tiny x; for x ≥ 0.
pub(super) fn lgamma1p(x: f64) -> f64 {
    if x < 0.1 { x * polynomial(x, &LGAMMA_NEAR_2) - x.ln_1p() } else { lgamma(1.0 + x) }
}

/// 1 − γ and (−1)ᵏ (ζ(k) − 1) / k for k = 2, …, 14.
const LGAMMA_NEAR_2: [f64; 14] = [
    0.42278433509846713,
    0.3224670334241132,
    -0.0673523010531981,
    0.020580808427784546,
    -0.007385551028673986,
    0.0028905103307415234,
    -0.001192753911703261,
    0.0005096695247430425,
    -0.00022315475845357939,
    9.945751278180853e-05,
    -4.492623673813314e-05,
    2.050721277567069e-05,
    -9.439488275268397e-06,
    4.374866789907488e-06,
];
