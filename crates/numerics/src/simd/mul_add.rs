//! `x · y + z` of plain numbers, as the instruction set computes it: rounded once with FMA, twice without.

use pulp::Simd;

/// Returns `factor · other + term` of plain numbers, fused if the instruction set has fused operations.
/// (Without them the standard library's function would be a slow call.)
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn mul_add<S: Simd>(factor: f64, other: f64, term: f64) -> f64 {
    if const { S::IS_SCALAR } { factor * other + term } else { factor.mul_add(other, term) }
}
