//! Σᵢ ln xᵢ as the logarithm of a product.
//!
//! With xᵢ = 2^kᵢ mᵢ, mᵢ in [√½, √2),
//!
//!   Σᵢ ln xᵢ = ln Πᵢ mᵢ + ln 2 Σᵢ kᵢ,
//!
//! so that one logarithm replaces many. Each factor has a rounding error of 2⁻⁵³ in the product, and so an
//! absolute error of 2⁻⁵³ in the sum; a separate logarithm has about the same error.

use super::exp::LN_2_LOW;
use super::log::{log, log_of_parts, normalize, split};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// The most factors in one product. A product of n mantissas is between 2^(−n/2) and 2^(n/2), and a product
/// of n numbers between 1 and 2 is at most 2ⁿ.
const MOST_FACTORS: usize = 1_000;

/// The logarithms of the products of some registers of positive numbers, lane by lane.
pub struct LogOfProduct<S: Simd> {
    mantissa: Pack<S>,
    minus_exponent: Pack<S>,
    factors: usize,
}

impl<S: Simd> LogOfProduct<S> {
    /// Makes the empty product.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(simd: S) -> Self {
        Self { mantissa: Pack::splat(simd, 1.0), minus_exponent: Pack::zero(simd), factors: 0 }
    }

    /// Multiplies by the lanes that are not masked. A number that is not positive must be NaN; NaN and ∞
    /// make the product NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply(&mut self, lane: Lane<S>, x: Pack<S>) {
        let parts = normalize(x);
        // Every bit pattern has parts that are numbers, so NaN and ∞ are carried over from x.
        let mantissa = x.mul_add(0.0, parts.mantissa);
        self.mantissa = self.mantissa * lane.mask.select(mantissa, 1.0);
        self.minus_exponent = lane.accumulate(self.minus_exponent, parts.minus_k);
        self.count();
    }

    /// Multiplies by the lanes that are not masked, which must be between 1 and 2; NaN makes the product
    /// NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply_by_one_to_two(&mut self, lane: Lane<S>, x: Pack<S>) {
        self.mantissa = self.mantissa * if lane.is_full { x } else { lane.mask.select(x, 1.0) };
        self.count();
    }

    /// Counts a factor, and splits the mantissa before it could become too large or too small.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn count(&mut self) {
        self.factors += 1;
        if self.factors == MOST_FACTORS {
            let parts = split(self.mantissa);
            self.mantissa = self.mantissa.mul_add(0.0, parts.mantissa);
            self.minus_exponent = self.minus_exponent + parts.minus_k;
            self.factors = 1;
        }
    }

    /// The logarithms of the lanes; `None` if no register was multiplied.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn logarithm(self) -> Option<Pack<S>> {
        if self.factors == 0 {
            return None;
        }
        // ln 2 is added in two parts, as in a single logarithm.
        let minus_low = self.minus_exponent * LN_2_LOW;
        Some(log(self.mantissa) + log_of_parts(self.minus_exponent, minus_low.constant(0.0), minus_low))
    }
}

#[cfg(test)]
mod tests {
    use super::LogOfProduct;
    use crate::simd::{Lane, Pack};
    use pulp::Scalar;

    fn sum_of_logarithms(numbers: impl Iterator<Item = f64>) -> Option<f64> {
        let simd = Scalar::new();
        let mut product = LogOfProduct::new(simd);
        for x in numbers {
            product.multiply(Lane::scalar(simd), Pack::splat(simd, x));
        }
        product.logarithm().map(Pack::first)
    }

    #[test]
    fn is_the_sum_of_logarithms() {
        let numbers = || (0..5_000).map(|i| (f64::from(i) * 0.7).sin().abs() * 1e-3 + 1e-6);
        let expected: f64 = numbers().map(f64::ln).sum();
        let sum = sum_of_logarithms(numbers()).unwrap();
        assert!((sum - expected).abs() < 1e-13 * expected.abs(), "{sum} and {expected}");
    }

    #[test]
    fn neither_overflows_nor_underflows() {
        for x in [5e-324, 1e-310, f64::MIN_POSITIVE, 0.708, 1.41, f64::MAX] {
            let (sum, expected) = (sum_of_logarithms((0..3_000).map(|_| x)).unwrap(), 3_000.0 * x.ln());
            assert!(
                (sum - expected).abs() < 1e-13 * expected.abs().max(1_000.0),
                "{x}: {sum} and {expected}"
            );
        }
    }

    #[test]
    fn numbers_between_one_and_two() {
        let simd = Scalar::new();
        for x in [1.0, 1.0 + 1e-9, 1.5, 2.0, f64::NAN] {
            let mut product = LogOfProduct::new(simd);
            (0..2_500).for_each(|_| product.multiply_by_one_to_two(Lane::scalar(simd), Pack::splat(simd, x)));
            let (sum, expected) = (product.logarithm().unwrap().first(), 2_500.0 * x.ln());
            assert!(
                (sum - expected).abs() < 1e-12 || sum.is_nan() && x.is_nan(),
                "{x}: {sum} and {expected}"
            );
        }
    }

    #[test]
    fn what_has_no_logarithm_stays() {
        for x in [f64::NAN, f64::INFINITY] {
            let numbers = || (0..2_500).map(|i| if i == 3 { x } else { 1.5 });
            assert!(sum_of_logarithms(numbers()).unwrap().is_nan());
        }
        assert_eq!(sum_of_logarithms([].into_iter()), None);
    }
}
