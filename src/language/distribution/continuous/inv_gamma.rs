//! inv_gamma(α, β), α > 0, β > 0, for y > 0:  log p(y) = −(α + 1) log y − β/y + α log β − log Γ(α).
//!
//! ∂/∂y = (β/y − α − 1)/y,  ∂/∂α = log β − log y − ψ(α),  ∂/∂β = α/β − 1/y.
//!
//! With z = β/y:  log P(Y ≤ y) = log Q(α, z),  log P(Y > y) = log P(α, z), the regularised incomplete gamma functions;
//! ∂z/∂y = −z/y,  ∂z/∂β = 1/y.
//!
//! Stan Functions Reference, "Inverse gamma distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{log_lower, log_upper};
use crate::math;

density! {
    /// The distribution of 1/x for a gamma-distributed x, with a shape and a scale (the rate of x).
    ///
    /// $$ \log p(y \mid \alpha, \beta) = \alpha\log\beta - \log\Gamma(\alpha) - (\alpha+1)\log y - \frac\beta y, \qquad y > 0 $$
    ///
    /// `shape` and `scale` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { length_scale: positive() }
    /// let model = model! { length_scale |= inv_gamma(5.0, 5.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    InvGamma, inv_gamma(shape: Shape in Positive, scale: Scale in Positive), y in Positive;

    column log_y(y) { (math::log(y), y.recip()) }

    column inverse(y) {
        let inverse = y.recip();
        (inverse, -inverse.square())
    }

    conjugate(y: InverseGamma, scale: Gamma)

    is Vague(shape, scale)

    /// −(α + 1) log y
    term Power(log_y, shape) linear(log_y) {
        let power = shape + 1.0;
        (-(power * log_y), [-power, -log_y])
    }

    /// −β/y
    term Decay(inverse, scale) linear(inverse) {
        (-(scale * inverse), [-scale, -inverse])
    }

    /// α log β
    term Scaling(shape, scale) {
        let log = math::log(scale);
        (shape * log, [log, shape / scale])
    }

    /// −log Γ(α)
    term Normaliser(shape) {
        let (log_gamma, digamma) = math::lgamma_and_digamma(shape);
        (-log_gamma, [-digamma])
    }

    log_cdf(y, shape, scale) {
        let z = scale / y;
        let [value, by_shape, by_z] = log_upper(shape, z);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [-(by_z * z / y), by_shape, by_z / y]))
    }
    log_ccdf(y, shape, scale) {
        let z = scale / y;
        let [value, by_shape, by_z] = log_lower(shape, z);
        within(!y.le(0.0), 0.0, (value, [-(by_z * z / y), by_shape, by_z / y]))
    }

    draw(rng, shape, scale) { random::inverse_gamma(shape, scale, rng) }
}
