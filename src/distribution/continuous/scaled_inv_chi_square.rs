//! scaled_inv_chi_square(ν, σ), ν > 0, σ > 0, for y > 0, with h = ½ ν and z = h σ²/y:
//!
//! log p(y) = −(h + 1) log y − z + 2 h log σ + h log h − log Γ(h).
//!
//! ∂/∂y = (z − h − 1)/y,  ∂/∂σ = 2 (h − z)/σ,  ∂/∂ν = ½ (1 + log h − ψ(h) + 2 log σ − log y − σ²/y).
//!
//! log P(Y ≤ y) = log Q(h, z),  log P(Y > y) = log P(h, z), the regularised incomplete gamma functions;
//! ∂z/∂y = −z/y,  ∂z/∂ν = z/ν,  ∂z/∂σ = 2 z/σ.
//!
//! Stan Functions Reference, "Scaled inverse chi-square distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{Argument, log_lower, log_upper};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;

density! {
    /// The distribution of νσ²/x for a chi-square x with ν degrees of freedom, with a scale σ.
    ///
    /// $$ \log p(y \mid \nu, \sigma) = \tfrac\nu2\log\tfrac\nu2 - \log\Gamma\bigl(\tfrac\nu2\bigr) +
    /// \nu\log\sigma - \bigl(\tfrac\nu2 + 1\bigr)\log y - \frac{\nu\sigma^2}{2y}, \qquad y > 0 $$
    ///
    /// `freedom` and `scale` are positive.
    /// Cumulative probabilities are available for `freedom` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { variance: positive() }
    /// let model = model! { variance |= scaled_inv_chi_square(4.0, 1.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("scaled_inv_chi_square_lpdf", "scaled_inv_chi_square_lcdf", "scaled_inv_chi_square_rng"))]
    ScaledInvChiSquare,
    scaled_inv_chi_square(freedom: Freedom in Positive, scale: Scale in Positive),
    y in Positive;

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

    /// −(h + 1) log y
    term Power(log_y, freedom) linear(log_y) {
        let large = freedom.ge(2.0 * LARGE);
        let power = large.select(-1.0, freedom.mul_add(-0.5, -1.0));
        (power * log_y, [power, large.select(0.0, log_y * -0.5)])
    }

    /// −h σ²/y
    term Decay(y, log_y, inverse, freedom, scale) linear(y, log_y, inverse) {
        let zero = y.constant(0.0);
        // σ/y is used, because the square of σ may overflow.
        let ratio = scale * inverse;
        let half = ratio * scale * -0.5;
        let decay = freedom * half;
        let usual = [decay, zero, zero, decay, half, -(freedom * ratio)];
        let inputs = [y, log_y, inverse, freedom, scale];
        let [value, partials @ ..] =
            unless_rare(freedom.ge(2.0 * LARGE), inputs, usual, large_shapes::scaled_inv_chi_square);
        (value, partials)
    }

    /// 2 h log σ
    term Scaling(freedom, scale) {
        let (log, large) = (math::log(scale), freedom.ge(2.0 * LARGE));
        let slope = large.select(0.0, freedom / scale);
        (large.select(0.0, freedom * log), [large.select(0.0, log), slope])
    }

    /// h log h − log Γ(h)
    term Normaliser(freedom) {
        let half = freedom * 0.5;
        let log = math::log(half);
        let (log_gamma, digamma) = math::lgamma_and_digamma(half);
        let usual = [half.mul_add(log, -log_gamma), log - digamma + 1.0];
        let [value, slope] = unless_rare(half.ge(LARGE), [half], usual, large_shapes::minus_rest);
        (value, [slope * 0.5])
    }

    log_cdf(y, freedom, scale) {
        let half = freedom * 0.5;
        let [value, by_shape, slope] = log_upper(half, Argument::OfSquare(half, scale, y));
        let partials = [-(slope / y), by_shape.mul_add(0.5, slope / freedom), 2.0 * slope / scale];
        within(!y.le(0.0), f64::NEG_INFINITY, (value, partials))
    }
    log_ccdf(y, freedom, scale) {
        let half = freedom * 0.5;
        let [value, by_shape, slope] = log_lower(half, Argument::OfSquare(half, scale, y));
        let partials = [-(slope / y), by_shape.mul_add(0.5, slope / freedom), 2.0 * slope / scale];
        within(!y.le(0.0), 0.0, (value, partials))
    }

    draw(rng, freedom, scale) {
        let half = 0.5 * freedom;
        if half >= 1.0 {
            random::inverse_gamma(half, half, rng) * scale * scale
        } else {
            (half.ln() - random::log_gamma(half, rng) + 2.0 * scale.ln()).exp()
        }
    }
}
