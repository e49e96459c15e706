//! The weights by which draws of the posterior represent the posterior without an observation:
//! `1 / p(yᵢ | θ)`, smoothed.

use super::{LogLikelihood, LooError, LooSettings};
use crate::psis::{Quality, Smoother};

/// The computation of the weights for leaving out an observation, in memory that all observations share.
pub(super) struct Weights {
    settings: LooSettings,
    smoother: Smoother,
    /// The logarithms of the smoothed weights for the last observation that was left out.
    pub(super) log_weights: Vec<f64>,
}

impl Weights {
    pub(super) fn new(settings: LooSettings) -> Self {
        Self { settings, smoother: Smoother::new().tail(settings.tail), log_weights: Vec::new() }
    }

    /// Computes the weights for leaving out an observation. Returns the quality of the weights and the
    /// relative efficiency of the draws.
    pub(super) fn leave_out(
        &mut self,
        log_likelihood: &LogLikelihood<'_>,
        observation: usize,
    ) -> Result<(Quality, f64), LooError> {
        let column = log_likelihood.column(observation);
        let draws_per_chain = log_likelihood.draws_per_chain();
        let r_eff = self.settings.efficiency.of(column, draws_per_chain, &mut self.log_weights);
        let r_eff = if r_eff > 0.0 { r_eff } else { 1.0 };
        self.log_weights.clear();
        self.log_weights.extend(column.iter().map(|value| -value));
        let quality = self.smoother.smooth(&mut self.log_weights, r_eff);
        let name = || log_likelihood.names()[observation].clone();
        let quality = quality.map_err(|reason| LooError::Weights { observation: name(), reason })?;
        Ok((quality, r_eff))
    }
}
