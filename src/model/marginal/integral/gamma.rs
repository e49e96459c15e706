//! l(x) = c + a log x − b x. At x₀/2, x₀ and 2 x₀, where x₀ is the current estimate of the posterior mean,
//!
//!   b = 2 (2 l₀ − l₋ − l₊)/x₀,   a = (l₊ − l₀ + b x₀)/log 2,   c = l₀ − a log x₀ + b x₀.
//!
//! An inverse gamma density of x is a gamma density of y = 1/x with the factor y⁻², so its shape is a − 1
//! instead of a + 1.
//!
//! Under Gamma(s, b) the mean of x is s/b, and the mean of log x is ψ(s) − log b. The two points (1 ± t) s/b
//! have both means if
//!
//!   ½ log(1 − t²) = ψ(s) − log s,   t² = 1 − exp 2(ψ(s) − log s).

use super::Parameters;
use crate::math;
use crate::model::marginalised::POINTS;
use crate::simd::Pack;
use pulp::Simd;

#[inline(always)]
pub(crate) fn points<S: Simd>([shape, rate]: Parameters<S>) -> [Pack<S>; POINTS] {
    let middle = shape / rate;
    [middle * 0.5, middle, middle + middle]
}

/// Returns the logarithm of the integral, and the shape and the rate of the posterior, from the values of l
/// at the three points. `step` is the difference of shape and a: 1 for a gamma distribution, −1 for an
/// inverse gamma distribution.
#[inline(always)]
pub(crate) fn integrate<S: Simd>(
    [shape, rate]: Parameters<S>,
    [low, middle, high]: [Pack<S>; POINTS],
    step: f64,
) -> (Pack<S>, Parameters<S>) {
    let x = shape / rate;
    let product = (middle + middle - low - high) * 2.0;
    let a = (high - middle + product) * core::f64::consts::LOG2_E;
    let (shape, rate) = (a + step, product / x);
    // With b x₀ instead of b, x is measured in units of x₀.
    let constant = middle + product;
    let integral = constant + math::lgamma(shape) - shape * math::log(product) + math::log(x) * step;
    // With a negative shape or rate the integral is infinite or undefined.
    let is_proper = shape.gt(0.0) & product.gt(0.0);
    (is_proper.select(integral, f64::NAN), [shape, rate])
}

#[inline(always)]
pub(crate) fn pair<S: Simd>([shape, rate]: Parameters<S>) -> [Pack<S>; 2] {
    let mean = shape / rate;
    let rest = math::exp((math::digamma(shape) - math::log(shape)) * 2.0);
    let above = (-rest + 1.0).sqrt() + 1.0;
    // (1 − t)(1 + t) = 1 − t²
    [mean * rest / above, mean * above]
}
