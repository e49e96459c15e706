//! dirichlet(α), αₖ > 0, for θ on the simplex:
//!
//! log p(θ) = Σₖ (αₖ − 1) log θₖ − Σₖ log Γ(αₖ) + log Γ(Σₖ αₖ).
//!
//! ∂/∂θₖ = (αₖ − 1)/θₖ,  ∂/∂αₖ = log θₖ − ψ(αₖ) + ψ(Σⱼ αⱼ).
//!
//! Stan Functions Reference, "Dirichlet distribution". Derivatives take every θₖ as free, as Stan's do.

use crate::distribution::macros::density;
use crate::distribution::sample;
use crate::math;

density! {
    /// The distribution of probabilities with the sum one, given a concentration for each.
    ///
    /// $$ \log p(\theta \mid \alpha) = \sum_k (\alpha_k - 1)\log\theta_k - \sum_k\log\Gamma(\alpha_k) +
    /// \log\Gamma\Bigl(\sum_k\alpha_k\Bigr) $$
    ///
    /// `concentration` is positive: a vector, or a scalar for the symmetric distribution. If concentrations
    /// are above a million, the log density has an error of 2e-16 of concentrations times their logarithms.
    ///
    /// Every argument may be a parameter or data. A parameter outside its domain makes the log density −∞;
    /// data outside it are an error of `compile()`, as are observed proportions whose sum is not 1.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let votes = [12, 7, 3];
    /// params! { theta: simplex(3) }
    /// let model = model! {
    ///     theta |= dirichlet(2.0),
    ///     data(&votes) |= multinomial(theta),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("dirichlet_lpdf", "dirichlet_rng"))]
    Dirichlet, dirichlet(concentration: Concentration in Positive), y in Unit;

    conjugate(y: Dirichlet)
    is Pure(concentration)
    is Probabilities(y)

    /// (α − 1) log θ
    term Power(y, concentration) {
        let (log, power) = (math::log(y), concentration - 1.0);
        let flat = power.eq(0.0);
        (flat.select(0.0, power * log), [flat.select(0.0, power / y), log])
    }

    /// −log Γ(α)
    term Normaliser(concentration) {
        let (value, slope) = math::lgamma_and_digamma(concentration);
        (-value, [-slope])
    }

    // log Γ(Σ α)
    total Sum(concentration) {
        let (value, slope) = math::lgamma_and_digamma(concentration);
        (value, [slope])
    }

    draw_vector(rng, y, concentration) { y.copy_from_slice(&sample::proportions(concentration, rng)) }
}
