//! Sums of logarithms, for log determinants.

use crate::math::log;
use crate::simd::Pack;
use pulp::Simd;

/// Returns Σ log xᵢ, which is NaN or infinite unless all numbers are positive and finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn sum_of_logs<S: Simd>(simd: S, numbers: &[f64]) -> f64 {
    let (registers, rest) = S::as_simd_f64s(numbers);
    let mut sum = Pack::zero(simd);
    for &register in registers {
        sum = sum + log(Pack::new(simd, register));
    }
    let rest = rest.iter().map(|&number| log(Pack::splat(simd, number)).first());
    sum.sum() + rest.sum::<f64>()
}
