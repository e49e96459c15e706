//! inv_gamma(α, β), α > 0, β > 0, for y > 0:  log p(y) = −(α + 1) log y − β/y + α log β − log Γ(α).
//!
//! ∂/∂y = (β/y − α − 1)/y,  ∂/∂α = log β − log y − ψ(α),  ∂/∂β = α/β − 1/y.
//!
//! With z = β/y: log P(Y ≤ y) = log Q(α, z), log P(Y > y) = log P(α, z), the regularised incomplete gamma
//! functions; ∂z/∂y = −z/y, ∂z/∂β = 1/y.
//!
//! Stan Functions Reference, "Inverse gamma distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{Argument, log_lower, log_upper};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;

density! {
    /// The distribution of 1/x for a gamma-distributed x, with a shape and a scale (the rate of x).
    ///
    /// $$ \log p(y \mid \alpha, \beta) = \alpha\log\beta - \log\Gamma(\alpha) - (\alpha+1)\log y - \frac\beta
    /// y, \qquad y > 0 $$
    ///
    /// `shape` and `scale` are positive.
    /// Cumulative probabilities are available for `shape` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { length_scale: positive() }
    /// let model = model! { length_scale |= inv_gamma(5.0, 5.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("inv_gamma_lpdf", "inv_gamma_lcdf", "inv_gamma_rng"))]
    InvGamma, inv_gamma(shape: Shape in Positive, scale: Scale in Positive), y in Positive;

    column log_y(y) { (math::log(y), y.recip()) }

    column inverse(y) {
        // The derivative by the logarithm is used, as terms expect: the square of 1/y may overflow.
        let inverse = y.recip();
        (inverse, -inverse)
    }
    known log_y

    conjugate(y: InverseGamma, scale: Gamma)

    is Pure(shape)
    is Vague(shape, scale)
    is Sharp(log_y)

    /// −(α + 1) log y
    term Power(log_y, shape) linear(log_y) {
        let large = shape.ge(LARGE);
        let power = large.select(1.0, shape + 1.0);
        (-(power * log_y), [-power, large.select(0.0, -log_y)])
    }

    /// −β/y
    term Decay(y, log_y, inverse, shape, scale) linear(y, log_y, inverse) {
        let (zero, decay) = (y.constant(0.0), -(scale * inverse));
        let usual = [decay, zero, zero, decay, zero, -inverse];
        let inputs = [y, log_y, inverse, shape, scale];
        let [value, partials @ ..] = unless_rare(shape.ge(LARGE), inputs, usual, large_shapes::inv_gamma);
        (value, partials)
    }

    /// α log β
    term Scaling(shape, scale) {
        let (log, large) = (math::log(scale), shape.ge(LARGE));
        let slope = large.select(0.0, shape / scale);
        (large.select(0.0, shape * log), [large.select(0.0, log), slope])
    }

    /// −log Γ(α)
    term Normaliser(shape) {
        let (log_gamma, digamma) = math::lgamma_and_digamma(shape);
        let usual = [-log_gamma, -digamma];
        let [value, slope] = unless_rare(shape.ge(LARGE), [shape], usual, large_shapes::minus_rest);
        (value, [slope])
    }

    log_cdf(y, shape, scale) {
        let [value, by_shape, by_log] = log_upper(shape, Argument::Quotient(scale, y));
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [-(by_log / y), by_shape, by_log / scale]))
    }
    log_ccdf(y, shape, scale) {
        let [value, by_shape, by_log] = log_lower(shape, Argument::Quotient(scale, y));
        within(!y.le(0.0), 0.0, (value, [-(by_log / y), by_shape, by_log / scale]))
    }

    draw(rng, shape, scale) { random::inverse_gamma(shape, scale, rng) }
}
