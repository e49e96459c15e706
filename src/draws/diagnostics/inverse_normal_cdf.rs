//! The inverse of the standard normal distribution function, `Φ⁻¹(p)`: Wichura (1988), *Algorithm AS 241: The
//! percentage points of the normal distribution*, Applied Statistics 37(3), 477–484, routine PPND16.
//!
//! Three rational functions, each of degree 7 over 7, with a relative error of about 1e-16: one in `(p − ½)²` for
//! the centre, two in `√(−ln min(p, 1 − p))` for the tails.

/// The standard normal quantile of `p`.
///
/// `p` lies in `[0, 1]`; 0 and 1 give −∞ and ∞. NaN when `p` is outside or NaN.
///
/// ```
/// use monomorph::draws::diagnostics::inverse_normal_cdf;
///
/// assert_eq!(inverse_normal_cdf(0.5), 0.0);
/// assert!((inverse_normal_cdf(0.975) - 1.959963984540054).abs() < 1e-15);
/// assert!(inverse_normal_cdf(-0.1).is_nan());
/// ```
pub fn inverse_normal_cdf(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&CENTRE, 0.180625 - q * q);
    }
    let tail = p.min(1.0 - p);
    if tail == 0.0 {
        return f64::INFINITY.copysign(q);
    }
    let r = (-tail.ln()).sqrt();
    let size = if r <= 5.0 { ratio(&TAIL, r - 1.6) } else { ratio(&FAR_TAIL, r - 5.0) };
    size.copysign(q)
}

/// The coefficients of a numerator and of a denominator, constant term first.
type Ratio = [[f64; 8]; 2];

fn ratio([numerator, denominator]: &Ratio, x: f64) -> f64 {
    let horner = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    horner(numerator) / horner(denominator)
}

#[expect(clippy::excessive_precision, reason = "the digits are the published ones")]
const CENTRE: Ratio = [
    [
        3.3871328727963666080e0,
        1.3314166789178437745e2,
        1.9715909503065514427e3,
        1.3731693765509461125e4,
        4.5921953931549871457e4,
        6.7265770927008700853e4,
        3.3430575583588128105e4,
        2.5090809287301226727e3,
    ],
    [
        1.0,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3,
    ],
];

#[expect(clippy::excessive_precision, reason = "the digits are the published ones")]
const TAIL: Ratio = [
    [
        1.42343711074968357734e0,
        4.63033784615654529590e0,
        5.76949722146069140550e0,
        3.64784832476320460504e0,
        1.27045825245236838258e0,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4,
    ],
    [
        1.0,
        2.05319162663775882187e0,
        1.67638483018380384940e0,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ],
];

#[expect(clippy::excessive_precision, reason = "the digits are the published ones")]
const FAR_TAIL: Ratio = [
    [
        6.65790464350110377720e0,
        5.46378491116411436990e0,
        1.78482653991729133580e0,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ],
    [
        1.0,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ],
];

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
