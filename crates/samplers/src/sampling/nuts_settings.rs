//! [`NutsSettings`]: the settings that can be serialised.

use super::Nuts;
use super::nuts::Metric;
use super::settings::Settings;
use crate::chains::RunNumbers;

/// The numeric settings of [`Nuts`], without files, functions and initial values.
///
/// With the feature `serde` they are serialised, for instance to a file of settings: a missing field has
/// its default, and an unknown name is an error.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::sampling::NutsSettings;
///
/// params! { mu: real() }
/// let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
/// let mut settings = NutsSettings::default();
/// (settings.run.chains, settings.run.warmup, settings.run.draws) = (2, 100, 50);
/// let fit = posterior.nuts().with_settings(&settings).run()?;
/// assert_eq!(fit.draws().chains(), 2);
/// assert_eq!(posterior.nuts().with_settings(&settings).settings(), settings);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct NutsSettings {
    /// The number of chains, their lengths, and the other settings that all samplers share.
    pub run: RunNumbers,
    /// See [`Nuts::max_depth`].
    pub max_depth: u32,
    /// See [`Nuts::target_accept`].
    pub target_accept: f64,
    /// See [`Nuts::metric`].
    pub metric: Metric,
    /// See [`Nuts::step_jitter`].
    pub step_jitter: f64,
    /// See [`Nuts::walnuts`]; `None` for steps of one length in a trajectory.
    pub walnuts: Option<f64>,
    /// See [`Nuts::initial_radius`].
    pub initial_radius: f64,
    /// See [`Nuts::start_from_pathfinder`].
    pub start_from_pathfinder: bool,
    /// See [`Nuts::save_warmup`].
    pub save_warmup: bool,
}

impl Default for NutsSettings {
    fn default() -> Self {
        Settings::new().written_down()
    }
}

impl Settings {
    /// The numeric settings.
    fn written_down(&self) -> NutsSettings {
        NutsSettings {
            run: self.run.numbers(),
            max_depth: self.max_depth,
            target_accept: self.target_accept,
            metric: self.metric,
            step_jitter: self.step_jitter,
            walnuts: self.walnuts,
            initial_radius: self.starts.radius,
            start_from_pathfinder: self.starts_from_pathfinder,
            save_warmup: self.save_warmup,
        }
    }
}

impl Nuts<'_> {
    /// The numeric settings.
    pub fn settings(&self) -> NutsSettings {
        self.settings.written_down()
    }

    /// Replaces all numeric settings by the given ones; files, functions and initial values are kept.
    pub fn with_settings(mut self, settings: &NutsSettings) -> Self {
        let own = &mut self.settings;
        let NutsSettings { run, max_depth, target_accept, metric, step_jitter, walnuts, .. } = settings;
        own.run.set_numbers(run);
        (own.max_depth, own.target_accept, own.metric) = (*max_depth, *target_accept, *metric);
        (own.step_jitter, own.walnuts) = (*step_jitter, *walnuts);
        (own.starts.radius, own.save_warmup) = (settings.initial_radius, settings.save_warmup);
        own.starts_from_pathfinder = settings.start_from_pathfinder;
        self
    }
}
