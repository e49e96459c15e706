//! The estimate that bridges two sets of ratios, and its standard error.
//!
//! With `u = log r`, `c = log(s₁ / s₂)` and the logistic function `σ`, the equation of the estimate is
//!
//! ```text
//! mean_q σ(u − c − log l) / s₂ = mean_g σ(c + log l − u) / s₁,
//! ```
//!
//! whose left side increases with `u` and whose right side decreases. Its relative mean squared error is
//! about (Frühwirth-Schnatter 2004)
//!
//! ```text
//! var_g(f₁) / (n_g mean_g(f₁)²) + var_q(f₂) / (n_q mean_q(f₂)²)
//! ```
//!
//! with `f₁ = σ(c + log l − u)`, `f₂ = σ(u − c − log l)` and `n_q` the effective sample size of the draws
//! of `f₂`.

use crate::chains::{MIN_DRAWS, ess_mean, sd};
use crate::loo::Estimate;
use std::fmt;

/// The logarithm of a marginal likelihood, `log ∫ p(y | θ) p(θ) dθ`.
// Exhaustive: a number and its error, which may come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MarginalLikelihood {
    /// The estimate.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub log: f64,
    /// The standard error of the estimate.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub se: f64,
}

impl MarginalLikelihood {
    /// The logarithm of the Bayes factor for this model against another model of the same data.
    ///
    /// ```
    /// use monomorph_diagnostics::bridge::MarginalLikelihood;
    ///
    /// let a = MarginalLikelihood { log: -10.0, se: 0.03 };
    /// let b = MarginalLikelihood { log: -13.0, se: 0.04 };
    /// let factor = a.log_bayes_factor(&b);
    /// assert_eq!(factor.value, 3.0);
    /// assert!((factor.se - 0.05).abs() < 1e-12);
    /// ```
    pub fn log_bayes_factor(&self, other: &Self) -> Estimate {
        Estimate { value: self.log - other.log, se: self.se.hypot(other.se) }
    }
}

impl fmt::Display for MarginalLikelihood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "log marginal likelihood {:.3} (standard error {:.3})", self.log, self.se)
    }
}

/// Bridges the log ratios `q / g` at the draws of the posterior, chain by chain, and at the draws of the
/// proposal.
pub(super) fn bridge(at_draws: &[&[f64]], at_proposals: &[f64], effective_draws: f64) -> MarginalLikelihood {
    let proposals = at_proposals.len() as f64;
    let share = effective_draws / (effective_draws + proposals);
    let odds = (share / (1.0 - share)).ln();
    let draws = at_draws.concat();
    let above = |u: f64| mean(draws.iter().map(|ratio| logistic(u - odds - ratio))) / (1.0 - share);
    let below = |u: f64| mean(at_proposals.iter().map(|ratio| logistic(odds + ratio - u))) / share;
    // The two sides of the equation are equal between these bounds: at each bound all ratios are on one
    // side.
    let finite = draws.iter().chain(at_proposals).copied().filter(|ratio| ratio.is_finite());
    let (mut low, mut high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), ratio| {
        (f64::min(low, ratio), f64::max(high, ratio)) //
    });
    (low, high) = (low - odds.abs() - 50.0, high + odds.abs() + 50.0);
    while high - low > 1e-13 * low.abs().max(high.abs()).max(1.0) {
        let middle = 0.5 * (low + high);
        if middle == low || middle == high {
            break;
        }
        if above(middle) > below(middle) { high = middle } else { low = middle }
    }
    let log = 0.5 * (low + high);

    let shares =
        |ratios: &[f64]| -> Vec<f64> { ratios.iter().map(|ratio| logistic(log - odds - ratio)).collect() };
    let of_draws: Vec<Vec<f64>> = at_draws.iter().map(|chain| shares(chain)).collect();
    let chains: Vec<&[f64]> = of_draws.iter().map(Vec::as_slice).collect();
    let size = draws.len() as f64;
    let effective = if chains[0].len() < MIN_DRAWS { size } else { ess_mean(&chains) };
    let of_proposals: Vec<f64> = at_proposals.iter().map(|ratio| logistic(odds + ratio - log)).collect();
    let relative = |values: &[f64]| (sd(&[values]) / mean(values.iter().copied())).powi(2);
    let error = relative(&of_proposals) / proposals + relative(&of_draws.concat()) / effective;
    MarginalLikelihood { log, se: error.sqrt() }
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_in_proportion_leaves_no_error() {
        for log in [-1e4, 0.0, 700.0, 1e5] {
            let estimate = bridge(&[&[log; 10], &[log; 10]], &[log; 30], 15.0);
            assert!(
                (estimate.log - log).abs() < 1e-12 * log.abs().max(1.0) && estimate.se < 1e-6,
                "{log}: {estimate:?}"
            );
        }
    }

    #[test]
    fn the_equation_of_meng_and_wong_holds() {
        let ratios = |count: u32, step: f64| -> Vec<f64> {
            (0..count).map(|i| -3.0 + (f64::from(i) * step).sin()).collect()
        };
        let (draws, proposals) = (ratios(40, 0.7), ratios(60, 1.1));
        let r = bridge(&[&draws[..20], &draws[20..]], &proposals, 40.0).log.exp();
        let (s1, s2) = (0.4, 0.6);
        let above = mean(proposals.iter().map(|l| l.exp() / (s1 * l.exp() + s2 * r)));
        let below = mean(draws.iter().map(|l| 1.0 / (s1 * l.exp() + s2 * r)));
        assert!((above / below / r - 1.0).abs() < 1e-11);
    }
}
