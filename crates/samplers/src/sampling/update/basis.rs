//! [`Basis`]: the draws from which an update begins.

use super::updated::{Outcome, Updated};
use super::weights::Weighed;
use crate::draws::Draws;
use crate::sampling::Fit;
use std::borrow::Cow;

/// Draws with the log densities from which they were drawn.
pub(super) struct Basis<'a> {
    pub draws: Cow<'a, Draws>,
    /// True if new elements, which were drawn from their prior given the others, were added to the draws:
    /// the log densities do not include these elements.
    pub is_completed: bool,
    /// The log density from which each draw was drawn; +∞ for a draw that has no weight in any later
    /// posterior.
    pub drawn_from: Vec<f64>,
    /// The log density of the former posterior at each draw.
    pub log_densities: Vec<f64>,
    /// The step size, and the number of leapfrog steps of a draw.
    pub pace: (f64, f64),
    /// The number of updates since the last refit.
    pub updates: usize,
}

impl<'a> Basis<'a> {
    /// Makes the basis from the draws of a run.
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

    /// Makes the basis from an update: from the draws of its run if there was one, else from its weighted
    /// draws.
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
