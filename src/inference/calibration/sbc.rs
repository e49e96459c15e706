//! [`sbc`]: the settings of a calibration, and its run.
//!
//! A model borrows its data, so the same model with other data is another value, made by the function from
//! a truth to a posterior. [`Truths`] live as long as posteriors are made of them, so all replications have
//! one lifetime and one type.

use super::found::Calibration;
use super::replication::{Fitted, LOG_JOINT};
use super::settings::Settings;
use super::truths::{Truth, Truths};
use crate::contract::scope::Value;
use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, VariableInfo};
use crate::sampling::Adaptation;
use crate::trace::Trace;
use std::path::PathBuf;
use std::sync::Arc;

/// Simulation-based calibration of a model: see [`calibration`](crate::calibration).
///
/// Each truth is a replication. `compile` compiles the posterior of its data.
///
/// Truths need not come from the prior. [`Truths::of_posterior`] calibrates the neighbourhood of a
/// posterior; `compile` must then give the model the observed data as well.
///
/// The settings are methods of [`Sbc`].
pub fn sbc<'t, M, Compile>(truths: &'t Truths, compile: Compile) -> Sbc<'t, Compile>
where
    M: BoundModel,
    Compile: Fn(&'t Truth) -> Result<Posterior<M>, Error> + Sync,
{
    let settings = Settings {
        warmup: 500,
        draws: 400,
        seed: 0,
        threads: None,
        record: None,
        version: String::new(),
        quantities: vec![],
        warm_start: None,
    };
    Sbc { truths, compile, settings }
}

/// The settings of a calibration, made by [`sbc`].
///
/// | setting | default |
/// |---|---|
/// | [`draws`](Self::draws) | 400 of each posterior, thinned to independent ones |
/// | [`warmup`](Self::warmup) | 500 |
/// | [`warm_start`](Self::warm_start) | each chain learns all by itself |
/// | [`of`](Self::of) | all parameters and definitions |
/// | [`seed`](Self::seed) | 0 |
/// | [`threads`](Self::threads) | one per core |
/// | [`record`](Self::record), [`version`](Self::version) | no file |
#[derive(Clone, Debug)]
#[must_use = "nothing is sampled before `run`"]
pub struct Sbc<'t, Compile> {
    truths: &'t Truths,
    compile: Compile,
    settings: Settings,
}

impl<'t, Compile> Sbc<'t, Compile> {
    crate::chains::setters! {
        /// The number of draws of each posterior before thinning, at least 1; 400 by default.
        draws(settings.draws: usize);

        /// The number of draws that adapt the sampler of each posterior; 500 by default.
        warmup(settings.warmup: usize);

        /// The seed of all samplers and ties; 0 by default. The ranks do not depend on the number of threads.
        seed(settings.seed: u64);

        /// The number of replications that run at the same time, at least 1; by default one for each core.
        threads(settings.threads: usize);
    }

    /// Ranks only these quantities: names of elements, or of variables for all of their elements. By default
    /// all elements of the parameters and definitions are ranked, and the log joint density.
    pub fn of(mut self, quantities: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.settings.quantities = quantities.into_iter().map(Into::into).collect();
        self
    }

    /// Starts each replication of [`run`](Self::run) with the adaptation of another run: see
    /// [`Nuts::warm_start`](crate::sampling::Nuts::warm_start). Warmup becomes 100 transitions, unless
    /// [`warmup`](Self::warmup) is called after this. The calibration is then that of the sampler with a
    /// warm start.
    ///
    /// The run may be the run of the first truth. With the same seed it has the same adaptation each time on
    /// one machine; on other machines the last digits differ, so to continue a [`record`](Self::record)
    /// there, the adaptation itself must be read, written with the feature `serde`.
    ///
    /// ```
    /// use monomorph::calibration::{Truths, sbc};
    /// use monomorph::prelude::*;
    ///
    /// fn flips<'a>(y: &'a [f64]) -> impl Model + use<'a> {
    ///     params! { p: interval(0.0, 1.0) }
    ///     model! { p |= beta(2.0, 2.0), data(y) |= bernoulli(p) }
    /// }
    /// let truths = Truths::of(flips(&[0.0; 5]).sample_prior(40, 1)?);
    /// let first = flips(truths.all()[0].data("y")?).compile()?;
    /// let learned = first.nuts().seed(1).run()?.adaptation();
    /// let calibration = sbc(&truths, |truth| flips(truth.data("y")?).compile());
    /// let found = calibration.warm_start(&learned).draws(100).run()?;
    /// assert!(found.p_value() > 0.001);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn warm_start(mut self, adaptation: &Adaptation) -> Self {
        self.settings.warm_start = Some(Arc::new(adaptation.clone()));
        self.settings.warmup = Adaptation::WARMUP;
        self
    }

    /// Writes each replication to a file as soon as it is finished. If the file exists, its replications are
    /// not run again, so a program that was killed continues when it is started again.
    ///
    /// The file is a table with a row for each replication, and values separated by tabs. A file of another
    /// calibration (another prior, seed or length) or of another model is refused; the model is recognised
    /// by the log density of the first truth's posterior at three points. [`version`](Self::version) marks
    /// differences that these do not show.
    pub fn record(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.record = Some(path.into());
        self
    }

    /// Sets a text that distinguishes this version of the sampler and of the model from others, such as the
    /// settings of the user's own sampler. The file of [`record`](Self::record) contains the text, and is
    /// refused if its text is another one.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.settings.version = version.into();
        self
    }

    /// Runs all replications with one chain of NUTS each.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`]; [`Error::UnknownName`] for a quantity that does not exist or is not in the
    /// prior; [`Error::Io`] and [`Error::Checkpoint`] for the record; the first error if no replication
    /// succeeds. Errors of single replications are kept in [`Calibration::failed`].
    pub fn run<M>(self) -> Result<Calibration, Error>
    where
        M: BoundModel,
        Compile: Fn(&'t Truth) -> Result<Posterior<M>, Error> + Sync,
    {
        let Settings { warmup, draws, .. } = self.settings;
        let learned = self.settings.warm_start.clone();
        self.replicate(|posterior: &Posterior<M>, seed| {
            let nuts = match &learned {
                Some(learned) => posterior.nuts().warm_start(learned),
                None => posterior.nuts(),
            };
            let nuts = nuts.chains(1).threads(1).warmup(warmup).draws(draws);
            let fit = nuts.seed(seed).progress(false).run()?;
            Ok((fit.draws().clone(), fit.divergences()))
        })
    }

    /// Runs all replications with a sampler or an approximation of the caller's: `sample` receives the
    /// posterior and a seed for the replication.
    ///
    /// ```
    /// use monomorph::calibration::{Truths, sbc};
    /// use monomorph::prelude::*;
    ///
    /// fn counts<'a>(y: &'a [f64]) -> impl Model + use<'a> {
    ///     params! { rate: positive() }
    ///     model! { rate |= gamma(2.0, 1.0), data(y) |= poisson(rate) }
    /// }
    /// let truths = Truths::of(counts(&[0.0; 3]).sample_prior(50, 3)?);
    /// let found = sbc(&truths, |truth| counts(truth.data("y")?).compile())
    ///     .run_with(|posterior, seed| posterior.gibbs().chains(1).draws(100).seed(seed).run())?;
    /// assert!(found.p_value() > 0.001);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run).
    pub fn run_with<M>(
        self,
        sample: impl Fn(&Posterior<M>, u64) -> Result<Draws, Error> + Sync,
    ) -> Result<Calibration, Error>
    where
        M: BoundModel,
        Compile: Fn(&'t Truth) -> Result<Posterior<M>, Error> + Sync,
    {
        self.replicate(|posterior: &Posterior<M>, seed| Ok((sample(posterior, seed)?, 0)))
    }

    fn replicate<M>(
        self,
        sample: impl Fn(&Posterior<M>, u64) -> Result<(Draws, usize), Error> + Sync,
    ) -> Result<Calibration, Error>
    where
        M: BoundModel,
        Compile: Fn(&'t Truth) -> Result<Posterior<M>, Error> + Sync,
    {
        let Self { truths, compile, settings } = self;
        let is_joint =
            settings.quantities.is_empty() || settings.quantities.iter().any(|name| name == LOG_JOINT);
        let fit = |truth: &'t Truth, seed| {
            let posterior = compile(truth)?;
            let (draws, divergences) = sample(&posterior, seed)?;
            if !is_joint {
                return Ok(Fitted { draws, log_joint: (vec![], f64::NAN), divergences });
            }
            let parameters = parameters(&posterior.variables(), truth.trace())?;
            let truth = posterior.log_joint(&parameters)?;
            let log_joint =
                draws.traces().map(|draw| posterior.log_joint(&draw)).collect::<Result<_, _>>()?;
            Ok(Fitted { draws, log_joint: (log_joint, truth), divergences })
        };
        let Some(first) = truths.all().first() else {
            return Err(Error::Empty { statement: String::new(), what: "the list of truths".to_owned() });
        };
        let posterior = compile(first)?;
        settings.replicate(truths, &posterior.variables(), signs(&posterior), &fit)
    }
}

/// Returns numbers that distinguish a posterior from the posterior of another model: the log densities at
/// three points without symmetry. Discrete parameters keep the values of a new workspace, so the model may
/// have some.
fn signs<M: BoundModel>(posterior: &Posterior<M>) -> [f64; 3] {
    let mut workspace = posterior.workspace();
    [1, 2, 3].map(|step| {
        let coordinate = |i: usize| 0.1 * (step * (i + 1) % 7) as f64 - 0.25;
        let point: Vec<f64> = (0..posterior.dimension()).map(coordinate).collect();
        posterior.along::<Value>(&point, &mut workspace)
    })
}

/// Returns the values of a truth that are parameters of its posterior.
fn parameters(variables: &[VariableInfo], truth: &Trace) -> Result<Trace, Error> {
    let mut parameters = Trace::new();
    for VariableInfo { name, .. } in variables.iter().filter(|variable| !variable.is_defined) {
        parameters.set(*name, truth.get(*name)?)?;
    }
    Ok(parameters)
}
