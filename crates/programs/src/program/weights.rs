//! Fits of weighted draws.

use super::ProgramFit;
use super::recorded::RecordedChoices;
use crate::error::Error;

impl<T> ProgramFit<T> {
    /// Makes a fit of draws with these logarithms of weights. There were `runs` runs; those that are not
    /// among the draws were impossible.
    pub(super) fn weighted(
        values: Vec<T>,
        recorded: RecordedChoices,
        log_weights: &[f64],
        runs: usize,
    ) -> Result<Self, Error> {
        let (weights, log_evidence) = normalised(log_weights, runs)?;
        let log_evidence = Some(log_evidence);
        Ok(Self { values, weights, chains: 1, recorded, log_evidence, accepted: None, warnings: Vec::new() })
    }
}

/// Returns weights that sum to 1, and the logarithm of the mean of `runs` weights; weights that are missing
/// are 0.
pub(super) fn normalised(log_weights: &[f64], runs: usize) -> Result<(Vec<f64>, f64), Error> {
    let largest = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        let reason = "none of the runs can have made the observations".to_owned();
        return Err(Error::Program { address: String::new(), reason });
    }
    let mut weights: Vec<f64> = log_weights.iter().map(|weight| (weight - largest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Ok((weights, largest + (sum / runs as f64).ln()))
}
