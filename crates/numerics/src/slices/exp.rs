//! The exponentials of the numbers of a slice.

use super::padded;
use crate::math::exp;
use crate::simd::{InstructionSet, Pack};
use pulp::{Simd, WithSimd};

/// Replaces each number by its exponential.
///
/// ```
/// let mut numbers = [0.0, 1.0, f64::NEG_INFINITY];
/// monomorph_numerics::slices::exp_in_place(&mut numbers);
/// assert_eq!((numbers[0], numbers[2]), (1.0, 0.0));
/// assert!((numbers[1] - core::f64::consts::E).abs() < 1e-15);
/// ```
pub fn exp_in_place(numbers: &mut [f64]) {
    InstructionSet::best().dispatch(Exponentials(numbers));
}

struct Exponentials<'a>(&'a mut [f64]);

impl WithSimd for Exponentials<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (whole, rest) = S::as_mut_simd_f64s(self.0);
        for x in whole {
            *x = exp(Pack::new(simd, *x)).value;
        }
        let last = exp(padded(simd, rest)).to_array();
        rest.copy_from_slice(&last[..rest.len()]);
    }
}
