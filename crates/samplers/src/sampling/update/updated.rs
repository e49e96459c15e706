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

/// The way that draws became those of the new posterior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Route {
    /// The draws were weighted, and nothing was sampled.
    Weighted,
    /// Weights were reliable and few draws had most of them: chains began at draws that were taken by their
    /// weights, with the metric and the step that go with them.
    Moved,
    /// Weights were not to be believed, or a parameter is new or gone: chains began warm at the old draws,
    /// and warmup found the new posterior.
    Refitted,
}

/// Draws that were those of an earlier posterior, made those of another one by [`Fit::update`], which has an
/// example.
///
/// Printed, it is a table of the new means, with the way it was done, k̂, the number of draws that they are
/// worth, and the number of updates since a refit.
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
        /// Draws that were taken by their weights.
        resampled: Draws,
        /// The step size and the leapfrog steps of a draw.
        pace: (f64, f64),
    },
    Run(Fit),
}

impl Updated {
    /// The way that draws became those of the new posterior.
    pub fn route(&self) -> Route {
        self.route
    }

    /// The draws of the new posterior: those of the run if there was one, else as many as before, taken by
    /// their weights, of which some are there several times. How many they are worth is [`ess`](Self::ess),
    /// which a summary of them cannot see.
    pub fn draws(&self) -> &Draws {
        match &self.outcome {
            Outcome::Weights { resampled, .. } => resampled,
            Outcome::Run(fit) => fit.draws(),
        }
    }

    /// The draws that have [weights](Self::weights): the earlier posterior's, or those of the run.
    pub fn candidates(&self) -> &Draws {
        match &self.outcome {
            Outcome::Weights { draws, .. } => &draws.candidates,
            Outcome::Run(fit) => fit.draws(),
        }
    }

    /// The smoothed importance weights of the [candidates](Self::candidates), chain after chain, which sum to
    /// 1. Those of a run are equal.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The Pareto shape k̂ of the weights, by which the [route](Self::route) was chosen; nothing if the new
    /// posterior has a parameter that the draws have not.
    pub fn khat(&self) -> Option<f64> {
        self.khat
    }

    /// The number of independent draws that the weighted ones are worth, before anything was sampled.
    pub fn ess(&self) -> f64 {
        self.ess
    }

    /// The log density of the rows that came given those before, less that of the rows that went: the
    /// logarithm of the mean weight. Nothing if the weights were not to be believed.
    ///
    /// It is right if both posteriors have the same priors and supports, and all their constants, which
    /// `Options` may drop.
    pub fn log_evidence(&self) -> Option<f64> {
        self.log_evidence
    }

    /// The number of updates since draws were last those of a refit.
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

    /// Mean, standard deviation, quantiles and diagnostics of every element of the [draws](Self::draws), with
    /// the sampler's warnings if there was a run.
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

    /// The adaptation of the run if there was one, else that of the weighted draws: see
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

impl fmt::Display for Updated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fit() {
            Some(fit) => write!(f, "{}", fit.summary())?,
            None => weighted_table(f, ["before", "sd before"], &self.rows())?,
        }
        let way = match self.route {
            Route::Weighted => "draws are weighted",
            Route::Moved => "draws were taken by their weights and moved",
            Route::Refitted => "the model was fitted again, beginning warm",
        };
        let khat = match self.khat {
            None => "a parameter is new or gone".to_owned(),
            Some(f64::NEG_INFINITY) => "all weights are equal".to_owned(),
            Some(khat) => format!("k-hat {khat:.2}"),
        };
        let line = format!(
            "{way}: {khat}, the weighted draws are worth {:.0}; updates since a refit: {}",
            self.ess, self.updates
        );
        writeln!(f, "\n{}", wrap(&line))
    }
}
