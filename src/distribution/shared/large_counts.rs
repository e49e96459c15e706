//! Densities of large counts, without the parts of their terms that cancel.
//!
//! With the deviance and the remainder of Stirling's formula,
//!
//! D(x, m) = x log(x/m) + m − x ≥ 0,  S(x) = log Γ(x + 1) − x log x + x = ½ log 2πx + 1/(12x) − …,
//!
//! the logarithms of factorials, which are as large as x log x, disappear, and D is x (u − log(1 + u)) with
//! u = (m − x)/x, the relative excess of m, which is computed without cancellation. The binomial coefficient
//! of x successes and n failures without its entropy, in which x need not be whole, is
//!
//! T(x, n) = log(x/(x + n)) + S(x + n) − S(x),  for large x  −½ log(1 + n/x) + 1/(12 (x + n)) − 1/(12x) + …
//!
//! From [`LARGE_COUNT`] on, terms of counts have these forms; a term of data alone and the term that belongs
//! to it change their form at the same count.
//!
//! Loader (2000), "Fast and Accurate Computation of Binomial Probabilities".

use crate::contract::family::{AnyCounts, LARGE_COUNT};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::shared::stirling::{factorial_rest, stirling_series};
use crate::math;
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// Returns the lanes with a large count.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn is_large<S: Simd>(count: Pack<S>) -> Mask<S> {
    count.ge(LARGE_COUNT)
}

/// Returns the lanes with shape parameters so large that the law's terms cancel like those of large counts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn is_large_shape<S: Simd>(shape: Pack<S>) -> Mask<S> {
    shape.ge(LARGE_SHAPE)
}

/// The shape from which on a count below [`LARGE_COUNT`] has larger terms than a large count has.
const LARGE_SHAPE: f64 = 1e4;

/// n log n, which is part of the terms of small counts and not of those of large counts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn n_log_n<S: Simd>(n: Pack<S>) -> Pack<S> {
    n.eq(0.0).select(0.0, n * math::log(n))
}

/// Returns the lanes of a category with a large count, given the sum of all counts of its vector. The sum is
/// 0 if it is unknown: terms that need it then have the form for small counts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn is_large_category<S: Simd>(count: Pack<S>, all: Pack<S>) -> Mask<S> {
    is_large(count) & all.gt(0.0)
}

/// −log Γ(y + 1), for large counts −S(y).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn minus_log_factorial<S: Simd>(y: Pack<S>) -> Pack<S> {
    minus_log_factorial_or_rest(y, is_large(y))
}

/// −log Γ(y + 1), or −S(y) in the lanes of the mask.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn minus_log_factorial_or_rest<S: Simd>(y: Pack<S>, large: Mask<S>) -> Pack<S> {
    let [rest] = replace_where::<Rest, AnyCounts, S, 1, 1>(large, [y], [math::lgamma(y + 1.0)]);
    -rest
}

/// S(y).
struct Rest;

impl OutOfLine<1, 1> for Rest {
    #[inline(always)]
    fn evaluate<S: Simd>([y]: [Pack<S>; 1]) -> [Pack<S>; 1] {
        [factorial_rest(y)]
    }
}

/// Returns a small count, and 0 for a large one.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn small_count<S: Simd>(y: Pack<S>) -> Pack<S> {
    is_large(y).select(0.0, y)
}

/// log Γ(N + 1) for N counts of all categories, minus N_k (log N − 1) of each large count N_k. `small` is the
/// sum of the counts that are not large. `known` is N, or 0 if categories cannot read N: then nothing is
/// subtracted from log Γ(N + 1).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn arrangements<S: Simd>(
    all: Pack<S>,
    small: Pack<S>,
    known: Pack<S>,
) -> Pack<S> {
    let [value] = replace_where::<Arrangements, AnyCounts, S, 2, 1>(
        is_large_category(all, known),
        [all, small],
        [math::lgamma(all + 1.0)],
    );
    value
}

/// S(N) + n (log N − 1).
struct Arrangements;

impl OutOfLine<2, 1> for Arrangements {
    #[inline(always)]
    fn evaluate<S: Simd>([all, small]: [Pack<S>; 2]) -> [Pack<S>; 1] {
        [factorial_rest(all) + small * (math::log(all) - 1.0)]
    }
}

/// log(m/x) and log(m/x) − (m − x)/x for positive x, given m − x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn logs_of_ratio<S: Simd>(
    x: Pack<S>,
    m: Pack<S>,
    excess: Pack<S>,
) -> (Pack<S>, Pack<S>) {
    let relative = excess / x;
    let (log, less_relative) = math::log1p_and_log1p_minus(relative);
    let ratio = m / x;
    let is_ordinary = ratio.gt(1e-290) & ratio.lt(1e290);
    let log_far = is_ordinary.select(math::log(ratio), math::log(m) - math::log(x));
    let far = relative.lt(-0.5) | relative.gt(1.0);
    (far.select(log_far, log), far.select(log_far - relative, less_relative))
}

/// −D(x, m) for x ≥ 0, given m − x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn minus_deviance<S: Simd>(x: Pack<S>, m: Pack<S>, excess: Pack<S>) -> Pack<S> {
    let (log, less_relative) = logs_of_ratio(x, m, excess);
    let relative = excess / x;
    let far = relative.lt(-0.5) | relative.gt(1.0);
    let value = far.select(x * log - excess, x * less_relative);
    x.eq(0.0).select(-excess, value)
}

/// T(x, n), for x > 0 and n ≥ 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn choices_left<S: Simd>(x: Pack<S>, n: Pack<S>) -> Pack<S> {
    let sum = x + n;
    let far = math::log1p(n / x) * -0.5 + (stirling_series(sum) - stirling_series(x));
    let near = math::log(x) - math::log(sum) + (factorial_rest(sum) - factorial_rest(x));
    x.ge(12.0).select(far, near)
}

/// The slope by x of log Γ(x + n) − log Γ(x), minus log((x + n)/x).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn digamma_rest<S: Simd>(x: Pack<S>, n: Pack<S>) -> Pack<S> {
    let rising = math::log_rising(x, n);
    let ratio = n / x;
    // For a tiny x the ratio may overflow.
    let log = ratio.lt(1e290).select(math::log1p(ratio), math::log(x + n) - math::log(x));
    x.lt(2.5).select(rising.by_x - log, rising.rest_by_x)
}

/// The negative binomial log density of y failures before x successes, plus S(y), given the means m of x and
/// k of y in all x + y with their excess k − y = x − m: T(x, y) − D(x, m) − D(y, k). It returns in addition
/// the slopes by x: for m that depends on x so that m/(x + y) does not, and for k that does not depend on x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn failures_before<S: Simd>(
    y: Pack<S>,
    x: Pack<S>,
    k: Pack<S>,
    m: Pack<S>,
    excess: Pack<S>,
) -> [Pack<S>; 3] {
    // For a tiny x its mean may underflow, which does not matter.
    let m = m.gt(0.0).select(m, f64::MIN_POSITIVE);
    let value = choices_left(x, y) + (minus_deviance(x, m, -excess) + minus_deviance(y, k, excess));
    let (log, less_relative) = logs_of_ratio(x, m, -excess);
    let rest = digamma_rest(x, y);
    [value, rest + log, rest + less_relative]
}
