//! What runs of a program have given.

use super::Record;
use crate::error::Error;

/// A run that has come to its end.
#[derive(Clone, Debug)]
pub struct Execution<T> {
    /// What the program returned.
    pub value: T,
    /// Its choices.
    pub record: Record,
}

/// What a program returned in each of many runs.
#[derive(Clone, Debug)]
pub struct Fit<T> {
    pub(super) values: Vec<T>,
    pub(super) weights: Vec<f64>,
    pub(super) log_evidence: Option<f64>,
    pub(super) accepted: Option<f64>,
}

impl<T> Fit<T> {
    /// What the program returned, draw after draw.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The weights of the draws, which add up to 1: all the same where draws are draws of the posterior.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The log of the probability of the observations, where the kernel knows it: importance sampling and particles.
    pub fn log_evidence(&self) -> Option<f64> {
        self.log_evidence
    }

    /// The part of the proposals that were taken, of a chain.
    pub fn acceptance(&self) -> Option<f64> {
        self.accepted
    }

    /// The weighted mean of a function of what the program returned.
    pub fn mean(&self, function: impl Fn(&T) -> f64) -> f64 {
        self.values.iter().zip(&self.weights).map(|(value, weight)| weight * function(value)).sum()
    }

    /// How many independent draws are worth as much as the weighted ones: 1 / Σ w².
    pub fn effective_draws(&self) -> f64 {
        self.weights.iter().map(|weight| weight * weight).sum::<f64>().recip()
    }

    /// Draws with these logarithms of weights, of `runs` runs, the others of which are impossible.
    pub(super) fn weighted(values: Vec<T>, log_weights: &[f64], runs: usize) -> Result<Self, Error> {
        let largest = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            let reason = "none of the runs can have made the observations".to_owned();
            return Err(Error::Program { address: String::new(), reason });
        }
        let mut weights: Vec<f64> = log_weights.iter().map(|weight| (weight - largest).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let log_evidence = largest + (sum / runs as f64).ln();
        Ok(Self { values, weights, log_evidence: Some(log_evidence), accepted: None })
    }
}
