//! l(x) = c + a log x + b log(1 − x). At ¼, ½ and ¾,
//!
//!   a − b = (l₊ − l₋)/log 3,   a + b = (l₋ + l₊ − 2 l₀)/log ¾,   c = l₀ + (a + b) log 2.
//!
//! Under Beta(α, β) the mean of log x is ψ(α) − ψ(α + β) = ½ log p, and the mean of log(1 − x) is
//! ψ(β) − ψ(α + β) = ½ log q. Two points have both means if their product is p and the product of their
//! distances from 1 is q: they are the roots of x² − (1 + p − q) x + p. Both roots are real, since
//! √p + √q ≤ 1 by Jensen's inequality.

use super::Parameters;
use crate::math;
use crate::model::marginalised::POINTS;
use crate::simd::Pack;
use pulp::Simd;

/// 1/log 3
const BY_LOG_3: f64 = 0.910_239_226_626_837_4;

/// 1/log ¾
const BY_LOG_3_4: f64 = -3.476_059_496_782_207;

#[inline(always)]
pub(crate) fn points<S: Simd>([first, _]: Parameters<S>) -> [Pack<S>; POINTS] {
    [first.constant(0.25), first.constant(0.5), first.constant(0.75)]
}

#[inline(always)]
pub(crate) fn integrate<S: Simd>([low, middle, high]: [Pack<S>; POINTS]) -> (Pack<S>, Parameters<S>) {
    let difference = (high - low) * BY_LOG_3;
    let sum = (low + high - middle - middle) * BY_LOG_3_4;
    let (alpha, beta) = ((sum + difference) * 0.5 + 1.0, (sum - difference) * 0.5 + 1.0);
    let constant = middle + sum * core::f64::consts::LN_2;
    let integral = constant + math::lgamma(alpha) + math::lgamma(beta) - math::lgamma(alpha + beta);
    let is_proper = alpha.gt(0.0) & beta.gt(0.0);
    (is_proper.select(integral, f64::NAN), [alpha, beta])
}

#[inline(always)]
pub(crate) fn pair<S: Simd>([alpha, beta]: Parameters<S>) -> [Pack<S>; 2] {
    let both = math::digamma(alpha + beta);
    let p = math::exp((math::digamma(alpha) - both) * 2.0);
    let q = math::exp((math::digamma(beta) - both) * 2.0);
    let sum = p - q + 1.0;
    let square = sum.square() - p * 4.0;
    let root = square.gt(0.0).select(square, 0.0).sqrt();
    let large = (sum + root) * 0.5;
    [p / large, large]
}
