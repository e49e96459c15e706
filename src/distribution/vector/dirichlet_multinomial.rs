//! dirichlet_multinomial(α), αₖ > 0, for counts yₖ in 0, 1, 2, …: multinomial counts whose probabilities
//! follow a Dirichlet distribution. With A = Σₖ αₖ and N = Σₖ yₖ:
//!
//! log p(y) = log Γ(A) + log Γ(N + 1) − log Γ(N + A) + Σₖ [log Γ(yₖ + αₖ) − log Γ(αₖ) − log Γ(yₖ + 1)].
//!
//! ∂/∂αₖ = ψ(yₖ + αₖ) − ψ(αₖ) − [ψ(N + A) − ψ(A)].
//!
//! Both differences are computed by `math::log_rising`, which does not cancel if α is much larger than y.
//!
//! For large counts, with T and S of `shared/large_counts.rs`,
//!
//! log Γ(y + α) − log Γ(α) − log Γ(y + 1) = T(α, y) + α log(1 + y/α) + y log(1 + α/y) − S(y),
//!
//! where nothing cancels, and likewise for the sums. (Between the categories and the sums terms may cancel:
//! the error is then 1e-16 of these terms, which are about α log(y/α) for α much smaller than y.)
//!
//! Stan Functions Reference, "Dirichlet-multinomial distribution".

use crate::contract::family::AnyCounts;
use crate::distribution::macros::density;
use crate::distribution::sample;
use crate::distribution::shared::large_counts::{choices_left, is_large, minus_log_factorial};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The distribution of the counts of categories whose probabilities follow a Dirichlet distribution.
    ///
    /// $$ \log p(y \mid \alpha) = \log\frac{\Gamma(A)\,N!}{\Gamma(N + A)} + \sum_k \log\frac{\Gamma(y_k +
    /// \alpha_k)}{\Gamma(\alpha_k)\,y_k!}, \qquad A = \sum_k\alpha_k, \quad N = \sum_k y_k $$
    ///
    /// `concentration` is positive: a vector, or a scalar for the symmetric distribution. If concentrations
    /// and counts are both above a million, the log density has an error of 2e-16 of concentrations times
    /// logarithms of counts.
    ///
    /// Every argument may be a parameter or data. A parameter outside its domain makes the log density −∞;
    /// data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let counts = [3, 0, 5, 1];
    /// params! { alpha: vector(4).positive() }
    /// let model = model! {
    ///     alpha |= exponential(1.0),
    ///     data(&counts) |= dirichlet_multinomial(alpha),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    DirichletMultinomial, dirichlet_multinomial(concentration: Concentration in Positive), y in Count;

    /// log Γ(y + α) − log Γ(α)
    term Rising(y, concentration) {
        let math::LogRising { value, by_x: slope, .. } = math::log_rising(concentration, y);
        let [value] = replace_where::<Large, AnyCounts, S, 2, 1>(is_large(y), [y, concentration], [value]);
        (value, [y.constant(0.0), slope])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    // log Γ(A) − log Γ(N + A)
    total RisingSum(y, concentration) {
        let math::LogRising { value, by_x: slope, .. } = math::log_rising(concentration, y);
        let [value] = replace_where::<Large, AnyCounts, S, 2, 1>(is_large(y), [y, concentration], [value]);
        (-value, [y.constant(0.0), -slope])
    }

    // log Γ(N + 1)
    total Arrangements(y) { (-minus_log_factorial(y), [y.constant(0.0)]) }

    draw_vector(rng, y, concentration) {
        sample::count_anew(y, &sample::proportions(concentration, rng), rng)
    }
}

/// T(α, y) + α log(1 + y/α) + y log(1 + α/y).
struct Large;

impl OutOfLine<2, 1> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, alpha]: [Pack<S>; 2]) -> [Pack<S>; 1] {
        let ratio = y / alpha;
        // For a tiny α the ratio may overflow.
        let log = ratio.lt(1e290).select(math::log1p(ratio), math::log(y) - math::log(alpha));
        [choices_left(alpha, y) + (alpha * log + y * math::log1p(alpha / y))]
    }
}
