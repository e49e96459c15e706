//! The complement of the incomplete beta function for small a and x below the mean.
//!
//!   1 − I_x(a, b) = −(eˡ − 1) − a eˡ Σ cₙ / (a + n)   (n ≥ 1),   cₙ = (1 − b)(2 − b) ⋯ (n − b) xⁿ / n!,
//!   l = a ln x − ln Γ(1 + a) + ln Γ(a + b) − ln Γ(b).
//!
//! All terms are proportional to a for tiny a, so the difference of the last two is computed as a ∫₀¹ ψ(b +
//! a t) dt, and its derivative by b as a ∫₀¹ ψ′(b + a t) dt.
//!
//! DLMF 8.17.7 and 15.2.1.

use super::quadrature::integrate;
use super::small::log_of;
use super::stirling::{digamma, lgamma1p, trigamma};

/// ln(1 − I) and its derivatives by a, b and logit x, for a < 1 and x ≤ (a + 1)/(a + b + 2).
pub(super) fn complement_by_series(a: f64, b: f64, x: f64, y: f64) -> [f64; 4] {
    // cₙ and its derivative by b, and Σ cₙ / (a + n) and its derivatives.
    let (mut term, mut term_by_b) = (1.0, 0.0);
    let (mut sum, mut sum_by_a, mut sum_by_b) = (0.0, 0.0, 0.0);
    for n in 1..400 {
        let n = f64::from(n);
        let factor = x / n;
        term_by_b = (term_by_b * (n - b) - term) * factor;
        term *= (n - b) * factor;
        let inverse = (a + n).recip();
        sum += term * inverse;
        sum_by_a -= term * inverse * inverse;
        sum_by_b += term_by_b * inverse;
        if term.abs() <= 1e-18 * sum.abs() && term_by_b.abs() <= 1e-18 * sum_by_b.abs() {
            break;
        }
    }
    // The means of ψ and ψ′ between b and a + b, or b + 1 and a + b + 1.
    let shift = if b < 1.0 { 1.0 } else { 0.0 };
    let [mut mean, mut slope] = integrate(1.0, |t| {
        let between = b + shift + a * t;
        [digamma(between), trigamma(between)]
    });
    if b < 1.0 {
        // ln Γ(b + 1) = ln Γ(b) + ln b.
        mean -= (a / b).ln_1p() / a;
        slope += (b * (a + b)).recip();
    }
    let log = log_of(x, y);
    let power = a * (log + mean) - lgamma1p(a);
    let (by_a, by_b) = (log + digamma(a + b) - digamma(1.0 + a), a * slope);
    let factor = power.exp();
    let value = -power.exp_m1() - factor * a * sum;
    let value_by_a = -factor * (by_a * (1.0 + a * sum) + sum + a * sum_by_a);
    let value_by_b = -factor * (by_b * (1.0 + a * sum) + a * sum_by_b);
    let value_by_logit = -(power + b * log_of(y, x)).exp() * a;
    [value.ln(), value_by_a / value, value_by_b / value, value_by_logit / value]
}
