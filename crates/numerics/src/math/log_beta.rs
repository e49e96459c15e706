//! The logarithm of the beta function, and its derivatives.
//!
//!   ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b),
//!   ∂/∂a = ψ(a) − ψ(a + b),   ∂/∂b = ψ(b) − ψ(a + b).
//!
//! For a ≤ b, which the symmetry allows, and with L of [`log_rising`],
//!
//!   ln B(a, b) = ln Γ(a) − L(b, a),   ∂/∂b = −L′(b, a),
//!
//! so that no terms of the larger argument cancel.

use super::gamma::{lgamma, lgamma_and_digamma};
use super::log_rising::log_rising;
use crate::simd::Pack;
use pulp::Simd;

/// ln B(a, b) for positive, finite a and b; NaN if one is negative or NaN. Near its zeros, as at a = b = 1,
/// the error is absolute.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_beta<S: Simd>(a: Pack<S>, b: Pack<S>) -> Pack<S> {
    let swap = b.lt(a);
    let (less, more) = (swap.select(b, a), swap.select(a, b));
    lgamma(less) - log_rising(more, less).value
}

/// Returns ([`log_beta`], its derivatives by a and b), each with full relative accuracy.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_beta_and_slopes<S: Simd>(a: Pack<S>, b: Pack<S>) -> (Pack<S>, [Pack<S>; 2]) {
    let swap = b.lt(a);
    let (less, more) = (swap.select(b, a), swap.select(a, b));
    let (lgamma, digamma) = lgamma_and_digamma(less);
    let rising = log_rising(more, less);
    let (by_less, by_more) = (digamma - rising.by_n, -rising.by_x);
    (lgamma - rising.value, [swap.select(by_more, by_less), swap.select(by_less, by_more)])
}
