//! [`Nuts`]: the settings of a run.

use super::fit::Fit;
use super::hooks::{Draw, Hooks};
use super::nuts::Metric;
use super::progress::Progress;
use super::saved_draws::SavedDraws;
use super::settings::Settings;
use super::target::Target;
use super::until::Until;
use crate::chains::setters;
use crate::checkpoint::Every;
use crate::draws::Draws as Sample;
use crate::error::Error;
use core::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The settings of a run of the No-U-Turn sampler, made by
/// [`Posterior::nuts`](crate::posterior::Posterior::nuts).
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
/// | [`step_jitter`](Self::step_jitter) | 0 |
/// | [`walnuts`](Self::walnuts) | steps of one length in a trajectory |
/// | [`initial_radius`](Self::initial_radius) | 2 |
/// | [`initial`](Self::initial), [`initial_points`](Self::initial_points), [`initial_draws`](Self::initial_draws) | drawn at random |
/// | [`threads`](Self::threads) | one per core, at most one per chain |
/// | [`until`](Self::until) | all draws |
/// | [`progress`](Self::progress), [`report_to`](Self::report_to) | bars on stderr if it is a terminal |
/// | [`save`](Self::save) | no files |
/// | [`checkpoint`](Self::checkpoint), [`resume`](Self::resume) | no checkpoint |
/// | [`on_draw`](Self::on_draw) | nobody looks |
/// | [`interrupt`](Self::interrupt) | runs to its end |
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
#[derive(Clone)]
#[must_use = "nothing is sampled before `run`"]
pub struct Nuts<'a> {
    target: &'a dyn Target,
    settings: Settings,
    hooks: Hooks<'a>,
}

impl<'a> Nuts<'a> {
    pub(super) fn new(target: &'a dyn Target) -> Self {
        Self { target, settings: Settings::new(), hooks: Hooks::default() }
    }

    setters! {
        /// The number of chains, at least 1. R-hat needs 2.
        chains(settings.chains.count: usize);

        /// The number of draws of each chain that adapt step size and metric, and are then forgotten: see
        /// [warmup](crate::sampling#warmup). Without any, the step size stays the guess made at the initial
        /// point.
        warmup(settings.chains.warmup: usize);

        /// The number of draws of each chain after warmup, at least 1.
        draws(settings.chains.draws: usize);

        /// The seed of the random numbers; see [reproducibility](crate::sampling#reproducibility).
        seed(settings.chains.seed: u64);

        /// How often a trajectory may double, from 1 to 30: it has fewer than 2^`max_depth` leapfrog steps.
        max_depth(settings.max_depth: u32);

        /// The mean acceptance probability that the step size is adapted to, above 0 and below 1. Higher is
        /// slower and diverges less. Draws after warmup come within a few hundredths of it, where Stan's have
        /// 0.87 to 0.92 for 0.8: who had no divergences there may need 0.9 here.
        target_accept(settings.target_accept: f64);

        /// The scales that are learned during warmup.
        metric(settings.metric: Metric);

        /// The part of the step size by which it varies uniformly from draw to draw after warmup, from 0 to
        /// below 1.
        step_jitter(settings.step_jitter: f64);

        /// Lets steps adapt within each trajectory, as
        /// [WALNUTS](crate::sampling#steps-that-adapt-within-a-trajectory) does: the energy may vary by up to
        /// this within a step, or the step is halved, up to ten times. Above 0 and finite; 0.5 is usual. For
        /// funnels and other posteriors whose scales differ from place to place, where a fixed step diverges;
        /// elsewhere it costs gradients.
        walnuts(settings.walnuts: f64);

        /// The bound of the initial points' unconstrained coordinates, which are uniform in
        /// ±`initial_radius`: finite and not negative.
        initial_radius(settings.initial_radius: f64);

        /// Whether to show progress bars on stderr. They are not shown when it is not a terminal.
        progress(settings.progress: bool);
    }

    /// The unconstrained point at which each chain begins: one point for each chain, or one for all chains.
    /// If no points are given, each chain begins at a random one.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// let q = posterior.unconstrain_named(&[("mu", &[0.5]), ("tau", &[1.0])])?;
    /// let fit = posterior.nuts().initial_points([q]).chains(2).warmup(100).draws(100).run()?;
    /// assert_eq!(fit.chains()[1].initial_point(), [0.5, 0.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial_points(mut self, points: impl IntoIterator<Item = Vec<f64>>) -> Self {
        self.settings.initial_points = points.into_iter().collect();
        self
    }

    /// The value of a parameter with which all chains begin, element after element. Parameters that are not
    /// named begin at random, or where [`initial_points`](Self::initial_points) or
    /// [`initial_draws`](Self::initial_draws) have them.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: vector(2), tau: positive() }
    /// let model = model! { mu |= normal(0.0, tau), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// let nuts = posterior.nuts().chains(2).warmup(100).draws(100);
    /// let fit = nuts.clone().initial("mu", [0.5, -0.5]).run()?;
    /// assert_eq!(fit.chains()[1].initial_point()[..2], [0.5, -0.5]);
    ///
    /// let error = nuts.initial("tau", [-1.0]).run().unwrap_err().to_string();
    /// assert!(error.contains("the parameter `tau` is -1, but must be finite and above its lower bound"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial(mut self, parameter: &str, value: impl Into<Vec<f64>>) -> Self {
        self.settings.initial.set(parameter, value.into());
        self
    }

    /// Lets each chain begin at a draw of another run, of this model or of one with parameters of the same
    /// names: chains take draws that are spread evenly over it, as many chains as it had the last draw of
    /// each. Parameters that it does not have begin at random.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let first = model! { mu |= normal(3.0, 1.0), tau |= half_normal(1.0) };
    /// let first = first.compile()?.nuts().chains(2).warmup(100).draws(50).run()?;
    /// let second = model! { mu |= normal(3.0, tau), tau |= half_normal(1.0) };
    /// let second = second.compile()?;
    /// let fit = second.nuts().chains(2).warmup(100).draws(50).initial_draws(first.draws()).run()?;
    /// let last = first.draws().get("mu")?.at(1, 49);
    /// assert_eq!(fit.chains()[1].initial_point()[..1], last.unwrap()[..]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial_draws(mut self, draws: &Sample) -> Self {
        self.settings.initial.set_draws(draws);
        self
    }

    /// How many chains run at the same time, at least 1. It does not change the draws.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = Some(threads);
        self
    }

    /// Writes the draws to files while sampling, so that a run which is killed keeps what it had: the same
    /// files as those of [`Fit::write_csv`], one per chain, complete to the draw of a second ago or to the
    /// last 100 draws.
    ///
    /// The first chain's file is `PREFIX_1.csv`, or `chain_1.csv` inside if `prefix` is a directory. Files
    /// that are there are replaced. If a file cannot be written to any more (the disk is full), sampling goes
    /// on, and the summary has a [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
    ///
    /// The chains of a killed run differ in length. ArviZ reads each file; to join them, cut the chains to
    /// the shortest first.
    pub fn save(mut self, prefix: impl Into<PathBuf>) -> Self {
        self.settings.save = Some(prefix.into());
        self
    }

    /// Tells somebody of the program's own how far the run is, in place of progress bars.
    pub fn report_to(mut self, progress: &'a dyn Progress) -> Self {
        self.hooks.progress = Some(progress);
        self
    }

    /// Stops when every element has as many effective draws as asked for, of its bulk and of its tails, over
    /// all chains, and an R-hat not above a bound. [`draws`](Self::draws) is then the most draws of each
    /// chain, and if these are not enough the summary has a
    /// [`Warning::NotReached`](crate::draws::Warning::NotReached).
    ///
    /// It is decided after 100 draws of each chain, and then each time when there are a quarter more, by the
    /// draws of all chains up to there, so the draws do not depend on the number of threads. A single chain
    /// has no R-hat, and what never changes has neither: they are no reason to go on.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    /// let fit = model.compile()?.nuts().warmup(300).draws(10_000).until(400.0, 1.01).seed(1).run()?;
    /// let summary = fit.summary();
    /// let mut rows = summary.rows().iter();
    /// assert!(rows.all(|row| row.ess_bulk >= 400.0 && row.ess_tail >= 400.0 && row.rhat <= 1.01));
    /// assert!(summary.draws_per_chain() < 1000);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn until(mut self, effective_draws: f64, r_hat: f64) -> Self {
        self.settings.until = Some(Until { ess: effective_draws, rhat: r_hat });
        self
    }

    /// Saves the run to a file from time to time, so that it can go on with [`resume`](Self::resume) after
    /// its process was killed.
    ///
    /// `every` is a number of transitions of each chain or a [`Duration`](std::time::Duration). The draws go
    /// to a file beside it, `PATH.draws`: see [`checkpoint`](crate::checkpoint). A file that is there already
    /// is not replaced, but an error; with [`resume`](Self::resume) of the same path beside it the run goes
    /// on if there is a file, and begins if there is none, so the same program may be started again and
    /// again.
    ///
    /// If the files cannot be written to any more (the disk is full), sampling goes on, and the summary has a
    /// [`Warning::NotSaved`](crate::draws::Warning::NotSaved).
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use std::time::Duration;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let posterior = model.compile()?;
    /// # let folder = std::env::temp_dir().join(format!("monomorph-both-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).expect("a folder");
    /// # let file = folder.join("run.mono");
    /// let nuts = posterior.nuts().chains(2).warmup(100).draws(200);
    /// let go_on = || nuts.clone().checkpoint(&file, Duration::from_secs(5)).resume(&file);
    /// let fit = go_on().run()?;
    /// assert_eq!(go_on().run()?.draws(), fit.draws());            // which is over already
    /// # let _ = std::fs::remove_dir_all(folder);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn checkpoint(mut self, path: impl Into<PathBuf>, every: impl Into<Every>) -> Self {
        self.settings.plan.checkpoint = Some((path.into(), every.into()));
        self
    }

    /// Goes on with the run that was saved to a file by [`checkpoint`](Self::checkpoint), and saves it
    /// further, every ten seconds unless `checkpoint` of the same path says otherwise.
    ///
    /// The draws are those of a run that was never stopped. All settings that draws depend on must be the
    /// same, but [`draws`](Self::draws) may be another number: with more the chains go on, also those of a
    /// run that was over, and with fewer the first ones are returned. The file of a run that is over stays.
    ///
    /// Files of [`save`](Self::save) are written anew, with all draws. [`on_draw`](Self::on_draw) sees the
    /// draws that are made from here on, so it may see the last ones before a kill twice.
    pub fn resume(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.plan.resume = Some(path.into());
        self
    }

    /// Calls a function with each draw after warmup, as soon as it is made.
    ///
    /// Chains call it from their threads, several at the same time; each chain's draws come in their order. A
    /// chain waits until the function returns, and a panic in it ends the chain.
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
        self.hooks.on_draw = Some(Arc::new(see));
        self
    }

    /// Stops the chains after their next transition when the flag becomes true, which another thread or the
    /// handler of a signal may do.
    ///
    /// The run then returns what it has as a fit, with a
    /// [`Warning::Interrupted`](crate::draws::Warning::Interrupted): the first draws of each chain, as many
    /// as the shortest one has; chains so short that all would keep fewer draws in this way are left out.
    /// Without any draw it returns [`Error::Interrupted`].
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let posterior = model.compile()?;
    /// let stop = AtomicBool::new(false);
    /// let enough = |draw: &monomorph::sampling::Draw| stop.store(draw.index == 49, Ordering::Relaxed);
    /// let nuts = posterior.nuts().chains(1).warmup(100).draws(1_000_000);
    /// let fit = nuts.on_draw(enough).interrupt(&stop).run()?;
    /// assert_eq!(fit.draws().draws_per_chain(), 50);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.hooks.interrupt = Some(flag);
        self
    }

    /// Runs the chains, and returns their draws with what the sampler says about them.
    ///
    /// A chain that fails leaves the others as they are: the fit has a
    /// [`Warning::ChainFailed`](crate::draws::Warning::ChainFailed) and the draws of the others. It is an
    /// error only if all chains fail.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`] and, for initial points, [`Error::LengthMismatch`].
    /// - [`Error::Empty`] if the posterior has no parameters.
    /// - [`Error::Io`] if a file of [`save`](Self::save) or [`checkpoint`](Self::checkpoint) cannot be
    ///   created, or that of [`resume`](Self::resume) not be read.
    /// - [`Error::Checkpoint`] if the file of [`resume`](Self::resume) belongs to another run, is cut off or
    ///   was changed, and if [`checkpoint`](Self::checkpoint) would replace a file.
    /// - [`Error::NoInitialPoint`] if the only chain found none, [`Error::Sampler`] if it stopped or
    ///   panicked, and [`Error::Chains`] if there are more and all of them failed.
    /// - [`Error::Interrupted`] if the run was [interrupted](Self::interrupt) before its first draw.
    pub fn run(self) -> Result<Fit, Error> {
        self.settings.check(self.target)?;
        super::run::run(self.target, self.settings, &self.hooks)
    }

    /// Runs the chains like [`run`](Self::run), but keeps no draw in memory: all stand in the file of the
    /// [`checkpoint`](Self::checkpoint), which must be set, and are read from there, a variable at a time. So
    /// there may be far more of them than memory has room for.
    ///
    /// A chain holds what it has drawn since the last checkpoint, and no more than 64 MB of it.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run); [`Error::Io`] if the files cannot be written to any more;
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
        self.settings.is_on_disk = true;
        self.settings.check(self.target)?;
        super::run::run_to_disk(self.target, self.settings, &self.hooks)
    }
}

impl fmt::Debug for Nuts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}
