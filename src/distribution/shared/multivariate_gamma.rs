//! The gamma function of several variables,
//!
//!   log Γ_K(x) = K (K − 1)/4 log π + Σᵢ₌₀^(K−1) log Γ(x − i/2),   x > (K − 1)/2.

use crate::math::lgamma_and_digamma;
use crate::simd::Pack;
use pulp::Scalar;

/// log Γ(x) and ψ(x).
pub(in crate::distribution) fn lgamma(x: f64) -> (f64, f64) {
    let (value, slope) = lgamma_and_digamma(Pack::splat(Scalar::new(), x));
    (value.first(), slope.first())
}

/// log Γ_K(x) and its derivative; NaN outside the domain.
pub(in crate::distribution) fn multivariate_lgamma(variables: usize, x: f64) -> (f64, f64) {
    let count = variables as f64;
    if !(x.is_finite() && x > 0.5 * (count - 1.0)) {
        return (f64::NAN, f64::NAN);
    }
    let mut total = (0.25 * count * (count - 1.0) * core::f64::consts::PI.ln(), 0.0);
    for i in 0..variables {
        let (value, slope) = lgamma(x - 0.5 * i as f64);
        total = (total.0 + value, total.1 + slope);
    }
    total
}
