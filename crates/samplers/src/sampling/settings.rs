//! [`Settings`]: the settings of a run, as values.

use super::nuts::{Metric, Sampler};
use super::precision::PrecisionMatrix;
use super::warm_start::Adaptation;
use crate::chains::{RunSettings, check_rules};
use crate::checkpoint::Facts;
use crate::density::MAX_POINTS;
use crate::error::Error;
use crate::record::RecordSettings;
use crate::target::{Starts, Target};
use std::sync::Arc;

/// The settings of [`Nuts`](super::Nuts).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub run: RunSettings,
    pub max_depth: u32,
    pub target_accept: f64,
    pub metric: Metric,
    /// The precision in whose coordinates the metric is learned; `None` for the coordinates of the
    /// posterior.
    pub precision: Option<Arc<PrecisionMatrix>>,
    pub step_jitter: f64,
    /// The largest energy error of a step that adapts within a trajectory; `None` for fixed steps.
    pub walnuts: Option<f64>,
    pub starts: Starts,
    /// True if each chain begins at a draw of a path of Pathfinder.
    pub starts_from_pathfinder: bool,
    /// The adaptation of another run with which the chains begin, if there is one.
    pub warm_start: Option<Arc<Adaptation>>,
    pub record: RecordSettings,
    /// True if the draws of warmup are kept.
    pub save_warmup: bool,
}

impl Settings {
    /// Makes the default settings.
    pub fn new() -> Self {
        Self {
            run: RunSettings::default(),
            max_depth: 10,
            target_accept: 0.8,
            metric: Metric::Auto,
            precision: None,
            step_jitter: 0.0,
            walnuts: None,
            starts: Starts::default(),
            starts_from_pathfinder: false,
            warm_start: None,
            record: RecordSettings::default(),
            save_warmup: false,
        }
    }

    /// Returns an error if a setting is invalid, or does not fit the posterior.
    pub fn check(&self, target: &dyn Target) -> Result<(), Error> {
        self.run.check()?;
        let rules = [
            ("nuts_in_lockstep", (1..=MAX_POINTS).contains(&self.run.lockstep), "be from 1 to 8"),
            ("max_depth", (1..=30).contains(&self.max_depth), "be from 1 to 30"),
            ("target_accept", self.target_accept > 0.0 && self.target_accept < 1.0, "be above 0 and below 1"),
            ("step_jitter", (0.0..1.0).contains(&self.step_jitter), "be from 0 to below 1"),
            (
                "walnuts",
                self.walnuts.is_none_or(|error| error > 0.0 && error.is_finite()),
                "be above 0 and finite",
            ),
            (
                "metric",
                self.precision.is_none() || self.metric != Metric::Dense,
                "not be `Metric::Dense` with a precision, whose coordinates have few correlations left",
            ),
            self.record.rule(self.run.is_on_disk),
            (
                "save_warmup",
                !self.save_warmup || self.run.plan.path().is_none(),
                "not be set with a checkpoint, whose files have no draws of warmup",
            ),
        ];
        check_rules(rules)?;
        self.precision.as_ref().map_or(Ok(()), |precision| precision.check(target.dimension()))?;
        self.starts.check(target, self.run.chains.count)
    }

    /// Passes the precision to a sampler, if there is one.
    pub fn give_precision(&self, sampler: &mut Sampler) {
        self.precision.iter().for_each(|precision| sampler.give_precision(precision.clone()));
    }

    /// The settings on which draws depend, and the facts about the posterior, in words.
    pub fn facts(&self, target: &dyn Target) -> Facts {
        let Self {
            run,
            max_depth,
            target_accept,
            metric,
            precision,
            step_jitter,
            walnuts,
            starts,
            starts_from_pathfinder,
            warm_start,
            record: _,
            save_warmup: _,
        } = self;
        let own = [
            ("max_depth", max_depth.to_string()),
            ("target_accept", target_accept.to_string()),
            ("metric", format!("{metric:?}")),
            ("step_jitter", step_jitter.to_string()),
            ("walnuts", format!("{walnuts:?}")),
        ];
        // Without a Pathfinder, a warm start and a precision, a run has the same facts as before these
        // settings existed.
        let path = starts_from_pathfinder.then(|| ("starts_from_pathfinder", true.to_string()));
        let learned = warm_start.as_ref().map(|adaptation| ("warm_start", adaptation.fact()));
        let precision = precision.as_ref().map(|precision| ("precision", precision.fact()));
        let more = starts.facts().into_iter().chain(path).chain(learned).chain(precision);
        let own = own.into_iter().chain(more).map(|(name, value)| (name.to_owned(), value));
        run.facts("nuts").into_iter().chain(own).chain(target.facts()).collect()
    }
}
