//! The relative efficiency of draws, `r_eff = ESS / S`.
//!
//! R's `relative_eff` takes the effective sample size of the mean likelihood `exp(log p(yᵢ | θ))`, by
//! Geyer's estimate on whole chains; [`chains`](crate::chains) computes it on halves of chains.

use crate::chains::effective_sample_size;

/// The relative efficiency of the draws when an observation is left out.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Efficiency {
    /// The efficiency of each observation's own likelihood, as in R's package loo.
    #[default]
    PerObservation,
    /// One efficiency for all observations: 1 for independent draws; ArviZ takes the mean effective sample
    /// size of the parameters, divided by the number of draws.
    Given(f64),
}

impl Efficiency {
    /// Returns the relative efficiency for an observation's log likelihoods; `memory` is overwritten with
    /// the likelihoods.
    pub(super) fn of(self, log_likelihoods: &[f64], draws_per_chain: usize, memory: &mut Vec<f64>) -> f64 {
        let Self::Given(r_eff) = self else {
            // The likelihoods are divided by the largest one, which does not change the result, so that
            // they cannot all underflow to 0.
            let largest = log_likelihoods.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            memory.clear();
            memory.extend(log_likelihoods.iter().map(|log_likelihood| (log_likelihood - largest).exp()));
            let chains: Vec<&[f64]> = memory.chunks_exact(draws_per_chain).collect();
            return relative_efficiency(&chains);
        };
        r_eff
    }
}

/// The number of effective draws below which estimates about an observation are not reliable.
const FEWEST_EFFECTIVE: f64 = 100.0;

/// Returns the observation with the fewest effective draws, and their number, if they are too few. An
/// observation whose likelihood is the same at each draw has no efficiency and needs none.
pub(super) fn few_effective_draws<'a>(
    observations: impl Iterator<Item = (&'a str, f64)>,
    draws: usize,
) -> Option<(&'a str, f64)> {
    let effective = observations.map(|(name, r_eff)| (name, r_eff * draws as f64));
    effective.filter(|(_, ess)| *ess < FEWEST_EFFECTIVE).min_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Computes the effective sample size of the mean of a quantity, divided by the number of draws.
///
/// It is R's `loo::relative_eff`. It is NaN if [`ess_mean`](crate::chains::ess_mean) of the same chains is
/// NaN.
///
/// ```
/// use monomorph_diagnostics::loo::relative_efficiency;
///
/// let trend: Vec<f64> = (0..100).map(f64::from).collect();
/// assert!(relative_efficiency(&[&trend]) < 0.1);
/// assert!(relative_efficiency(&[]).is_nan());
/// ```
pub fn relative_efficiency(chains: &[&[f64]]) -> f64 {
    if !crate::chains::are_valid(chains, 1) {
        return f64::NAN;
    }
    effective_sample_size(chains) / (chains.len() * chains[0].len()) as f64
}
