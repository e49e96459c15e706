//! The sensitivity of estimates to the prior and to the likelihood, by power-scaling.
//!
//! A component of the posterior, such as its prior, is raised to a power α near 1, which makes it a little
//! weaker or stronger. Draws from the posterior represent the posterior with the changed component if they
//! have the weights
//!
//! $$ w_s \propto p_\text{component}(\theta_s)^{\alpha - 1} $$
//!
//! smoothed by [`psis`](crate::psis), so the model is not sampled again. The change of a quantity is the
//! distance between its two distributions, and its sensitivity is the change for each doubling of the
//! power,
//!
//! $$ \frac{1}{2} \left( \frac{\mathrm{CJS}(\alpha = 1.01)}{\log_2 1.01} -
//! \frac{\mathrm{CJS}(\alpha = 0.99)}{\log_2 0.99} \right) $$
//!
//! A sensitivity above 0.05 should be examined. If a quantity is sensitive to both prior and likelihood,
//! the prior disagrees with the data; if it is sensitive to the prior alone, the data are weak or the prior
//! is strong.
//!
//! Kallioinen, Paananen, Bürkner and Vehtari (2024), *Detecting and diagnosing prior and likelihood
//! sensitivity with power-scaling*, Statistics and Computing 34, 57, and their R package priorsense, which
//! has the same powers and threshold.

mod distance;

pub use distance::cumulative_jensen_shannon;

use crate::chains::ess_tail;
use crate::psis::{Smoother, WeightsError};

/// The powers to which a component of the posterior, such as its prior, is raised.
const POWERS: [f64; 2] = [0.99, 1.01];

/// The sensitivity above which a quantity should be examined.
pub const THRESHOLD: f64 = 0.05;

/// The weights of draws for two posteriors, in one of which a component, such as the prior, is slightly
/// weaker, and in the other slightly stronger.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerScaled {
    /// The weights, which sum to 1, for each power.
    weights: [Vec<f64>; 2],
    /// The larger of the two shapes of the weights' tails.
    pareto_k: f64,
}

impl PowerScaled {
    /// Computes the weights from the component's log density at each draw, one slice for each chain.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if there are no log densities, or one is NaN or infinite.
    ///
    /// ```
    /// use monomorph_diagnostics::sensitivity::PowerScaled;
    ///
    /// // Draws at the quantiles of a normal distribution, which is the product of prior and likelihood.
    /// let theta: Vec<f64> = (1..2000)
    ///     .map(|k| monomorph_diagnostics::chains::inverse_normal_cdf(f64::from(k) / 2000.0))
    ///     .collect();
    /// let strong: Vec<f64> = theta.iter().map(|x| -0.5 * (x - 1.0) * (x - 1.0)).collect();
    /// let flat = vec![-3.0; theta.len()];
    /// assert!(PowerScaled::of(&[&strong])?.sensitivity(&theta) > 0.1);
    /// assert!(PowerScaled::of(&[&flat])?.sensitivity(&theta) < 1e-6);
    /// # Ok::<(), monomorph_diagnostics::psis::WeightsError>(())
    /// ```
    pub fn of(log_component: &[&[f64]]) -> Result<Self, WeightsError> {
        let all: Vec<f64> = log_component.concat();
        let effective = ess_tail(log_component) / all.len() as f64;
        let mut smoother = Smoother::new();
        let mut pareto_k = f64::NEG_INFINITY;
        let mut weights = |power: f64| {
            let mut log_weights: Vec<f64> = all.iter().map(|log| (power - 1.0) * log).collect();
            pareto_k = smoother.smooth(&mut log_weights, effective)?.pareto_k.max(pareto_k);
            Ok(log_weights.into_iter().map(f64::exp).collect::<Vec<f64>>())
        };
        let weights = [weights(POWERS[0])?, weights(POWERS[1])?];
        Ok(Self { weights, pareto_k })
    }

    /// Computes the sensitivity of a quantity from its draws in the order of the log densities, chain after
    /// chain.
    ///
    /// The sensitivity is 0 if all draws are equal, and NaN if their number is wrong or a draw is not
    /// finite.
    pub fn sensitivity(&self, draws: &[f64]) -> f64 {
        let change = |place: usize| {
            let distance = cumulative_jensen_shannon(draws, &self.weights[place]);
            distance / POWERS[place].log2().abs()
        };
        0.5 * (change(0) + change(1))
    }

    /// The shape k̂ of the weights' tails: above 0.7 the sensitivities are not reliable.
    pub fn pareto_k(&self) -> f64 {
        self.pareto_k
    }
}

#[cfg(test)]
mod tests;
