//! [`Basis`]: the draws that an update begins with.

use super::updated::{Outcome, Updated};
use super::weights::Weighed;
use crate::draws::Draws;
use crate::sampling::Fit;
use std::borrow::Cow;

/// Draws with the density that they were drawn from.
pub(super) struct Basis<'a> {
    pub draws: Cow<'a, Draws>,
    /// True if the draws have elements that were drawn from their prior given the others: the log densities
    /// are then those without these elements.
    pub is_completed: bool,
    /// The log density that each draw was drawn from; +∞ of a draw that no later posterior has.
    pub drawn_from: Vec<f64>,
    /// The log density of the posterior before, at each draw.
    pub log_densities: Vec<f64>,
    /// The step size and the leapfrog steps of a draw.
    pub pace: (f64, f64),
    /// The number of updates since the last refit.
    pub updates: usize,
}

impl<'a> Basis<'a> {
    /// The draws of a run.
    pub fn of_fit(fit: &'a Fit) -> Self {
        let all = fit.chains().iter().flat_map(|chain| chain.draws());
        let log_densities: Vec<f64> = all.map(|draw| draw.log_density).collect();
        let drawn_from = log_densities.clone();
        Self {
            draws: Cow::Borrowed(fit.draws()),
            is_completed: false,
            drawn_from,
            log_densities,
            pace: fit.pace(),
            updates: 0,
        }
    }

    /// The draws of an update: those of its run if there was one, else the weighted ones.
    pub fn of_updated(updated: &'a Updated) -> Self {
        let updates = updated.updates();
        match &updated.outcome {
            Outcome::Run(fit) => Self { updates, ..Self::of_fit(fit) },
            Outcome::Weights { draws: Weighed { candidates, drawn_from, log_densities }, pace, .. } => Self {
                draws: Cow::Borrowed(candidates),
                is_completed: false,
                drawn_from: drawn_from.clone(),
                log_densities: log_densities.clone(),
                pace: *pace,
                updates,
            },
        }
    }
}
