//! [`Gibbs`]: a sampler with its settings, before it runs.

use super::block::Chosen;
use super::metropolis::Proposal;
use super::record::OnDraw;
use super::settings::GibbsSettings;
use crate::chains::{Initial, InitialValue, RunHooks, RunSettings, run_setters, setters};
use crate::draws::Draws;
use crate::error::Error;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use crate::sampling::{Metric, SavedDraws};
use crate::trace::{IntoVarName, text_of};
use monomorph_samplers::record::RecordSettings;

/// A Gibbs sampler of a posterior; [`Posterior::gibbs`] creates it.
#[must_use = "nothing is sampled before `run`"]
pub struct Gibbs<'a, M: BoundModel> {
    pub(super) posterior: &'a Posterior<M>,
    pub(super) run: RunSettings,
    pub(super) hooks: RunHooks<'a>,
    pub(super) record: RecordSettings,
    pub(super) on_draw: Option<OnDraw<'a>>,
    pub(super) initial: Initial,
    pub(super) overridden: Vec<(String, UpdateRule)>,
    pub(super) proposals: Vec<(String, Proposal<'a>)>,
    pub(super) blocks: Vec<Chosen<M>>,
    pub(super) metric: Metric,
    pub(super) target_accept: f64,
    pub(super) transitions: usize,
}

impl<M: BoundModel> Posterior<M> {
    /// Returns a Gibbs sampler, for models with discrete parameters and for models with conjugate pairs.
    ///
    /// A sweep updates each parameter once, by the rule that [`Gibbs::schedule`] shows. Parameters with a
    /// conjugate prior are drawn from their full conditional, discrete parameters by enumeration of their
    /// values, the states of a [`markov_chain`](crate::distribution::markov_chain()) all at once, and all
    /// other parameters together by the [No-U-Turn sampler](crate::sampling), which evaluates the statements
    /// that mention any of them.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let x = [-2.1, 1.9, 2.2, -1.8, 2.4];
    /// params! { w: simplex(2), mu: vector(2), z: vector(x.len()).category(2) }
    /// let model = model! {
    ///     w  |= dirichlet(0.5),
    ///     mu |= normal(0.0, 5.0),
    ///     z  |= categorical(w),
    ///     data(&x) |= normal(mu.at(z), 1.0),
    /// };
    /// let posterior = model.compile()?;
    /// println!("{}", posterior.gibbs().schedule());
    /// let draws = posterior.gibbs().chains(2).draws(500).seed(1).run()?;
    /// assert!(draws.column("z[1]")?.as_slice().iter().all(|z| *z == 0.0 || *z == 1.0));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn gibbs(&self) -> Gibbs<'_, M> {
        let GibbsSettings { metric, target_accept, transitions, .. } = GibbsSettings::default();
        Gibbs {
            posterior: self,
            run: RunSettings::default(),
            hooks: RunHooks::default(),
            record: RecordSettings::default(),
            on_draw: None,
            initial: Initial::default(),
            overridden: Vec::new(),
            proposals: Vec::new(),
            blocks: Vec::new(),
            metric,
            target_accept,
            transitions,
        }
    }
}

impl<'a, M: BoundModel> Gibbs<'a, M> {
    run_setters!('a, run, hooks, "sweep");

    setters! {
        /// The number of sweeps before the first draw; 1 000 by default. The No-U-Turn sampler adapts its
        /// steps and scales in them.
        warmup(run.chains.warmup: usize);

        /// The number of sweeps from one draw to the next; 1 by default.
        thin(run.thin: usize);

        /// The scales that the No-U-Turn sampler learns during warmup.
        metric(metric: Metric);

        /// The mean acceptance probability that the steps of the No-U-Turn sampler are adapted to, above 0
        /// and below 1; 0.8 by default.
        target_accept(target_accept: f64);

        /// The number of transitions of the No-U-Turn sampler in each sweep after warmup, for each block; 1
        /// by default. More transitions are efficient if a sweep takes most of its time in other updates.
        transitions(transitions: usize);
    }

    /// Sets the initial value of a parameter for all chains, element by element, discrete or not. Parameters
    /// without an initial value begin at random.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0), z: vector(3).binary() }
    /// let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
    /// let posterior = model.compile()?;
    /// let draws = posterior.gibbs().initial(z, [0.0, 1.0, 1.0]).initial(p, 0.5).chains(1).run()?;
    /// let error = posterior.gibbs().initial("z", [0.0, 1.0, 2.0]).run().unwrap_err();
    /// assert!(error.to_string().contains("`z`: element 2 is 2"), "{error}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial(mut self, parameter: impl IntoVarName, value: impl InitialValue) -> Self {
        self.initial.set(&text_of(parameter), value.into_elements());
        self
    }

    /// Starts each chain at a draw of another run, of this model or of a model with parameters of the same
    /// names: chains take evenly spread draws of that run, or its last draws if it had as many chains.
    /// Parameters that it does not contain begin at random.
    pub fn initial_draws(mut self, draws: &Draws) -> Self {
        self.initial.set_draws(draws);
        self
    }

    /// Runs the chains and returns their draws.
    ///
    /// A chain that fails does not affect the others: the draws are those of the other chains, and their
    /// [`warnings`](Draws::warnings) contain a [`Warning::ChainFailed`](crate::draws::Warning::ChainFailed).
    /// It is an error only if all chains fail.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`], also for a rule that a parameter cannot have; [`Error::UnknownName`] for
    ///   a chosen rule of a parameter that does not exist.
    /// - [`Error::NoInitialPoint`]; [`Error::ImproperConditional`] if a full conditional is not a
    ///   distribution, as under a flat prior without data; [`Error::Sampler`] for a panic; [`Error::Chains`]
    ///   if there are several chains, and all of them failed in different ways.
    /// - [`Error::Io`] and [`Error::Checkpoint`] for the files of a checkpoint, or of [`save`](Self::save).
    /// - [`Error::Interrupted`] if the run was [interrupted](Self::interrupt) before its first draw.
    pub fn run(self) -> Result<Draws, Error> {
        self.check()?;
        super::run::run(&self)
    }

    /// Runs the chains like [`run`](Self::run), but keeps no draw in memory: all draws are written to the
    /// file of the [`checkpoint`](Self::checkpoint), which must be set, and are read from it, one variable
    /// at a time. A chain holds its draws since the last checkpoint in memory, at most 64 MB of them.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run); [`Error::Io`] if the files can no longer be written;
    /// [`Error::InvalidSetting`] with [`until`](Self::until) or [`save`](Self::save).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0), z: vector(3).binary() }
    /// let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
    /// let posterior = model.compile()?;
    /// # let folder = std::env::temp_dir().join(format!("monomorph-gibbs-disk-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).expect("a folder");
    /// # let file = folder.join("run.mono");
    /// let saved = posterior.gibbs().chains(2).warmup(10).draws(100).checkpoint(&file, 50).run_to_disk()?;
    /// assert_eq!(saved.read(&["p"])?.column("p")?.as_slice().len(), 200);
    /// # let _ = std::fs::remove_dir_all(folder);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn run_to_disk(mut self) -> Result<SavedDraws, Error> {
        self.run.is_on_disk = true;
        self.check()?;
        super::run::run_to_disk(&self)
    }
}
