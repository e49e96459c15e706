//! [`Updated`]: the result of an update.

use super::basis::Basis;
use super::builder::Update;
use super::weights::Weighed;
use crate::approximate::printed::weighted_table;
use crate::approximate::{ApproximationRow, find_row, rows};
use crate::draws::table::wrap;
use crate::draws::{Draws, Summary};
use crate::error::Error;
use crate::sampling::{Adaptation, Fit};
use crate::target::Target;
use core::fmt;

/// The method by which draws were updated to the new posterior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Route {
    /// The draws were weighted, and nothing was sampled.
    Weighted,
    /// The weights were reliable, but a few draws had most of the weight: chains began at draws that were
    /// resampled by their weights, with the metric and the step size of these draws.
    Moved,
    /// The weights were not reliable, or a parameter was added or removed: chains began with a warm start
    /// at the old draws, and warmup found the new posterior.
    Refitted,
}

/// Draws that [`Fit::update`] has updated from an earlier posterior to another one. That function has an
/// example.
///
/// Printed, it is a table of the new means, with the route, k̂, the effective number of draws, and the
/// number of updates since a refit.
#[derive(Clone, Debug)]
pub struct Updated {
    pub(super) route: Route,
    pub(super) khat: Option<f64>,
    pub(super) ess: f64,
    pub(super) log_evidence: Option<f64>,
    pub(super) updates: usize,
    /// The smoothed weights, which sum to 1.
    pub(super) weights: Vec<f64>,
    pub(super) outcome: Outcome,
}

/// The draws of an update.
#[expect(clippy::large_enum_variant, reason = "there is one of them for each update")]
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Weights {
        draws: Weighed,
        /// Draws that were resampled by their weights.
        resampled: Draws,
        /// The step size, and the number of leapfrog steps of a draw.
        pace: (f64, f64),
    },
    Run(Fit),
}

impl Updated {
    /// The method by which draws were updated to the new posterior.
    pub fn route(&self) -> Route {
        self.route
    }

    /// The draws of the new posterior: the draws of the run if there was one, else the former draws
    /// resampled by their weights, some of them several times. Their effective number is
    /// [`ess`](Self::ess); a summary of these draws cannot estimate it.
    pub fn draws(&self) -> &Draws {
        match &self.outcome {
            Outcome::Weights { resampled, .. } => resampled,
            Outcome::Run(fit) => fit.draws(),
        }
    }

    /// The draws that have [weights](Self::weights): the draws of the earlier posterior, or of the run.
    pub fn candidates(&self) -> &Draws {
        match &self.outcome {
            Outcome::Weights { draws, .. } => &draws.candidates,
            Outcome::Run(fit) => fit.draws(),
        }
    }

    /// The smoothed importance weights of the [candidates](Self::candidates), chain after chain, which sum
    /// to 1. The weights of the draws of a run are equal.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The Pareto shape k̂ of the weights, by which the [route](Self::route) was chosen; `None` if the new
    /// posterior has a parameter that the draws do not have.
    pub fn khat(&self) -> Option<f64> {
        self.khat
    }

    /// The effective number of the weighted draws, before chains were run.
    pub fn ess(&self) -> f64 {
        self.ess
    }

    /// The log density of the added rows given the rows before, minus that of the removed rows: the
    /// logarithm of the mean weight. `None` if the weights were not reliable.
    ///
    /// It is correct if both posteriors have the same priors and supports, and all their constants, which
    /// `Options` may drop.
    pub fn log_evidence(&self) -> Option<f64> {
        self.log_evidence
    }

    /// The number of updates since the last refit.
    pub fn updates(&self) -> usize {
        self.updates
    }

    /// The run of the new posterior, if there was one.
    pub fn fit(&self) -> Option<&Fit> {
        match &self.outcome {
            Outcome::Weights { .. } => None,
            Outcome::Run(fit) => Some(fit),
        }
    }

    /// The mean, standard deviation, quantiles and diagnostics of every element of the
    /// [draws](Self::draws), with the sampler's warnings if there was a run.
    pub fn summary(&self) -> Summary {
        self.fit().map_or_else(|| self.draws().summary(), Fit::summary)
    }

    /// The means and standard deviations of all elements, before and after weighting.
    pub fn rows(&self) -> Vec<ApproximationRow> {
        rows(self.candidates(), &self.weights)
    }

    /// The row of an element: `mu`, `eta[0]`, …
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn row(&self, element: &str) -> Result<ApproximationRow, Error> {
        find_row(self.rows(), element)
    }

    /// The adaptation of the run if there was one, else of the weighted draws: see
    /// [`Nuts::warm_start`](crate::sampling::Nuts::warm_start).
    pub fn adaptation(&self) -> Adaptation {
        match &self.outcome {
            Outcome::Weights { resampled, pace, .. } => Adaptation::of_draws(resampled, *pace, None),
            Outcome::Run(fit) => fit.adaptation(),
        }
    }

    /// Begins the next update: see [`Fit::update`].
    pub fn update<'a>(&'a self, posterior: &'a dyn Target) -> Update<'a> {
        Update::new(Basis::of_updated(self), posterior)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Weighted => "draws are weighted",
            Self::Moved => "draws were taken by their weights and moved",
            Self::Refitted => "the model was fitted again, beginning warm",
        })
    }
}

impl fmt::Display for Updated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fit() {
            Some(fit) => write!(f, "{}", fit.summary())?,
            None => {
                let is_fixed = self.candidates().fixed_elements();
                weighted_table(f, ["before", "sd before"], self.rows(), &is_fixed)?;
            }
        }
        let khat = match self.khat {
            None => "a parameter is new or gone".to_owned(),
            Some(f64::NEG_INFINITY) => "all weights are equal".to_owned(),
            Some(khat) => format!("k-hat {khat:.2}"),
        };
        let line = format!(
            "{}: {khat}, the weighted draws are worth {:.0}; updates since a refit: {}",
            self.route, self.ess, self.updates
        );
        writeln!(f, "\n{}", wrap(&line))
    }
}
