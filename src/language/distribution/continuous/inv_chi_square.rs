//! inv_chi_square(ν), ν > 0, for y > 0:  log p(y) = −(½ ν + 1) log y − 1/(2 y) − ½ ν log 2 − log Γ(½ ν).
//!
//! ∂/∂y = (1/(2 y) − ½ ν − 1)/y,  ∂/∂ν = −½ (log y + log 2 + ψ(½ ν)).
//!
//! log P(Y ≤ y) = log Q(½ ν, 1/(2 y)),  log P(Y > y) = log P(½ ν, 1/(2 y)), the regularised incomplete gamma functions.
//!
//! Stan Functions Reference, "Inverse chi-square distribution".

use super::chi_square::normaliser;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{log_lower, log_upper};
use crate::math;

density! {
    /// The distribution of 1/x for a chi-square x with degrees of freedom.
    ///
    /// $$ \log p(y \mid \nu) = -\bigl(\tfrac\nu2 + 1\bigr)\log y - \tfrac1{2y} - \tfrac\nu2\log 2 - \log\Gamma\bigl(\tfrac\nu2\bigr), \qquad y > 0 $$
    ///
    /// `freedom` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { variance: positive() }
    /// let model = model! { variance |= inv_chi_square(4.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    InvChiSquare, inv_chi_square(freedom: Freedom in Positive), y in Positive;

    column log_y(y) { (math::log(y), y.recip()) }

    conjugate(y: InverseGamma)

    /// −(½ ν + 1) log y
    term Power(log_y, freedom) linear(log_y) {
        let power = freedom.mul_add(-0.5, -1.0);
        (power * log_y, [power, log_y * -0.5])
    }

    /// −1/(2 y)
    term Decay(y) {
        let half = 0.5 / y;
        (-half, [half / y])
    }

    /// −½ ν log 2 − log Γ(½ ν)
    term Normaliser(freedom) {
        let (value, slope) = normaliser(freedom);
        (value, [slope])
    }

    log_cdf(y, freedom) {
        let z = 0.5 / y;
        let [value, by_shape, by_z] = log_upper(freedom * 0.5, z);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [-(by_z * z / y), by_shape * 0.5]))
    }
    log_ccdf(y, freedom) {
        let z = 0.5 / y;
        let [value, by_shape, by_z] = log_lower(freedom * 0.5, z);
        within(!y.le(0.0), 0.0, (value, [-(by_z * z / y), by_shape * 0.5]))
    }

    draw(rng, freedom) { random::inverse_gamma(0.5 * freedom, 0.5, rng) }
}
