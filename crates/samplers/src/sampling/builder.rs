//! [`Nuts`]: the settings of a run.

use super::fit::Fit;
use super::hooks::{Draw, OnDraw};
use super::nuts::Metric;
use super::saved_draws::SavedDraws;
use super::settings::Settings;
use crate::chains::{RunHooks, run_setters, setters};
use crate::density::MultiPoint;
use crate::error::Error;
use crate::target::Target;
use core::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The settings of a run of the No-U-Turn sampler, made by
/// `Posterior::nuts`.
///
/// | setting | default |
/// |---|---|
/// | [`chains`](Self::chains) | 4 |
/// | [`warmup`](Self::warmup) | 1000 draws per chain |
/// | [`draws`](Self::draws) | 1000 per chain |
/// | [`seed`](Self::seed) | 0 |
/// | [`max_depth`](Self::max_depth) | 10 doublings |
/// | [`target_accept`](Self::target_accept) | 0.8 |
/// | [`metric`](Self::metric) | [`Metric::Auto`] |
/// | [`precision`](Self::precision) | none: the metric's coordinates are the posterior's |
/// | [`step_jitter`](Self::step_jitter) | 0 |
/// | [`walnuts`](Self::walnuts) | steps of one length in a trajectory |
/// | [`initial_radius`](Self::initial_radius) | 2 |
/// | [`initial`](Self::initial), [`initial_points`](Self::initial_points), [`initial_draws`](Self::initial_draws) | drawn at random |
/// | [`threads`](Self::threads) | one per core, at most one per chain |
/// | [`until`](Self::until) | all draws |
/// | [`progress`](Self::progress), [`report_to`](Self::report_to) | bars on stderr if it is a terminal |
/// | [`save`](Self::save) | no files |
/// | [`save_warmup`](Self::save_warmup) | draws of warmup are discarded |
/// | [`checkpoint`](Self::checkpoint), [`resume`](Self::resume) | no checkpoint |
/// | [`on_draw`](Self::on_draw) | no function is called |
/// | [`interrupt`](Self::interrupt), [`deadline`](Self::deadline) | runs until all draws are made |
///
/// Settings are checked by [`run`](Self::run).
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let model = model! { mu |= normal(0.0, 1.0) };
/// let posterior = model.compile()?;
/// let nuts = posterior.nuts().chains(2).warmup(200).draws(100);
/// let fit = nuts.clone().seed(7).run()?;
/// assert_eq!(fit.draws(), nuts.clone().seed(7).threads(1).run()?.draws());
///
/// let error = nuts.target_accept(1.5).run().unwrap_err();
/// assert_eq!(error.to_string(), "the setting `target_accept` must be above 0 and below 1");
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter *Choosing a sampler, and reading its warnings* of the guide begins with a whole program.
#[derive(Clone)]
#[must_use = "nothing is sampled before `run`"]
pub struct Nuts<'a> {
    pub(super) target: &'a dyn Target,
    pub(super) settings: Settings,
    hooks: RunHooks<'a>,
    on_draw: Option<OnDraw<'a>>,
    /// The density that evaluates several points in one pass, for chains in lockstep.
    pub(super) together: Option<&'a dyn MultiPoint>,
}

impl<'a> Nuts<'a> {
    #[doc(hidden)]
    pub fn new(target: &'a dyn Target) -> Self {
        Self { target, settings: Settings::new(), hooks: RunHooks::default(), on_draw: None, together: None }
    }

    run_setters!('a, settings.run, hooks, "transition");

    setters! {
        /// The number of iterations of each chain that adapt step size and metric, and are then discarded;
        /// 1 000 by default: see [warmup](crate::sampling#warmup). With 0, the step size stays the guess
        /// that is made at the initial point.
        warmup(settings.run.chains.warmup: usize);

        /// The number of times that a trajectory may double, from 1 to 30: it has fewer than 2^`max_depth`
        /// leapfrog steps.
        max_depth(settings.max_depth: u32);

        /// The target of the mean acceptance probability, to which the step size is adapted, above 0 and
        /// below 1. A higher target is slower and diverges less. The acceptance after warmup is within a
        /// few hundredths of the target, where Stan reaches 0.87 to 0.92 for 0.8: a model without
        /// divergences in Stan may need 0.9 here.
        target_accept(settings.target_accept: f64);

        /// The form of the metric that is learned during warmup.
        metric(settings.metric: Metric);

        /// The fraction of the step size by which it varies uniformly from draw to draw after warmup, from
        /// 0 to below 1.
        step_jitter(settings.step_jitter: f64);

        /// Adapts the steps within each trajectory, as
        /// [WALNUTS](crate::sampling#steps-that-adapt-within-a-trajectory) does. The value is the largest
        /// change of the energy within a step: beyond it the step is halved, up to ten times. It must be
        /// above 0 and finite; 0.5 is usual. Use it for funnels and other posteriors whose scales differ
        /// from place to place, where a fixed step diverges; for other posteriors it only costs gradients.
        walnuts(settings.walnuts: f64);

        /// The bound of the initial points' unconstrained coordinates, which are uniform in
        /// ±`initial_radius`: finite and not negative.
        initial_radius(settings.starts.radius: f64);

        /// Sets whether the draws of warmup are kept in addition to the others, as Stan's setting of this
        /// name does: the fit has them as [`warmup_draws`](Fit::warmup_draws), and the store of
        /// [`save_zarr`](Self::save_zarr) as groups. It cannot be set together with a
        /// [`checkpoint`](Self::checkpoint).
        save_warmup(settings.save_warmup: bool);
    }

    /// Writes the draws to files while sampling, so that a run that is killed keeps its draws. The files
    /// are those of [`Fit::write_csv`], one per chain; they lack at most the draws of the last second, and
    /// fewer than the last 100.
    ///
    /// The first chain's file is `PREFIX_1.csv`, or `chain_1.csv` in `prefix` if that is a directory.
    /// Existing files are replaced. If a file cannot be written any more (the disk is full), sampling
    /// continues, and the summary has a [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
    ///
    /// A run that is [resumed](Self::resume) writes new files, with all draws.
    ///
    /// The chains of a killed run differ in length. ArviZ reads each file; to combine them, first cut all
    /// chains to the length of the shortest one.
    pub fn save(mut self, prefix: impl Into<PathBuf>) -> Self {
        self.settings.record.csv = Some(prefix.into());
        self
    }

    /// Writes the draws and their statistics to a [Zarr store](crate::sampling::Fit::to_zarr) while
    /// sampling. Other programs can read it at the same time, up to the draws of a second ago. Readers see
    /// whole draws, the same number of each chain, and a killed run leaves a store that opens.
    ///
    /// An existing store is replaced, also by a run that is [resumed](Self::resume), which writes all draws
    /// again. A chain that fails does not delay the others: the store continues without it, with NaN after
    /// its last draw, and the attribute `lost_chains` has its number. If the store cannot be written any
    /// more (the disk is full), sampling continues, and the summary has a
    /// [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    /// let store = std::env::temp_dir().join("monomorph-doc-live.zarr");
    /// let fit = posterior.nuts().chains(2).warmup(100).draws(50).seed(1).save_zarr(&store).run()?;
    /// assert_eq!(Draws::from_zarr(&store)?.column("mu")?, fit.draws().column("mu")?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[cfg(feature = "report")]
    pub fn save_zarr(mut self, store: impl Into<PathBuf>) -> Self {
        self.settings.record.zarr = Some(store.into());
        self
    }

    /// Calls a function with each draw after warmup, as soon as it is made.
    ///
    /// Chains call it from their threads, several at the same time; the draws of one chain come in their
    /// order. A chain waits until the function returns, and a panic in it ends the chain. In a run that is
    /// [resumed](Self::resume) it is called only with the draws after the last checkpoint, so draws made
    /// between that checkpoint and a kill reach it twice.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let posterior = model.compile()?;
    /// let positive = AtomicUsize::new(0);
    /// let count = |draw: &monomorph::sampling::Draw| {
    ///     positive.fetch_add(usize::from(draw.values[0] > 0.0), Ordering::Relaxed);
    /// };
    /// let fit = posterior.nuts().chains(2).warmup(100).draws(200).on_draw(count).run()?;
    /// let mu = fit.draws().column("mu")?;
    /// assert_eq!(positive.into_inner(), mu.as_slice().iter().filter(|mu| **mu > 0.0).count());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn on_draw(mut self, see: impl Fn(&Draw<'_>) + Send + Sync + 'a) -> Self {
        self.on_draw = Some(Arc::new(see));
        self
    }

    /// Runs the chains, and returns their draws with the statistics of the sampler.
    ///
    /// If a chain fails, the other chains continue: the fit has a
    /// [`Warning::ChainFailed`](crate::draws::Warning::ChainFailed) and the draws of the others. It is an
    /// error only if all chains fail.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`] and, for initial points, [`Error::LengthMismatch`].
    /// - [`Error::Empty`] if the posterior has no parameters.
    /// - [`Error::Io`] if a file of [`save`](Self::save) or [`checkpoint`](Self::checkpoint) cannot be
    ///   created, or the file of [`resume`](Self::resume) cannot be read.
    /// - [`Error::Checkpoint`] if the file of [`resume`](Self::resume) belongs to another run, is truncated
    ///   or was changed, and if [`checkpoint`](Self::checkpoint) would replace a file.
    /// - [`Error::NoInitialPoint`] if the only chain found no initial point, [`Error::Sampler`] if it
    ///   stopped or panicked, and [`Error::Chains`] if there are several chains and all failed.
    /// - [`Error::Interrupted`] if the run was [interrupted](Self::interrupt) before its first draw.
    pub fn run(self) -> Result<Fit, Error> {
        self.settings.check(self.target)?;
        super::run::run(self.target, self.together, self.settings, &self.hooks, self.on_draw.as_ref())
    }

    /// Runs the chains like [`run`](Self::run), but keeps no draw in memory: all draws are in the file of
    /// the [`checkpoint`](Self::checkpoint), which must be set, and are read from there, a variable at a
    /// time. So there may be far more draws than fit into memory.
    ///
    /// A chain keeps in memory only the draws since the last checkpoint, at most 64 MB.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run); [`Error::Io`] if the files cannot be written any more;
    /// [`Error::InvalidSetting`] with [`until`](Self::until) or [`save`](Self::save).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(3) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// # let folder = std::env::temp_dir().join(format!("monomorph-disk-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).expect("a folder");
    /// # let file = folder.join("run.mono");
    /// let saved = posterior.nuts().chains(2).warmup(100).draws(500).checkpoint(&file, 100).run_to_disk()?;
    /// println!("{}", saved.summary()?);
    /// let draws = saved.read(&["mu"])?;                        // no other variable comes into memory
    /// assert_eq!(draws.column("mu")?.as_slice().len(), 1000);
    ///
    /// let later = posterior.saved_draws(&file)?; // in another process, or of one that was killed
    /// assert_eq!(later.read(&["mu"])?, draws);
    /// # let _ = std::fs::remove_dir_all(folder);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn run_to_disk(mut self) -> Result<SavedDraws, Error> {
        self.settings.run.is_on_disk = true;
        self.settings.check(self.target)?;
        super::run::run_to_disk(self.target, self.together, self.settings, &self.hooks, self.on_draw.as_ref())
    }
}

impl fmt::Debug for Nuts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}
