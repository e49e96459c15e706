//! [`Gibbs`]: a sampler with its settings, before it runs.

use super::block::{Chosen, Kernels};
use super::metropolis::Proposal;
use super::schedule::{Schedule, Step};
use super::site::ParameterSites;
use crate::chains::{Chains, Initial, setters};
use crate::checkpoint::{Every, Plan};
use crate::draws::Draws;
use crate::error::Error;
use crate::model::conjugacy::Rule;
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::posterior::Posterior;
use crate::sampling::{Metric, SavedDraws};
use crate::trace::interned;
use rand::Rng;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A Gibbs sampler of a posterior; made by [`Posterior::gibbs`].
pub struct Gibbs<'a, M: BoundModel> {
    pub(super) posterior: &'a Posterior<M>,
    pub(super) chains: Chains,
    pub(super) initial: Initial,
    pub(super) thin: usize,
    pub(super) overridden: Vec<(String, Rule)>,
    pub(super) proposals: Vec<(String, Proposal<'a>)>,
    pub(super) blocks: Vec<Chosen<M>>,
    pub(super) metric: Metric,
    pub(super) target_accept: f64,
    pub(super) transitions: usize,
    pub(super) plan: Plan,
    pub(super) interrupt: Option<&'a AtomicBool>,
    /// True if draws stand in the file of the checkpoint alone.
    pub(super) is_on_disk: bool,
}

/// Does not compile unless the model has all of the list as continuous parameters.
#[track_caller]
const fn assert_continuous<M: BoundModel, Listed: Variables>() {
    VarSet::complain(Listed::SET.first_common(&M::HELD), "has a value, so there is nothing to move").refuse();
    VarSet::complain(Listed::SET.first_common(&M::SUMMED), "is marginalised, so there is nothing to move")
        .refuse();
    VarSet::complain(Listed::SET.first_missing(&M::LHS), "is no parameter of the model").refuse();
    let is_discrete = M::KINDS.common(&Listed::SET).first_discrete();
    VarSet::complain(is_discrete, "is discrete, and no gradient can move it").refuse();
}

impl<M: BoundModel> Posterior<M> {
    /// A Gibbs sampler, for models with discrete parameters and for those with conjugate pairs.
    ///
    /// A sweep updates each parameter once, by the rule that [`Gibbs::schedule`] tells. Parameters with a
    /// conjugate prior are drawn from their full conditional, discrete ones by listing their values, the
    /// states of a [`markov_chain`](crate::distribution::markov_chain()) all at once, and all others together
    /// by the [No-U-Turn sampler](crate::sampling), whose gradients are those of the statements that mention
    /// any of them.
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
        Gibbs {
            posterior: self,
            chains: Chains::with_warmup(1000),
            initial: Initial::default(),
            thin: 1,
            overridden: Vec::new(),
            proposals: Vec::new(),
            blocks: Vec::new(),
            metric: Metric::Diagonal,
            target_accept: 0.8,
            transitions: 1,
            plan: Plan::default(),
            interrupt: None,
            is_on_disk: false,
        }
    }
}

impl<'a, M: BoundModel> Gibbs<'a, M> {
    setters! {
        /// The number of chains; 4 by default.
        chains(chains.count: usize);

        /// The number of sweeps before the first draw; 1 000 by default. The No-U-Turn sampler finds its
        /// steps and scales in them.
        warmup(chains.warmup: usize);

        /// The number of draws of each chain; 1 000 by default.
        draws(chains.draws: usize);

        /// The number of sweeps from one draw to the next; 1 by default.
        thin(thin: usize);

        /// The seed of all random numbers; 0 by default. A seed gives equal draws on all machines with one
        /// instruction set.
        seed(chains.seed: u64);

        /// The scales that the No-U-Turn sampler learns during warmup.
        metric(metric: Metric);

        /// The mean acceptance probability that the steps of the No-U-Turn sampler are adapted to, above 0
        /// and below 1; 0.8 by default.
        target_accept(target_accept: f64);

        /// The number of transitions of the No-U-Turn sampler in each sweep after warmup, of each block; 1 by
        /// default. More pay where a sweep takes most of its time elsewhere.
        transitions(transitions: usize);
    }

    /// The value of a parameter with which all chains begin, element after element, discrete or not.
    /// Parameters that are not named begin at random.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0), z: vector(3).binary() }
    /// let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
    /// let posterior = model.compile()?;
    /// let draws = posterior.gibbs().initial("z", [0.0, 1.0, 1.0]).initial("p", [0.5]).chains(1).run()?;
    /// let error = posterior.gibbs().initial("z", [0.0, 1.0, 2.0]).run().unwrap_err();
    /// assert!(error.to_string().contains("`z`: element 2 is 2"), "{error}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial(mut self, parameter: &str, value: impl Into<Vec<f64>>) -> Self {
        self.initial.set(parameter, value.into());
        self
    }

    /// Lets each chain begin at a draw of another run, of this model or of one with parameters of the same
    /// names: chains take draws that are spread evenly over it, as many chains as it had the last draw of
    /// each. Parameters that it does not have begin at random.
    pub fn initial_draws(mut self, draws: &Draws) -> Self {
        self.initial.set_draws(draws);
        self
    }

    /// Moves some parameters together by the No-U-Turn sampler, whatever their own rules are, and no others
    /// with them. Its gradients are those of the statements that mention any of them. There may be several
    /// blocks, and a parameter may stand in more than one.
    ///
    /// Names are given as types, one or a tuple of at most eight. What is no continuous parameter of the
    /// model does not compile.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real(), sigma: positive(), level: real() }
    /// let model = model! {
    ///     level |= normal(0.0, 10.0),
    ///     mu    |= normal(level, 1.0),                // a conjugate pair
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let posterior = model.compile()?;
    /// let gibbs = posterior.gibbs().block::<(mu, sigma)>();
    /// println!("{}", gibbs.schedule());
    /// let draws = gibbs.chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert!((draws.column("mu")?.mean() - 0.8).abs() < 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn block<Moved: Variables>(mut self) -> Self {
        const { assert_continuous::<M, Moved>() }
        let set = const { &Moved::SET };
        for place in 0..set.len() {
            self.overridden.push((set.get(place).name().to_owned(), Rule::Block));
        }
        self.blocks.push(Chosen { set, kernels: Kernels::of::<Moved>() });
        self
    }

    /// Updates a continuous parameter by slice sampling, whatever its own rule is. A discrete one is an error
    /// of [`run`](Self::run).
    pub fn slice(mut self, parameter: &str) -> Self {
        self.overridden.push((parameter.to_owned(), Rule::Slice));
        self
    }

    /// Updates a parameter by Metropolis–Hastings steps. The proposal is given the parameter's values and
    /// gives others, with log q(back) − log q(forth), which is 0 if it is symmetric; what is outside the
    /// support is refused.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::rand::RngExt;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= student_t(3.0, 0.0, 1.0) }.compile()?;
    /// let walk = |mu: &[f64], rng: &mut dyn monomorph::rand::Rng| {
    ///     (vec![mu[0] + rng.random_range(-2.0..2.0)], 0.0)
    /// };
    /// let draws = posterior.gibbs().proposal("mu", walk).chains(1).draws(500).run()?;
    /// assert!(draws.column("mu")?.mean().abs() < 1.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn proposal(
        mut self,
        parameter: &str,
        propose: impl Fn(&[f64], &mut dyn Rng) -> (Vec<f64>, f64) + Sync + 'a,
    ) -> Self {
        self.overridden.push((parameter.to_owned(), Rule::Proposal));
        self.proposals.push((parameter.to_owned(), Box::new(propose)));
        self
    }

    /// Saves the run to a file from time to time, so that it can go on with [`resume`](Self::resume) after
    /// its process was killed.
    ///
    /// `every` is a number of sweeps of each chain or a [`Duration`](std::time::Duration). It is as for
    /// [`Nuts::checkpoint`](crate::sampling::Nuts::checkpoint): see [`checkpoint`](crate::checkpoint).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0), z: vector(3).binary() }
    /// let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
    /// let posterior = model.compile()?;
    /// # let folder = std::env::temp_dir().join(format!("monomorph-gibbs-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).expect("a folder");
    /// # let file = folder.join("run.mono");
    /// let gibbs = || posterior.gibbs().chains(2).warmup(10).seed(1);
    /// gibbs().draws(100).checkpoint(&file, 50).run()?;            // every 50 sweeps of each chain
    /// let draws = gibbs().draws(150).resume(&file).run()?; // the 100 draws of each chain, and 50 more
    /// assert_eq!(draws, gibbs().draws(150).run()?);
    /// # let _ = std::fs::remove_dir_all(folder);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn checkpoint(mut self, path: impl Into<PathBuf>, every: impl Into<Every>) -> Self {
        self.plan.checkpoint = Some((path.into(), every.into()));
        self
    }

    /// Goes on with the run that was saved to a file by [`checkpoint`](Self::checkpoint), and saves it
    /// further, every ten seconds unless `checkpoint` of the same path says otherwise.
    ///
    /// The draws are those of a run that was never stopped. All settings that draws depend on must be the
    /// same, but [`draws`](Self::draws) may be another number. What a [`proposal`](Self::proposal) does is
    /// not known to the file, so it is not compared.
    pub fn resume(mut self, path: impl Into<PathBuf>) -> Self {
        self.plan.resume = Some(path.into());
        self
    }

    /// Stops the chains after their next sweep when the flag becomes true, which another thread or the
    /// handler of a signal may do.
    ///
    /// The run then returns the draws that it has, with a
    /// [`Warning::Interrupted`](crate::draws::Warning::Interrupted) among their
    /// [`warnings`](Draws::warnings): the first draws of each chain, as many as the shortest one has; chains
    /// so short that all would keep fewer draws in this way are left out. Without any draw it returns
    /// [`Error::Interrupted`].
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// The schedule of a sweep: how each parameter is updated, and in which order.
    pub fn schedule(&self) -> Schedule {
        let sites = ParameterSites::of(self.posterior.model());
        Schedule { steps: sites.0.iter().map(|site| self.step(site.name(), site.rule())).collect() }
    }

    pub(super) fn step(&self, name: &'static str, rule: Rule) -> Step {
        let chosen = self.overridden.iter().rev().find(|(chosen, _)| chosen == name);
        Step { name, rule: chosen.map_or(rule, |(_, rule)| *rule) }
    }

    /// Runs the chains and returns their draws.
    ///
    /// A chain that fails leaves the others as they are: the draws are those of the others, and their
    /// [`warnings`](Draws::warnings) have a [`Warning::ChainFailed`](crate::draws::Warning::ChainFailed). It
    /// is an error only if all chains fail.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`], of a rule as well that a parameter cannot have; [`Error::UnknownName`] of
    ///   a parameter whose rule was chosen.
    /// - [`Error::NoInitialPoint`]; [`Error::ImproperConditional`] where a full conditional is no
    ///   distribution, as under a flat prior without data; [`Error::Sampler`] of a panic; [`Error::Chains`]
    ///   if there are more chains than one, and all of them failed in different ways.
    /// - [`Error::Io`] and [`Error::Checkpoint`] of the files of a checkpoint.
    /// - [`Error::Interrupted`] if the run was [interrupted](Self::interrupt) before its first draw.
    pub fn run(self) -> Result<Draws, Error> {
        self.check()?;
        super::run::run(&self)
    }

    /// Runs the chains like [`run`](Self::run), but keeps no draw in memory: all stand in the file of the
    /// [`checkpoint`](Self::checkpoint), which must be set, and are read from there, a variable at a time. A
    /// chain holds what it has drawn since the last checkpoint, and no more than 64 MB of it.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run); [`Error::Io`] if the files cannot be written to any more.
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
        self.is_on_disk = true;
        self.check()?;
        super::run::run_to_disk(&self)
    }

    /// An error if a setting cannot be, or names no parameter.
    fn check(&self) -> Result<(), Error> {
        self.chains.check()?;
        let is_probability = self.target_accept > 0.0 && self.target_accept < 1.0;
        let rules = [
            ("thin", self.thin > 0, "be at least 1"),
            ("transitions", self.transitions > 0, "be at least 1"),
            ("target_accept", is_probability, "be above 0 and below 1"),
            ("checkpoint", !self.is_on_disk || self.plan.path().is_some(), "tell the file that draws go to"),
        ];
        let broken = rules.into_iter().chain(self.plan.rules()).find(|(_, holds, _)| !holds);
        if let Some((setting, _, rule)) = broken {
            return Err(Error::InvalidSetting { setting, rule });
        }
        let sites = ParameterSites::of(self.posterior.model());
        for (name, rule) in &self.overridden {
            let Some(site) = sites.0.iter().find(|site| site.name() == name) else {
                let known = sites.0.iter().map(|site| site.name().to_owned()).collect();
                return Err(Error::UnknownName { name: name.clone(), known });
            };
            if *rule == Rule::Slice && is_discrete(site.rule()) {
                let rule = format!(
                    "be given continuous parameters, and `{name}` is discrete: it is drawn by its own rule, “{}”",
                    site.rule()
                );
                return Err(Error::InvalidSetting { setting: "slice", rule: interned(&rule) });
            }
        }
        Ok(())
    }
}

/// True for the rules of discrete parameters.
fn is_discrete(rule: Rule) -> bool {
    matches!(rule, Rule::Enumerate | Rule::OneByOne | Rule::ForwardBackward)
}
