//! The standard normal distribution function and its logarithm.
//!
//!   Φ(x) = ∫₋∞ˣ φ(s) ds,   φ(x) = e^{−x²/2} / √(2π),   (ln Φ)′ = φ/Φ.
//!
//! With the Mills ratio R of [`mills`] and T = φ(x) R(|x|), the smaller of Φ(x) and Φ(−x),
//!
//!   Φ(x) = T | 1 − T,                                  for x < 0 | x ≥ 0,
//!   ln Φ(x) = ln(R(|x|) / √(2π)) − x²/2 | ln(1 − T),
//!   φ(x)/Φ(x) = 1 / R(|x|) | φ(x) / (1 − T).
//!
//! Below 0 the logarithm never sees T, which underflows at −38, and both its summands are negative. The upper
//! tail is that of the lower one at −x: ln(1 − Φ(x)) = ln Φ(−x). One exponential, one polynomial and one
//! logarithm serve the value and the slope.

use super::log::{log_near_one, split};
use super::mills::{Mills, exp_minus_square, mills};
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// Φ(x), accurate also in the lower tail; 0 below −38.6, subnormal results rounded, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn normal_cdf<S: Simd>(x: Pack<S>) -> Pack<S> {
    let normal = Normal::new(x);
    normal.lower.select(normal.tail, 1.0 - normal.tail)
}

/// ln Φ(x), accurate in both tails; −∞ at −∞ (and below −1.9e154, where x²/2 overflows), NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_normal_cdf<S: Simd>(x: Pack<S>) -> Pack<S> {
    Normal::new(x).log_cdf(x)
}

/// Returns (ln Φ(x), φ(x)/Φ(x)): [`log_normal_cdf`] and its derivative, at little more than the cost of the
/// former. The slope approaches −x far below 0, and underflows gradually far above; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_normal_cdf_and_slope<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let normal = Normal::new(x);
    let Mills { numerator, denominator, .. } = normal.mills;
    let lower = normal.lower;
    let slope = lower.select(denominator, normal.density) / lower.select(numerator, 1.0 - normal.tail);
    (normal.log_cdf(x), slope)
}

/// The numbers that the three functions share.
struct Normal<S: Simd> {
    /// The mask where x < 0.
    lower: Mask<S>,
    /// R(|x|).
    mills: Mills<S>,
    /// φ(x).
    density: Pack<S>,
    /// T.
    tail: Pack<S>,
}

impl<S: Simd> Normal<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(x: Pack<S>) -> Self {
        let mills = mills(x.abs());
        let exp = exp_minus_square(x, 0.5);
        Self {
            lower: x.lt(0.0),
            tail: exp * (mills.ratio * FRAC_1_SQRT_2PI),
            density: exp * FRAC_1_SQRT_2PI,
            mills,
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn log_cdf(&self, x: Pack<S>) -> Pack<S> {
        let argument = self.lower.select(self.mills.ratio * FRAC_1_SQRT_2PI, 1.0 - self.tail);
        // Below 0 the argument is less than ½, so its difference from 1, the second argument, is not used.
        let log = log_near_one(split(argument), -self.tail);
        let log = argument.gt(0.0).select(log, f64::NAN);
        log - self.lower.select(x * (x * 0.5), 0.0)
    }
}

/// 1/√(2π).
const FRAC_1_SQRT_2PI: f64 = 0.3989422804014327;
