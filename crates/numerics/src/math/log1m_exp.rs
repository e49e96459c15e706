//! ln(1 − eˣ) for x ≤ 0: the logarithm of the complement of a probability that is given by its logarithm.
//!
//!   f(x) = ln u,   u = 1 − eˣ,   f′(x) = −eˣ / u.
//!
//! With x = k ln 2 + r as in [`exp`](super::exp()), u = −(eʳ − 1) where k = 0, which does not cancel; below,
//! eˣ ≤ √½ and 1 − eˣ loses nothing. Where u is near 1, the method of [`log`](super::log()) takes −eˣ itself
//! for u − 1. This is the case distinction of Mächler (2012), "Accurately computing log(1 − exp(−|a|))", with
//! one exponential and one logarithm for both cases.

use super::bits;
use super::exp::{LIMIT, reduce, scale};
use super::log::{at_the_ends, log_near_one, normalize};
use crate::simd::Pack;
use pulp::Simd;

/// ln(1 − eˣ), accurate also near 0, where it is ln(−x), and in the lower tail, where it is −eˣ; −∞ at 0, NaN
/// above and for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1m_exp<S: Simd>(x: Pack<S>) -> Pack<S> {
    Complement::new(x).log()
}

/// (ln(1 − eˣ), −eˣ / (1 − eˣ)): [`log1m_exp`] and its derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log1m_exp_and_slope<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let complement = Complement::new(x);
    (complement.log(), -complement.power / complement.value)
}

/// The complement 1 − eˣ of eˣ.
pub(super) struct Complement<S: Simd> {
    /// eˣ.
    pub power: Pack<S>,
    /// u = 1 − eˣ.
    pub value: Pack<S>,
}

impl<S: Simd> Complement<S> {
    /// Computes eˣ and u for x ≤ 0; u is negative for positive x.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(x: Pack<S>) -> Self {
        let (k, above_one) = reduce(bits::at_least(bits::at_most(x, 1.0), -LIMIT));
        let power = scale(k, above_one);
        // 0 − 0 is +0 for any signs, so that slopes at 0 have the right sign.
        Self { power, value: k.eq(0.0).select(0.0 - above_one, 1.0 - power) }
    }

    /// ln u.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn log(&self) -> Pack<S> {
        at_the_ends(log_near_one(normalize(self.value), -self.power), self.value, 0.0)
    }
}
