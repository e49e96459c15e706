//! [`Basis`]: the draws that an update begins with.

use super::updated::Updated;
use crate::draws::Draws;
use crate::sampling::Fit;

/// Draws with the density that they were drawn from.
pub(super) struct Basis<'a> {
    pub draws: &'a Draws,
    /// The log density that each draw was drawn from; +∞ of a draw that no later posterior has.
    pub drawn_from: Vec<f64>,
    /// The log density of the posterior before, at each draw.
    pub log_densities: Vec<f64>,
    pub step_size: f64,
    pub leapfrogs: f64,
    /// The number of updates since the last refit.
    pub updates: usize,
}

impl<'a> Basis<'a> {
    /// The draws of a run.
    pub fn of_fit(fit: &'a Fit) -> Self {
        let all = fit.chains().iter().flat_map(|chain| chain.draws());
        let log_densities: Vec<f64> = all.map(|draw| draw.log_density).collect();
        let (step_size, leapfrogs) = fit.pace();
        let drawn_from = log_densities.clone();
        Self { draws: fit.draws(), drawn_from, log_densities, step_size, leapfrogs, updates: 0 }
    }

    /// The draws of an update: those of its run if there was one, else the weighted ones.
    pub fn of_updated(updated: &'a Updated) -> Self {
        match updated.fit() {
            Some(fit) => Self { updates: updated.updates(), ..Self::of_fit(fit) },
            None => Self {
                draws: updated.candidates(),
                drawn_from: updated.drawn_from.clone(),
                log_densities: updated.log_densities.clone(),
                step_size: updated.pace.0,
                leapfrogs: updated.pace.1,
                updates: updated.updates(),
            },
        }
    }
}
