//! [`fits`]: the settings of many fits, and their run.

use super::found::FoundFits;
use super::record::Recorded;
use super::run::{Common, Show, run_all, run_recorded};
use super::summary::FitSummary;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use crate::sampling::{Adaptation, NutsSettings};
use core::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Many fits of one model: see the [module](crate::fits). `data` are the keys with their data sets, and
/// `build` compiles the posterior of one data set.
///
/// Data sets may be references, or anything from which `build` can read the data, such as a path. The
/// settings are methods of [`Fits`].
pub fn fits<'a, K, D, M, Build>(data: impl IntoIterator<Item = (K, D)>, build: Build) -> Fits<'a, D, Build>
where
    K: fmt::Display,
    D: Sync,
    M: BoundModel,
    Build: Fn(&D) -> Result<Posterior<M>, Error> + Sync,
{
    let (keys, data) = data.into_iter().map(|(key, data)| (key.to_string(), data)).unzip();
    Fits { keys, data, build, nuts: NutsSettings::default(), warm_start: None, common: Common::default() }
}

/// The settings of many fits, made by [`fits`].
///
/// | setting | default |
/// |---|---|
/// | [`chains`](Self::chains), [`warmup`](Self::warmup), [`draws`](Self::draws) | 4 of 1000 and 1000 draws |
/// | [`nuts`](Self::nuts) | the settings of [`Nuts`](crate::sampling::Nuts) |
/// | [`warm_start`](Self::warm_start) | each fit learns all by itself |
/// | [`seed`](Self::seed) | 0 |
/// | [`threads`](Self::threads) | one per core |
/// | [`record`](Self::record), [`version`](Self::version) | no file |
/// | [`progress`](Self::progress), [`report_to`](Self::report_to) | a line on stderr if it is a terminal |
/// | [`interrupt`](Self::interrupt) | runs to its end |
#[derive(Clone)]
#[must_use = "nothing is sampled before `run`"]
pub struct Fits<'a, D, Build> {
    keys: Vec<String>,
    data: Vec<D>,
    build: Build,
    nuts: NutsSettings,
    warm_start: Option<&'a Adaptation>,
    common: Common<'a>,
}

impl<'a, D, Build> Fits<'a, D, Build> {
    crate::chains::setters! {
        /// The number of chains of each fit, at least 1; 4 by default. R-hat needs 2.
        chains(nuts.run.chains: usize);

        /// The number of draws of each chain that adapt the sampler; 1 000 by default.
        warmup(nuts.run.warmup: usize);

        /// The number of draws of each chain after warmup, at least 1; 1 000 by default.
        draws(nuts.run.draws: usize);

        /// The seed of all random numbers; 0 by default. The random numbers of a fit follow from this seed
        /// and the fit's key.
        seed(common.seed: u64);

        /// The number of fits that run at the same time, at least 1; by default one for each core. It does
        /// not change the results.
        threads(common.threads: usize);

        /// True to show a line of progress on stderr, as is the default. It is not shown if stderr is not a
        /// terminal.
        progress(common.progress: bool);
    }

    /// Writes each result to a file as soon as it is computed. If the file exists, its results are read and
    /// not computed again, so a program that was killed continues when it is started again. Failed fits are
    /// run again.
    ///
    /// The file is a table with a row for each fit, and cells separated by tabs. Keys may be added and
    /// removed. Only one process at a time may write to it.
    pub fn record(mut self, path: impl Into<PathBuf>) -> Self {
        self.common.record = Some(path.into());
        self
    }

    /// Sets a text that distinguishes this version of the data and of the model from others. The file of
    /// [`record`](Self::record) contains the text, and is refused if its text is another one.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.common.version = version.into();
        self
    }

    /// Sets all settings of the sampler, including the number of chains and their lengths. The seed and the
    /// number of threads in `settings` are not used.
    pub fn nuts(mut self, settings: &NutsSettings) -> Self {
        self.nuts = settings.clone();
        self
    }

    /// Starts each fit of [`run`](Self::run) with the adaptation of another run, for instance of one of the
    /// data sets: see [`Nuts::warm_start`](crate::sampling::Nuts::warm_start). Warmup becomes 100
    /// transitions, unless [`warmup`](Self::warmup) or [`nuts`](Self::nuts) is called after this. The file
    /// of [`record`](Self::record) records the adaptation, and is refused if it has another one.
    ///
    /// ```
    /// use monomorph::fits::fits;
    /// use monomorph::prelude::*;
    ///
    /// fn visits(counts: &[u32]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    ///     params! { rate: positive() }
    ///     let model = model! { rate |= gamma(2.0, 1.0), data(counts) |= poisson(rate) };
    ///     model.compile()
    /// }
    ///
    /// let shops = [("north", [3, 1, 4]), ("west", [9, 12, 8]), ("south", [2, 0, 1])];
    /// let learned = visits(&shops[0].1)?.nuts().seed(1).run()?.adaptation();
    /// let found = fits(shops, |counts| visits(counts)).warm_start(&learned).chains(2).draws(200).run()?;
    /// assert!(found.get("west")?.summary().row("rate")?.mean > 6.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn warm_start(mut self, adaptation: &'a Adaptation) -> Self {
        self.warm_start = Some(adaptation);
        self.nuts.run.warmup = Adaptation::WARMUP;
        self
    }

    /// Calls a function of the program's own after each fit, instead of the line of progress.
    pub fn report_to(mut self, show: &'a Show<'a>) -> Self {
        self.common.show = Some(show);
        self
    }

    /// Stops when the flag becomes true; another thread or a signal handler may set it. Unfinished fits then
    /// fail with [`Error::Interrupted`], and are not in the record.
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.common.interrupt = Some(flag);
        self
    }
}

impl<D: Sync, Build> Fits<'_, D, Build> {
    /// Runs NUTS on each posterior, and keeps a [`FitSummary`] of each fit.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`]; [`Error::Results`] for two equal keys; [`Error::Io`] and
    /// [`Error::Checkpoint`] for the record. Errors of single fits are in the [`FoundFits`].
    pub fn run<M: BoundModel>(self) -> Result<FoundFits<FitSummary>, Error>
    where
        Build: Fn(&D) -> Result<Posterior<M>, Error> + Sync,
    {
        let Self { keys, data, build, mut nuts, warm_start, mut common } = self;
        (nuts.run.threads, nuts.run.seed) = (Some(1), 0);
        // The file must identify the settings of its summaries.
        let learned = warm_start.map_or_else(String::new, |learned| format!("{} ", learned.fact()));
        common.version = format!("{nuts:?} {learned}{}", common.version);
        let interrupt = common.interrupt;
        run_recorded(&keys, &common, &|place, seed| {
            let posterior = build(&data[place])?;
            let sampler = match warm_start {
                Some(learned) => posterior.nuts().warm_start(learned),
                None => posterior.nuts(),
            };
            let sampler = sampler.with_settings(&nuts).seed(seed).progress(false);
            let fit = match interrupt {
                Some(flag) => sampler.interrupt(flag),
                None => sampler,
            };
            let kept = fit.run()?;
            if kept.was_interrupted() { Err(Error::Interrupted) } else { Ok(FitSummary::of(&kept)) }
        })
    }

    /// Runs a function of the program's own for each posterior, and keeps what the function returns. The
    /// function receives the posterior, the data set, and a seed that is derived from the key. It should use
    /// one thread.
    ///
    /// ```
    /// use monomorph::fits::fits;
    /// use monomorph::prelude::*;
    ///
    /// fn visits(counts: &[u32]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    ///     params! { rate: positive() }
    ///     let model = model! { rate |= gamma(2.0, 1.0), data(counts) |= poisson(rate) };
    ///     model.compile()
    /// }
    ///
    /// let shops = [("north", [3, 1, 4]), ("west", [9, 12, 8])];
    /// // All draws of each fit
    /// let found = fits(shops, |counts| visits(counts)).run_with(|posterior, _, seed| {
    ///     Ok(posterior.nuts().chains(1).threads(1).warmup(100).draws(50).seed(seed).progress(false).run()?)
    /// })?;
    /// assert_eq!(found.get("north")?.draws().column("rate")?.as_slice().len(), 50);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run); [`Error::InvalidSetting`] with a [`record`](Self::record), which
    /// requires results that are [`Recorded`].
    pub fn run_with<M: BoundModel, R: Send>(
        self,
        work: impl Fn(&Posterior<M>, &D, u64) -> Result<R, Error> + Sync,
    ) -> Result<FoundFits<R>, Error>
    where
        Build: Fn(&D) -> Result<Posterior<M>, Error> + Sync,
    {
        let Self { keys, data, build, common, .. } = self;
        run_all(&keys, &common, &|place, seed| work(&build(&data[place])?, &data[place], seed))
    }

    /// Runs a function of the program's own, as [`run_with`](Self::run_with) does, and writes the results to
    /// the [`record`](Self::record).
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run).
    pub fn run_recorded<M: BoundModel, R: Recorded + Send>(
        self,
        work: impl Fn(&Posterior<M>, &D, u64) -> Result<R, Error> + Sync,
    ) -> Result<FoundFits<R>, Error>
    where
        Build: Fn(&D) -> Result<Posterior<M>, Error> + Sync,
    {
        let Self { keys, data, build, common, .. } = self;
        run_recorded(&keys, &common, &|place, seed| work(&build(&data[place])?, &data[place], seed))
    }
}

impl<D, Build> fmt::Debug for Fits<'_, D, Build> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fits = f.debug_struct("Fits");
        fits.field("data sets", &self.keys.len()).field("nuts", &self.nuts).finish_non_exhaustive()
    }
}
