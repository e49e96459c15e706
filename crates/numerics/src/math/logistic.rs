//! The logistic function and its integral, softplus.
//!
//! With t = exp(−|x|) in [0, 1],
//!
//!   logistic(x) = 1 / (1 + e⁻ˣ) = (1 if x ≥ 0 else t) / (1 + t),
//!   log1p_exp(x) = ln(1 + eˣ) = max(x, 0) + ln(1 + t),
//!
//! neither of which cancels in either tail. With s = t / (2 + t) in [0, ⅓] and z = s², as in
//! [`log`](super::log()),
//!
//!   ln(1 + t) = 2 artanh s = t − s (t − z P(z)),   P of degree 9, relative error ≤ 2⁻⁵⁹,
//!
//! without a reduction, because s is small enough as it is. P is a minimax polynomial by the Remez algorithm.
//! The fused function computes both quotients from one division, by (1 + t) (2 + t).

use super::exp::exp_not_above;
use super::exp_and_expm1::exp_and_expm1_not_above;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// The coefficients of −P above.
pub(super) const MINUS_COEFFICIENTS: [f64; 10] = [
    -0.6666666666666631,
    -0.400000000001574,
    -0.28571428547832994,
    -0.2222222397109597,
    -0.18181743874781792,
    -0.15386561030860899,
    -0.13300958563464502,
    -0.1210620862413192,
    -0.08339552222451489,
    -0.1701961922004254,
];

/// 1 / (1 + e⁻ˣ), accurate also in the lower tail, where it is eˣ; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn logistic<S: Simd>(x: Pack<S>) -> Pack<S> {
    let t = exp_not_above(-x.abs());
    x.lt(0.0).select(t, 1.0) / (t + 1.0)
}

/// ln(1 + eˣ), accurate also in the lower tail, where it is eˣ; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p_exp<S: Simd>(x: Pack<S>) -> Pack<S> {
    x.gt(0.0).select(x, 0.0) + log1p_exp_minus_magnitude(x)
}

/// Returns (ln(1 + eˣ), 1 / (1 + e⁻ˣ)): [`log1p_exp`] and its derivative [`logistic`], at little more than
/// the cost of the former.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p_exp_and_logistic<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let Tails { log, upper, lower, .. } = logistic_tails(x);
    (x.gt(0.0).select(x, 0.0) + log, x.lt(0.0).select(lower, upper))
}

/// Returns (r, f, 1 / (1 + e⁻ˣ)) with ln(1 + eˣ) = r + ln f and f = 1 + e^−|x| between 1 and 2. It is
/// [`log1p_exp_and_logistic`] for sums, which take one logarithm of a product of f.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1p_exp_in_parts<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
    let t = exp_not_above(-x.abs());
    let one = t + 1.0;
    (x.gt(0.0).select(x, 0.0), one, x.lt(0.0).select(t, 1.0) / one)
}

/// The logistic function at |x| and −|x|, and its logarithm.
#[non_exhaustive]
pub struct Tails<S: Simd> {
    /// ln(1 + t) with t = e^−|x|.
    pub log: Pack<S>,
    /// 1 / (1 + t).
    pub upper: Pack<S>,
    /// t / (1 + t).
    pub lower: Pack<S>,
    /// (1 − t) / (1 + t) = tanh(|x|/2), which is `upper` − `lower`.
    pub difference: Pack<S>,
}

/// Returns the logistic function at |x| and −|x|, and ln(1 + e^−|x|), which is minus the logarithm of the
/// former; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn logistic_tails<S: Simd>(x: Pack<S>) -> Tails<S> {
    let (t, less_one) = exp_and_expm1_not_above(-x.abs());
    let (one, two) = (t + 1.0, t + 2.0);
    let reciprocal = 1.0 / (one * two);
    let upper = two * reciprocal;
    Tails {
        log: log1p_of_parts(t, t * (one * reciprocal)),
        upper,
        lower: t * upper,
        difference: -(less_one * upper),
    }
}

/// ln(1 + t).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn log1p_exp_minus_magnitude<S: Simd>(x: Pack<S>) -> Pack<S> {
    let t = exp_not_above(-x.abs());
    log1p_of_parts(t, t / (t + 2.0))
}

/// ln(1 + t) with s = t / (2 + t).
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log1p_of_parts<S: Simd>(t: Pack<S>, s: Pack<S>) -> Pack<S> {
    let z = s * s;
    t - s * z.mul_add(polynomial(z, MINUS_COEFFICIENTS), t)
}
