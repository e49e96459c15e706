//! [`Basis`]: the draws that an update begins with.

use super::updated::Updated;
use crate::draws::Draws;
use crate::sampling::Fit;

/// Draws with the density that they were drawn from.
pub(super) struct Basis<'a> {
    pub draws: &'a Draws,
    /// The log density of the posterior before, at each draw.
    pub log_densities: Vec<f64>,
    /// The log weight of each draw, by which draws are those of the posterior before.
    pub log_weights: Vec<f64>,
    pub step_size: f64,
    pub leapfrogs: f64,
    /// The number of updates since draws were last sampled from their posterior.
    pub updates: usize,
}

impl<'a> Basis<'a> {
    /// The draws of a run.
    pub fn of_fit(fit: &'a Fit) -> Self {
        let all = fit.chains().iter().flat_map(|chain| chain.draws());
        let log_densities: Vec<f64> = all.map(|draw| draw.log_density).collect();
        let (step_size, leapfrogs) = fit.pace();
        let log_weights = vec![0.0; log_densities.len()];
        Self { draws: fit.draws(), log_densities, log_weights, step_size, leapfrogs, updates: 0 }
    }

    /// The draws of an update: those of its run if there was one, else the weighted ones.
    pub fn of_updated(updated: &'a Updated) -> Self {
        match updated.fit() {
            Some(fit) => Self { updates: updated.updates(), ..Self::of_fit(fit) },
            None => Self {
                draws: updated.candidates(),
                log_densities: updated.log_densities.clone(),
                log_weights: updated.log_weights.clone(),
                step_size: updated.pace.0,
                leapfrogs: updated.pace.1,
                updates: updated.updates(),
            },
        }
    }
}
