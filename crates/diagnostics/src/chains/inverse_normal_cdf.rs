//! The inverse of the standard normal distribution function for one number: a scalar form of
//! [`math::inv_normal_cdf`].

use monomorph_numerics::math;
use monomorph_numerics::simd::Pack;
use pulp::Scalar;

/// The standard normal quantile of `p`.
///
/// `p` lies in `[0, 1]`; 0 and 1 give −∞ and ∞. NaN for any other `p`.
///
/// ```
/// use monomorph_diagnostics::chains::inverse_normal_cdf;
///
/// assert_eq!(inverse_normal_cdf(0.5), 0.0);
/// assert!((inverse_normal_cdf(0.975) - 1.959963984540054).abs() < 1e-15);
/// assert!(inverse_normal_cdf(-0.1).is_nan());
/// ```
pub fn inverse_normal_cdf(p: f64) -> f64 {
    math::inv_normal_cdf(Pack::splat(Scalar::new(), p)).first()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_odd_about_one_half() {
        for p in [0.5, 0.25, 0.074, 0.03125, 2f64.powi(-40)] {
            assert_eq!(inverse_normal_cdf(p), -inverse_normal_cdf(1.0 - p));
        }
    }

    #[test]
    fn edges() {
        assert_eq!(inverse_normal_cdf(0.0), f64::NEG_INFINITY);
        assert_eq!(inverse_normal_cdf(1.0), f64::INFINITY);
        assert!(inverse_normal_cdf(f64::NAN).is_nan());
        assert!(inverse_normal_cdf(1.0 + f64::EPSILON).is_nan());
    }
}
