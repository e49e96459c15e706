//! [`SummaryRow`]: the estimates and diagnostics of one element.

use super::{diagnostics, sparkline};

/// The summary of one element's draws.
///
/// A number is NaN if the draws do not determine it: for example R-hat for a single chain, or the
/// diagnostics of an element that never changes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SummaryRow {
    /// The element: `mu`, `eta[0]`, …
    pub name: String,
    /// The posterior mean.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub mean: f64,
    /// The posterior standard deviation.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub sd: f64,
    /// The 5 % quantile.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q5: f64,
    /// The median.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q50: f64,
    /// The 95 % quantile.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q95: f64,
    /// The Monte Carlo standard error of the mean.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub mcse_mean: f64,
    /// The effective sample size for the centre of the distribution, in draws.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub ess_bulk: f64,
    /// The effective sample size for the 5 % and 95 % quantiles, in draws.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub ess_tail: f64,
    /// The rank-normalised split R-hat.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub rhat: f64,
    /// A histogram of twelve bins from the 1 % to the 99 % quantile: heights from 0 to 8, relative to the
    /// highest bin.
    pub density: [u8; sparkline::BINS],
}

impl SummaryRow {
    /// Makes the row of an element from its numbers in the order of the fields.
    #[doc(hidden)]
    pub fn of_numbers(name: String, numbers: [f64; 9], density: [u8; sparkline::BINS]) -> Self {
        let [mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat] = numbers;
        Self { name, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density }
    }

    /// The numbers of the row in the order of the fields.
    #[doc(hidden)]
    pub fn numbers(&self) -> [f64; 9] {
        let Self { name: _, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density: _ } = self;
        [*mean, *sd, *q5, *q50, *q95, *mcse_mean, *ess_bulk, *ess_tail, *rhat]
    }

    /// True if the element never changes, except for rounding errors of its value.
    #[doc(hidden)]
    pub fn is_constant(&self) -> bool {
        self.sd <= 16.0 * f64::EPSILON * self.mean.abs()
    }

    /// Computes the row of an element from the draws of each chain.
    #[doc(hidden)]
    pub fn of(name: &str, chains: &[&[f64]]) -> Self {
        let quantiles = diagnostics::quantiles(chains, &[0.05, 0.5, 0.95, 0.01, 0.99]);
        let quantile = |i: usize| quantiles.get(i).copied().unwrap_or(f64::NAN);
        Self {
            name: name.to_owned(),
            mean: diagnostics::mean(chains),
            sd: diagnostics::sd(chains),
            q5: quantile(0),
            q50: quantile(1),
            q95: quantile(2),
            mcse_mean: diagnostics::mcse_mean(chains),
            ess_bulk: diagnostics::ess_bulk(chains),
            ess_tail: diagnostics::ess_tail(chains),
            rhat: diagnostics::rhat(chains),
            density: sparkline::heights(chains, (quantile(3), quantile(4))),
        }
    }
}
