//! [`Inference`]: draws given all rows so far, by a run or by an update of the draws before.

use crate::learned::Learned;
use crate::model::Data;
use crate::say;
use monomorph::prelude::*;
use monomorph::sampling::{Adaptation, NutsSettings, Route, Updated};

/// The transitions of warmup, of a run that begins cold or finds shops that are new.
const WARMUP: usize = 300;

/// The draws, with all that the next update wants to know of them.
pub enum Inference {
    /// A run, and whether it began warm.
    Run(Box<Fit>),
    /// An update of a run, or of another update.
    Updated(Box<Updated>),
}

/// Chains of a run or an update: one after the other, so that requests have the other cores.
pub fn settings(seed: u64) -> NutsSettings {
    let mut settings = NutsSettings::default();
    let run = &mut settings.run;
    (run.chains, run.warmup, run.draws, run.threads, run.seed) = (4, WARMUP, 250, Some(1), seed);
    settings
}

impl Inference {
    /// A run, which begins with what an earlier one has learned, if that fits.
    ///
    /// # Errors
    ///
    /// Those of the model and of the run.
    pub fn begin(
        data: &Data,
        shops: &[String],
        learned: Option<&Learned>,
        settings: &NutsSettings,
    ) -> Result<Self, Error> {
        let posterior = data.model().compile()?;
        let nuts = || posterior.nuts().with_settings(settings).progress(false);
        let warm = learned.and_then(|Learned { shops: known, adaptation }| {
            let nuts = nuts().warm_start(adaptation);
            let nuts = if known == shops { nuts } else { nuts.warmup(settings.run.warmup) };
            nuts.run().inspect_err(|error| say(format_args!("what was learned does not fit: {error}"))).ok()
        });
        Ok(Self::Run(Box::new(warm.map_or_else(|| nuts().run(), Ok)?)))
    }

    /// An update of these draws to all rows, of which some are new. Shops that are new have draws from their
    /// prior given the others.
    ///
    /// # Errors
    ///
    /// Those of the model and of the update.
    pub fn after(&self, all: &Data, new: &Data, settings: &NutsSettings) -> Result<Self, Error> {
        let model = all.model();
        let posterior = model.compile()?;
        let update = match self {
            Self::Run(fit) => fit.update(&posterior),
            Self::Updated(updated) => updated.update(&posterior),
        };
        let rows = |draws: &Draws| new.model().pointwise_log_likelihood(draws);
        let shops = |draws: &Draws| model.predict(draws, settings.run.seed);
        Ok(Self::Updated(Box::new(
            update.new_elements(shops).added(rows).nuts(settings).seed(settings.run.seed).run()?,
        )))
    }

    /// The draws.
    pub fn draws(&self) -> &Draws {
        match self {
            Self::Run(fit) => fit.draws(),
            Self::Updated(updated) => updated.draws(),
        }
    }

    /// The update, if it was one.
    pub fn updated(&self) -> Option<&Updated> {
        match self {
            Self::Run(_) => None,
            Self::Updated(updated) => Some(updated),
        }
    }

    /// In a word, how the draws were made.
    pub fn way(&self) -> &'static str {
        match self {
            Self::Run(fit) if fit.is_warm_started() => "warm run",
            Self::Run(_) => "cold run",
            Self::Updated(updated) => match updated.route() {
                Route::Weighted => "weighted",
                Route::Moved => "moved",
                Route::Refitted => "refitted",
                _ => "updated",
            },
        }
    }

    /// What the sampler learned; nothing if nothing was sampled.
    pub fn adaptation(&self) -> Option<Adaptation> {
        match self {
            Self::Run(fit) => Some(fit.adaptation()),
            Self::Updated(updated) => updated.fit().map(Fit::adaptation),
        }
    }

    /// What a run says against its own draws.
    pub fn warnings(&self) -> Vec<String> {
        let fit = match self {
            Self::Run(fit) => Some(&**fit),
            Self::Updated(updated) => updated.fit(),
        };
        fit.map(|fit| fit.summary().warnings().iter().map(ToString::to_string).collect()).unwrap_or_default()
    }
}
