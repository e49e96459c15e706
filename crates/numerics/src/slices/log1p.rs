//! Σ ln(1 + factor x) over a slice.

use super::padded;
use crate::math::log1p;
use crate::simd::{InstructionSet, Pack};
use pulp::{Simd, WithSimd};

/// Computes Σ ln(1 + factor x) of slices; NaN if a 1 + factor x is negative.
///
/// ```
/// use monomorph_numerics::slices::SumOfLog1p;
///
/// let sum = SumOfLog1p::new().of(0.5, &[1.0, 2.0, 3.0]);
/// assert!((sum - (1.5_f64 * 2.0 * 2.5).ln()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SumOfLog1p {
    set: InstructionSet,
}

impl Default for SumOfLog1p {
    fn default() -> Self {
        Self::new()
    }
}

impl SumOfLog1p {
    /// Chooses the best instruction set of the machine.
    pub fn new() -> Self {
        Self { set: InstructionSet::best() }
    }

    /// Returns Σ ln(1 + factor x).
    pub fn of(self, factor: f64, x: &[f64]) -> f64 {
        self.set.dispatch(Operation { factor, x })
    }
}

struct Operation<'a> {
    factor: f64,
    x: &'a [f64],
}

impl WithSimd for Operation<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let factor = Pack::splat(simd, self.factor);
        let (whole, rest) = S::as_simd_f64s(self.x);
        let mut sum = log1p(padded(simd, rest) * factor);
        for x in whole {
            sum = sum + log1p(Pack::new(simd, *x) * factor);
        }
        sum.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_single_logarithms() {
        let x: Vec<f64> = (0..53_i32).map(|i| f64::from(i * i) * 0.37).collect();
        for set in InstructionSet::all() {
            for factor in [0.0, 1e-12, 0.3, 1e5, -1e-4] {
                for count in [0, 1, 7, 8, 9, 53] {
                    let expected: f64 = x[..count].iter().map(|x| (factor * x).ln_1p()).sum();
                    let found = SumOfLog1p { set }.of(factor, &x[..count]);
                    let close = 1e-14 * expected.abs().max(1e-12);
                    assert!(
                        (found - expected).abs() <= close,
                        "{set:?} {factor} {count}: {found} {expected}"
                    );
                }
            }
            assert!(SumOfLog1p { set }.of(-1.0, &[0.1, 2.0]).is_nan());
        }
    }
}
