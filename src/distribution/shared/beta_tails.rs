//! log I_y(a, b) and log(1 − I_y(a, b)), the cumulative probabilities of the beta distribution, with their
//! derivatives by a, b and y.

use crate::math::scalar;
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

/// log I_y(a, b), ∂/∂a, ∂/∂b, ∂/∂y, given y and 1 − y
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_lower<S: Simd>(a: Pack<S>, b: Pack<S>, y: [Pack<S>; 2]) -> [Pack<S>; 4] {
    let [y, rest] = y;
    map_lanes([a, b, y, rest], |[a, b, y, rest]| {
        by_y(scalar::log_inc_beta_by_logit(a, b, y, rest), [y, rest])
    })
}

/// log(1 − I_y(a, b)), ∂/∂a, ∂/∂b, ∂/∂y, given y and 1 − y
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_upper<S: Simd>(a: Pack<S>, b: Pack<S>, y: [Pack<S>; 2]) -> [Pack<S>; 4] {
    let [y, rest] = y;
    map_lanes([a, b, y, rest], |[a, b, y, rest]| {
        by_y(scalar::log_inc_beta_complement_by_logit(a, b, y, rest), [y, rest])
    })
}

/// Replaces the derivative by log(y/(1 − y)) by the derivative by y.
fn by_y([value, by_a, by_b, by_logit]: [f64; 4], [y, rest]: [f64; 2]) -> [f64; 4] {
    [value, by_a, by_b, by_logit / y / rest]
}
