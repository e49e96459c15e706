//! log P(a, z) and log Q(a, z) = log(1 − P(a, z)), the cumulative probabilities of the gamma distribution of shape a and
//! rate 1, by which those of its kin are expressed, with their derivatives by a and z.

use crate::math::scalar;
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

/// log P(a, z), ∂/∂a, ∂/∂z
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_lower<S: Simd>(a: Pack<S>, z: Pack<S>) -> [Pack<S>; 3] {
    map_lanes([a, z], |[a, z]| scalar::log_gamma_p(a, z))
}

/// log Q(a, z), ∂/∂a, ∂/∂z
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_upper<S: Simd>(a: Pack<S>, z: Pack<S>) -> [Pack<S>; 3] {
    map_lanes([a, z], |[a, z]| scalar::log_gamma_q(a, z))
}
