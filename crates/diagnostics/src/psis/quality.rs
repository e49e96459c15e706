//! The reliability of weights, from the shape `k̂` of their tail.
//!
//! With `S` draws, moments of order below `1 / k` exist, and (Vehtari et al. 2024):
//!
//! - a large error is unlikely from `10^(1 / (1 − max(0, k)))` draws on (equation 11),
//! - hence `S` draws suffice for `k̂ ≤ 1 − 1 / log₁₀ S`, and `k̂` must be at most 0.7, because bias
//!   dominates above (equation 13),
//! - the error decreases as `S^(−rate / 2)`, with `rate = 1` for bounded weights and 0 from `k = 1` on
//!   (appendix B).

/// The largest `k̂` that is reliable with any number of draws.
const LARGEST_RELIABLE: f64 = 0.7;

/// The reliability of importance weights.
///
/// ```
/// use monomorph_diagnostics::psis::psis;
///
/// let ratios: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 0.7).sin()).collect();
/// let quality = psis(&ratios, 1.0)?.quality;
/// assert!(quality.pareto_k < 0.0 && quality.is_reliable()); // these weights are bounded
/// assert_eq!(quality.minimal_sample_size(), 10.0);
/// assert_eq!(quality.convergence_rate(), 1.0);
/// # Ok::<(), monomorph_diagnostics::psis::WeightsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Quality {
    /// The shape `k̂` of the generalised Pareto distribution that is fitted to the largest weights.
    ///
    /// It is ∞ if no distribution can be fitted: to fewer than five draws, or if fewer than ten draws have
    /// a weight above the equal weights of nearly all others. It is −∞ if all weights are equal up to
    /// rounding, or take few values.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub pareto_k: f64,
    /// The number of the largest weights to which the distribution was fitted; 0 if there were too few.
    pub tail_length: usize,
    /// The effective sample size of the weights, `r_eff / Σ w²`.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub ess: f64,
    /// The number of draws.
    pub draws: usize,
}

impl Quality {
    /// The largest `k̂` at which this many draws are enough: `min(1 − 1 / log₁₀ S, 0.7)`.
    pub fn threshold(&self) -> f64 {
        threshold(self.draws)
    }

    /// True if `k̂` is at most the threshold.
    pub fn is_reliable(&self) -> bool {
        self.pareto_k <= self.threshold()
    }

    /// The number of draws from which on a large error is unlikely; ∞ if `k̂` is 1 or more.
    pub fn minimal_sample_size(&self) -> f64 {
        match self.pareto_k {
            k if k < 1.0 => 10_f64.powf(1.0 / (1.0 - k.max(0.0))),
            _ => f64::INFINITY,
        }
    }

    /// The rate at which the mean squared error decreases with the number of draws: 1 as for independent
    /// draws, 0 if it does not decrease.
    pub fn convergence_rate(&self) -> f64 {
        let (k, draws) = (self.pareto_k, self.draws as f64);
        if k <= 0.0 || self.draws < 2 {
            return if k < 1.0 { 1.0 } else { 0.0 };
        }
        if k >= 1.0 {
            return 0.0;
        }
        // The formula is 0/0 at ½, and inaccurate near it.
        if (k - 0.5).abs() < 1e-6 {
            return draws / (draws - 1.0) - 1.0 / draws.ln();
        }
        let power = draws.powf(2.0 * k);
        let above = 2.0 * (k - 1.0) * draws * power + (1.0 - 2.0 * k) * power + draws * draws;
        (above / ((draws - 1.0) * (draws - power))).max(0.0)
    }
}

/// Returns the largest reliable `k̂` for a number of draws; −∞ for one draw, which is never reliable.
pub(crate) fn threshold(draws: usize) -> f64 {
    f64::min(1.0 - 1.0 / (draws as f64).log10(), LARGEST_RELIABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pareto_k: f64, draws: usize) -> Quality {
        Quality { pareto_k, tail_length: 0, ess: 1.0, draws }
    }

    #[test]
    fn thresholds_grow_to_seven_tenths() {
        assert_eq!(threshold(100), 0.5);
        assert!((threshold(2000) - 0.697_064_249_245_376_5).abs() < 1e-15);
        assert_eq!(threshold(1_000_000), 0.7);
        assert_eq!(threshold(1), f64::NEG_INFINITY);
        assert!(!of(f64::NAN, 1000).is_reliable());
    }

    #[test]
    fn minimal_sample_sizes_of_the_paper() {
        assert!((of(0.7, 1).minimal_sample_size() - 10_f64.powf(1.0 / 0.3)).abs() < 1e-9);
        assert_eq!(of(-3.0, 1).minimal_sample_size(), 10.0);
        assert_eq!(of(1.0, 1).minimal_sample_size(), f64::INFINITY);
        assert_eq!(of(f64::INFINITY, 1).minimal_sample_size(), f64::INFINITY);
    }

    #[test]
    fn the_rate_falls_without_steps() {
        let rates: Vec<f64> = (0..=110).map(|i| of(f64::from(i) / 100.0, 1000).convergence_rate()).collect();
        assert!((rates[0], rates[110]) == (1.0, 0.0), "{rates:?}");
        assert!(rates.windows(2).all(|pair| pair[1] <= pair[0] && pair[0] - pair[1] < 0.05), "{rates:?}");
        // For one draw the rate is not defined by the formula; for two draws it is.
        assert_eq!([0.3, 1.0].map(|k| of(k, 1).convergence_rate()), [1.0, 0.0]);
        assert!(of(0.3, 2).convergence_rate() < 1.0);
        assert!((of(0.5 + 2e-6, 1000).convergence_rate() - rates[50]).abs() < 1e-4);
    }
}
