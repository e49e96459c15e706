//! gamma(α, β), α > 0, rate β > 0, for y ≥ 0:  log p(y) = (α − 1) log y − β y + α log β − log Γ(α).
//!
//! ∂/∂y = (α − 1)/y − β,  ∂/∂α = log y + log β − ψ(α),  ∂/∂β = α/β − y.
//!
//! With z = β y: log P(Y ≤ y) = log P(α, z), log P(Y > y) = log Q(α, z), the regularised incomplete gamma
//! functions.
//!
//! Stan Functions Reference, "Gamma distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{Argument, log_lower, log_upper};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;

density! {
    /// The gamma distribution with a shape and a rate.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = (\alpha-1)\log y - \beta y + \alpha\log\beta - \log\Gamma(\alpha),
    /// \qquad y \ge 0 $$
    ///
    /// `shape` and `rate` are positive.
    /// Cumulative probabilities are available for `shape` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { precision: positive() }
    /// let model = model! { precision |= gamma(2.0, 0.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("gamma_lpdf", "gamma_lcdf", "gamma_rng"))]
    Gamma, gamma(shape: Shape in Positive, rate: Rate in Positive), y in NonNegative;

    column log_y(y) { (math::log(y), y.recip()) }
    known log_y

    conjugate(y: Gamma, rate: Gamma)

    is Pure(shape)
    is Vague(shape, rate)
    is Sharp(log_y)
    is PowerAtZero(shape)

    /// (α − 1) log y
    term Power(log_y, shape) linear(log_y) {
        let large = shape.ge(LARGE);
        let power = large.select(-1.0, shape - 1.0);
        // At y = 0 and α = 1 the term is 0, not 0 · ∞.
        let flat = power.eq(0.0);
        // There the density jumps from ∞ to 0 as a function of α: the slope counts as 0.
        let jumps = log_y.eq(f64::NEG_INFINITY);
        (flat.select(0.0, power * log_y), [power, (large | jumps).select(0.0, log_y)])
    }

    /// −β y
    term Decay(y, log_y, shape, rate) linear(y, log_y) {
        let zero = y.constant(0.0);
        let usual = [-(rate * y), -rate, zero, zero, -y];
        let [value, partials @ ..] =
            unless_rare(shape.ge(LARGE), [y, log_y, shape, rate], usual, large_shapes::gamma);
        (value, partials)
    }

    /// α log β
    term Scale(shape, rate) {
        let (log, large) = (math::log(rate), shape.ge(LARGE));
        let slope = large.select(0.0, shape / rate);
        (large.select(0.0, shape * log), [large.select(0.0, log), slope])
    }

    /// −log Γ(α)
    term Normaliser(shape) {
        let (log_gamma, digamma) = math::lgamma_and_digamma(shape);
        let usual = [-log_gamma, -digamma];
        let [value, slope] = unless_rare(shape.ge(LARGE), [shape], usual, large_shapes::minus_rest);
        (value, [slope])
    }

    log_cdf(y, shape, rate) {
        let [value, by_shape, by_log] = log_lower(shape, Argument::Product(rate, y));
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_log / y, by_shape, by_log / rate]))
    }
    log_ccdf(y, shape, rate) {
        let [value, by_shape, by_log] = log_upper(shape, Argument::Product(rate, y));
        within(!y.le(0.0), 0.0, (value, [by_log / y, by_shape, by_log / rate]))
    }

    draw(rng, shape, rate) { random::gamma(shape, rate, rng) }
}
