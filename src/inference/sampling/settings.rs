//! [`Settings`]: what a run is asked for, in values.

use super::nuts::Metric;
use super::target::Target;
use crate::chains::{Initial, RunSettings, check_rules};
use crate::checkpoint::{Checksum, Facts};
use crate::error::Error;
use std::path::PathBuf;

/// The settings of [`Nuts`](super::Nuts).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub run: RunSettings,
    pub max_depth: u32,
    pub target_accept: f64,
    pub metric: Metric,
    pub step_jitter: f64,
    /// The energy error of a step that adapts, if steps do.
    pub walnuts: Option<f64>,
    pub initial_radius: f64,
    pub initial_points: Vec<Vec<f64>>,
    pub initial: Initial,
    pub save: Option<PathBuf>,
    /// True if the draws of warmup are kept.
    pub save_warmup: bool,
    #[cfg(feature = "report")]
    pub zarr: Option<PathBuf>,
}

impl Settings {
    /// The settings before they are changed.
    pub fn new() -> Self {
        Self {
            run: RunSettings::new(),
            max_depth: 10,
            target_accept: 0.8,
            metric: Metric::Auto,
            step_jitter: 0.0,
            walnuts: None,
            initial_radius: 2.0,
            initial_points: Vec::new(),
            initial: Initial::default(),
            save: None,
            save_warmup: false,
            #[cfg(feature = "report")]
            zarr: None,
        }
    }

    /// An error if a setting cannot be, or does not fit the posterior.
    pub fn check(&self, target: &dyn Target) -> Result<(), Error> {
        self.run.check()?;
        let rules = [
            ("max_depth", (1..=30).contains(&self.max_depth), "be from 1 to 30"),
            ("target_accept", self.target_accept > 0.0 && self.target_accept < 1.0, "be above 0 and below 1"),
            ("step_jitter", (0.0..1.0).contains(&self.step_jitter), "be from 0 to below 1"),
            (
                "walnuts",
                self.walnuts.is_none_or(|error| error > 0.0 && error.is_finite()),
                "be above 0 and finite",
            ),
            (
                "initial_radius",
                self.initial_radius.is_finite() && self.initial_radius >= 0.0,
                "be finite and not negative",
            ),
            (
                "initial_points",
                [0, 1, self.run.chains.count].contains(&self.initial_points.len()),
                "be one point for each chain, or one for all",
            ),
            (
                "save",
                !self.run.is_on_disk || self.save.is_none(),
                "not be set where draws are kept on disk alone",
            ),
            (
                "save_warmup",
                !self.save_warmup || self.run.plan.path().is_none(),
                "not be set with a checkpoint, whose files have no draws of warmup",
            ),
        ];
        check_rules(rules)?;
        if target.dimension() == 0 {
            let what = "the unconstrained point (there is no parameter to sample)".to_owned();
            return Err(Error::Empty { statement: String::new(), what });
        }
        let wrong = self.initial_points.iter().position(|point| point.len() != target.dimension());
        wrong.map_or(Ok(()), |i| {
            Err(Error::LengthMismatch {
                statement: String::new(),
                expected_by: "the posterior's unconstrained point".to_owned(),
                expected: target.dimension(),
                found_in: format!("initial point {i}"),
                found: self.initial_points[i].len(),
            })
        })
    }

    /// The settings that draws depend on, and the posterior, in words.
    pub fn facts(&self, target: &dyn Target) -> Facts {
        let Self {
            run,
            max_depth,
            target_accept,
            metric,
            step_jitter,
            walnuts,
            initial_radius,
            initial_points,
            initial,
            save: _,
            save_warmup: _,
            #[cfg(feature = "report")]
                zarr: _,
        } = self;
        let mut points = Checksum::new();
        initial_points.iter().for_each(|point| points.add_numbers(point));
        let own = [
            ("max_depth", max_depth.to_string()),
            ("target_accept", target_accept.to_string()),
            ("metric", format!("{metric:?}")),
            ("step_jitter", step_jitter.to_string()),
            ("walnuts", format!("{walnuts:?}")),
            ("initial_radius", initial_radius.to_string()),
            ("initial_points", format!("{} ({:016x})", initial_points.len(), points.value())),
            ("initial values", initial.fact()),
        ];
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        run.facts("nuts").into_iter().chain(own).chain(target.facts()).collect()
    }

    /// The initial point that was given for a chain.
    pub fn initial_point(&self, chain: usize) -> Option<&[f64]> {
        let of_chain = self.initial_points.get(chain).or(self.initial_points.first());
        of_chain.map(Vec::as_slice)
    }
}
