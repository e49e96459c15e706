//! [`GibbsSettings`]: settings that can be stored.

use super::Gibbs;
use crate::chains::RunNumbers;
use crate::model::statement::BoundModel;
use crate::sampling::Metric;

/// The settings of [`Gibbs`] that are numbers, without files, functions, rules and initial values.
///
/// With the feature `serde` they can be written and read, as [`NutsSettings`](crate::sampling::NutsSettings)
/// can.
///
/// ```
/// use monomorph::gibbs::GibbsSettings;
/// use monomorph::prelude::*;
///
/// params! { z: binary() }
/// let posterior = model! { z |= bernoulli(0.3) }.compile()?;
/// let mut settings = GibbsSettings::default();
/// (settings.run.chains, settings.run.draws) = (2, 50);
/// let draws = posterior.gibbs().with_settings(&settings).run()?;
/// assert_eq!((draws.chains(), draws.draws_per_chain()), (2, 50));
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct GibbsSettings {
    /// The number of chains, and their lengths in sweeps.
    pub run: RunNumbers,
    /// The scales that the sampler learns: see [`Gibbs::metric`].
    pub metric: Metric,
    /// The mean acceptance probability: see [`Gibbs::target_accept`].
    pub target_accept: f64,
    /// The number of transitions in each sweep: see [`Gibbs::transitions`].
    pub transitions: usize,
}

impl Default for GibbsSettings {
    fn default() -> Self {
        Self { run: RunNumbers::default(), metric: Metric::Diagonal, target_accept: 0.8, transitions: 1 }
    }
}

impl<M: BoundModel> Gibbs<'_, M> {
    /// Returns the settings that are numbers.
    pub fn settings(&self) -> GibbsSettings {
        let Self { metric, target_accept, transitions, .. } = *self;
        GibbsSettings { run: self.run.numbers(), metric, target_accept, transitions }
    }

    /// Sets all settings that are numbers to the stored ones; the other settings do not change.
    pub fn with_settings(mut self, settings: &GibbsSettings) -> Self {
        self.run.set_numbers(&settings.run);
        (self.metric, self.target_accept) = (settings.metric, settings.target_accept);
        self.transitions = settings.transitions;
        self
    }
}
