//! How many independent draws a draw is worth, `r_eff = ESS / S`.
//!
//! R's `relative_eff` takes the effective sample size of the mean likelihood `exp(log p(yᵢ | θ))`, by Geyer's
//! estimate on whole chains; [`chains`](crate::chains) has the same on halves of chains.

use crate::chains::effective_sample_size;

/// Which relative efficiency the draws have when an observation is left out.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Efficiency {
    /// That of the observation's own likelihood, as R's package loo has it.
    #[default]
    PerObservation,
    /// One for all observations: 1 for independent draws; ArviZ takes the mean effective sample size of the
    /// parameters, divided by the number of draws.
    Given(f64),
}

impl Efficiency {
    /// The relative efficiency for an observation's log likelihoods. The likelihoods go into memory of the
    /// caller.
    pub(super) fn of(self, log_likelihoods: &[f64], draws_per_chain: usize, memory: &mut Vec<f64>) -> f64 {
        let Self::Given(r_eff) = self else {
            // Divided by the largest one, which changes nothing, the likelihoods cannot all be 0.
            let largest = log_likelihoods.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            memory.clear();
            memory.extend(log_likelihoods.iter().map(|log_likelihood| (log_likelihood - largest).exp()));
            let chains: Vec<&[f64]> = memory.chunks_exact(draws_per_chain).collect();
            return relative_efficiency(&chains);
        };
        r_eff
    }
}

/// With fewer effective draws nothing is said of an observation that could be trusted.
const FEWEST_EFFECTIVE: f64 = 100.0;

/// The observation whose draws are worth the least, and what they are worth, where that is too little. An
/// observation whose likelihood is the same at each draw has no efficiency, and needs none.
pub(super) fn few_effective_draws<'a>(
    observations: impl Iterator<Item = (&'a str, f64)>,
    draws: usize,
) -> Option<(&'a str, f64)> {
    let effective = observations.map(|(name, r_eff)| (name, r_eff * draws as f64));
    effective.filter(|(_, ess)| *ess < FEWEST_EFFECTIVE).min_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// The effective sample size of the mean of some quantity, divided by the number of draws.
///
/// It is R's `loo::relative_eff`. It is NaN where [`ess_mean`](crate::chains::ess_mean) is, for the same
/// chains.
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
