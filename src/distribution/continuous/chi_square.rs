//! chi_square(ν), ν > 0, for y ≥ 0:  log p(y) = (½ ν − 1) log y − ½ y − ½ ν log 2 − log Γ(½ ν).
//!
//! ∂/∂y = (½ ν − 1)/y − ½,  ∂/∂ν = ½ (log y − log 2 − ψ(½ ν)).
//!
//! log P(Y ≤ y) = log P(½ ν, ½ y), log P(Y > y) = log Q(½ ν, ½ y), the regularised incomplete gamma
//! functions.
//!
//! Stan Functions Reference, "Chi-square distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{Argument, log_lower, log_upper};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;
use core::f64::consts::LN_2;
use pulp::Simd;

density! {
    /// The chi-square distribution with degrees of freedom.
    ///
    /// $$ \log p(y \mid \nu) = \bigl(\tfrac\nu2 - 1\bigr)\log y - \tfrac y2 - \tfrac\nu2\log 2 -
    /// \log\Gamma\bigl(\tfrac\nu2\bigr), \qquad y \ge 0 $$
    ///
    /// `freedom` is positive.
    /// Cumulative probabilities are available for `freedom` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { deviance: positive() }
    /// let model = model! { deviance |= chi_square(7.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("chi_square_lpdf", "chi_square_lcdf", "chi_square_rng"))]
    ChiSquare, chi_square(freedom: Freedom in Positive), y in NonNegative;

    column log_y(y) { (math::log(y), y.recip()) }
    known log_y

    conjugate(y: Gamma)

    is Pure(freedom)
    is Sharp(log_y)

    /// (½ ν − 1) log y
    term Power(log_y, freedom) linear(log_y) {
        let large = freedom.ge(2.0 * LARGE);
        let power = large.select(-1.0, freedom.mul_add(0.5, -1.0));
        // At y = 0 and ν = 2 the term is 0, not 0 · ∞.
        let flat = power.eq(0.0);
        // There the density jumps from ∞ to 0 as a function of ν: the slope counts as 0.
        let jumps = log_y.eq(f64::NEG_INFINITY);
        (flat.select(0.0, power * log_y), [power, (large | jumps).select(0.0, log_y * 0.5)])
    }

    /// −½ y
    term Decay(y, log_y, freedom) linear(y, log_y) {
        let zero = y.constant(0.0);
        let usual = [y * -0.5, y.constant(-0.5), zero, zero];
        let [value, partials @ ..] =
            unless_rare(freedom.ge(2.0 * LARGE), [y, log_y, freedom], usual, of_large_freedom);
        (value, partials)
    }

    /// −½ ν log 2 − log Γ(½ ν)
    term Normaliser(freedom) {
        let (value, slope) = normaliser(freedom);
        (value, [slope])
    }

    log_cdf(y, freedom) {
        let [value, by_shape, by_log] = log_lower(freedom * 0.5, Argument::Product(y, y.constant(0.5)));
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_log / y, by_shape * 0.5]))
    }
    log_ccdf(y, freedom) {
        let [value, by_shape, by_log] = log_upper(freedom * 0.5, Argument::Product(y, y.constant(0.5)));
        within(!y.le(0.0), 0.0, (value, [by_log / y, by_shape * 0.5]))
    }

    draw(rng, freedom) { random::gamma(0.5 * freedom, 0.5, rng) }
}

/// −½ ν log 2 − log Γ(½ ν) and its derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn normaliser<S: Simd>(freedom: Pack<S>) -> (Pack<S>, Pack<S>) {
    let half = freedom * 0.5;
    let (log_gamma, digamma) = math::lgamma_and_digamma(half);
    let usual = [-half.mul_add(LN_2, log_gamma), -(digamma + LN_2)];
    let [value, slope] = unless_rare(half.ge(LARGE), [half], usual, large_shapes::minus_rest);
    (value, slope * 0.5)
}

/// The term for a large ν, −α (w − 1 − log w) with α = ½ ν and w = y/ν, and its derivatives by y, log y and
/// ν.
fn of_large_freedom([y, log_y, freedom]: [f64; 3]) -> [f64; 4] {
    let [value, by_y, by_log, by_shape, _] = large_shapes::gamma([y, log_y, 0.5 * freedom, 0.5]);
    [value, by_y, by_log, 0.5 * by_shape]
}
