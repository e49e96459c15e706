//! beta(α, β), α > 0, β > 0, for 0 ≤ y ≤ 1:
//!
//! log p(y) = (α − 1) log y + (β − 1) log(1 − y) + log Γ(α + β) − log Γ(α) − log Γ(β).
//!
//! ∂/∂y = (α − 1)/y − (β − 1)/(1 − y),
//! ∂/∂α = log y + ψ(α + β) − ψ(α),  ∂/∂β = log(1 − y) + ψ(α + β) − ψ(β).
//!
//! log P(Y ≤ y) = log I_y(α, β), log P(Y > y) = log(1 − I_y(α, β)), the regularised incomplete beta function.
//!
//! Stan Functions Reference, "Beta distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::beta_tails::{log_lower, log_upper};
use crate::distribution::shared::complement::{log_of_complement, within};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;

density! {
    /// The beta distribution with two shapes.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = (\alpha-1)\log y + (\beta-1)\log(1-y) - \log\mathrm B(\alpha,
    /// \beta), \qquad 0 \le y \le 1 $$
    ///
    /// `alpha` and `beta` are positive.
    /// Cumulative probabilities are available for `alpha` and `beta` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { theta: interval(0.0, 1.0) }
    /// let model = model! { theta |= beta(2.0, 3.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("beta_lpdf", "beta_lcdf", "beta_rng"))]
    Beta, beta(alpha: Alpha in Positive, beta: BetaShape in Positive), y in Unit;

    complement rest(y)

    column log_y(y) { (math::log(y), y.recip()) }

    column log_rest(y, rest) {
        let (log, inverse) = log_of_complement(y, rest);
        (log, -inverse)
    }

    linear_in_logarithms(y, alpha, beta) {
        (alpha < LARGE || beta < LARGE).then_some([alpha - 1.0, beta - 1.0])
    }

    conjugate(y: Beta)

    is Pure(alpha)
    is Pure(beta)
    is Sharp(log_y)
    is Sharp(log_rest)
    is PowerAtZero(alpha)

    /// (α − 1) log y
    term Powers(y, rest, log_y, log_rest, alpha, beta) linear(y, log_y, log_rest) {
        let (power, power_of_rest) = (alpha - 1.0, beta - 1.0);
        let value = power.eq(0.0).select(0.0, power * log_y);
        let value = value + power_of_rest.eq(0.0).select(0.0, power_of_rest * log_rest);
        // At an end of the support the density jumps from ∞ to 0 as a function of the shape: the slope there
        // counts as 0.
        let slope = |log: Pack<S>| log.eq(f64::NEG_INFINITY).select(0.0, log);
        let zero = y.constant(0.0);
        let usual = [value, zero, zero, power, power_of_rest, slope(log_y), slope(log_rest)];
        let large = alpha.ge(LARGE) & beta.ge(LARGE);
        let inputs = [y, rest, log_y, log_rest, alpha, beta];
        let [value, partials @ ..] = unless_rare(large, inputs, usual, large_shapes::beta);
        (value, partials)
    }

    /// −log B(α, β)
    term Normaliser(alpha, beta) {
        let (value, [by_alpha, by_beta]) = math::log_beta_and_slopes(alpha, beta);
        let usual = [-value, -by_alpha, -by_beta];
        let large = alpha.ge(LARGE) & beta.ge(LARGE);
        let [value, partials @ ..] =
            unless_rare(large, [alpha, beta], usual, large_shapes::beta_normaliser);
        (value, partials)
    }

    log_cdf(y, rest, alpha, beta) {
        let [value, by_alpha, by_beta, by_y] = log_lower(alpha, beta, [y, rest]);
        let partials = [by_y, y.constant(0.0), by_alpha, by_beta];
        let at = within(!y.le(0.0), f64::NEG_INFINITY, (value, partials));
        within(!rest.le(0.0), 0.0, at)
    }
    log_ccdf(y, rest, alpha, beta) {
        let [value, by_alpha, by_beta, by_y] = log_upper(alpha, beta, [y, rest]);
        let partials = [by_y, y.constant(0.0), by_alpha, by_beta];
        let at = within(!y.le(0.0), 0.0, (value, partials));
        within(!rest.le(0.0), f64::NEG_INFINITY, at)
    }

    draw(rng, alpha, beta) { random::beta_and_rest(alpha, beta, rng)[0] }
}
