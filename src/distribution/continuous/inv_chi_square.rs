//! inv_chi_square(ν), ν > 0, for y > 0:  log p(y) = −(½ ν + 1) log y − 1/(2 y) − ½ ν log 2 − log Γ(½ ν).
//!
//! ∂/∂y = (1/(2 y) − ½ ν − 1)/y,  ∂/∂ν = −½ (log y + log 2 + ψ(½ ν)).
//!
//! log P(Y ≤ y) = log Q(½ ν, 1/(2 y)), log P(Y > y) = log P(½ ν, 1/(2 y)), the regularised incomplete gamma
//! functions.
//!
//! Stan Functions Reference, "Inverse chi-square distribution".

use crate::distribution::continuous::chi_square::normaliser;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{Argument, log_lower, log_upper};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;

density! {
    /// The distribution of 1/x for a chi-square x with degrees of freedom.
    ///
    /// $$ \log p(y \mid \nu) = -\bigl(\tfrac\nu2 + 1\bigr)\log y - \tfrac1{2y} - \tfrac\nu2\log 2 -
    /// \log\Gamma\bigl(\tfrac\nu2\bigr), \qquad y > 0 $$
    ///
    /// `freedom` is positive.
    /// Cumulative probabilities are available for `freedom` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { variance: positive() }
    /// let model = model! { variance |= inv_chi_square(4.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("inv_chi_square_lpdf", "inv_chi_square_lcdf", "inv_chi_square_rng"))]
    InvChiSquare, inv_chi_square(freedom: Freedom in Positive), y in Positive;

    column log_y(y) { (math::log(y), y.recip()) }

    column inverse(y) {
        // The derivative by the logarithm is used, as terms expect: the square of 1/y may overflow.
        let inverse = y.recip();
        (inverse, -inverse)
    }
    known log_y

    conjugate(y: InverseGamma)

    is Pure(freedom)
    is Sharp(log_y)

    /// −(½ ν + 1) log y
    term Power(log_y, freedom) linear(log_y) {
        let large = freedom.ge(2.0 * LARGE);
        let power = large.select(-1.0, freedom.mul_add(-0.5, -1.0));
        (power * log_y, [power, large.select(0.0, log_y * -0.5)])
    }

    /// −1/(2 y)
    term Decay(y, log_y, inverse, freedom) linear(y, log_y, inverse) {
        let (zero, decay) = (y.constant(0.0), inverse * -0.5);
        let usual = [decay, zero, zero, decay, zero];
        let inputs = [y, log_y, inverse, freedom];
        let [value, partials @ ..] =
            unless_rare(freedom.ge(2.0 * LARGE), inputs, usual, of_large_freedom);
        (value, partials)
    }

    /// −½ ν log 2 − log Γ(½ ν)
    term Normaliser(freedom) {
        let (value, slope) = normaliser(freedom);
        (value, [slope])
    }

    log_cdf(y, freedom) {
        let [value, by_shape, by_log] = log_upper(freedom * 0.5, Argument::Quotient(y.constant(0.5), y));
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [-(by_log / y), by_shape * 0.5]))
    }
    log_ccdf(y, freedom) {
        let [value, by_shape, by_log] = log_lower(freedom * 0.5, Argument::Quotient(y.constant(0.5), y));
        within(!y.le(0.0), 0.0, (value, [-(by_log / y), by_shape * 0.5]))
    }

    draw(rng, freedom) { random::inverse_gamma(0.5 * freedom, 0.5, rng) }
}

/// The term for a large ν, −α (w − 1 − log w) with α = ½ ν and w = 1/(ν y), and its derivatives by y, log y,
/// 1/y and ν.
fn of_large_freedom([y, log_y, inverse, freedom]: [f64; 4]) -> [f64; 5] {
    let [value, by_y, by_log, by_inverse, by_shape, _] =
        large_shapes::inv_gamma([y, log_y, inverse, 0.5 * freedom, 0.5]);
    [value, by_y, by_log, by_inverse, 0.5 * by_shape]
}
