//! The sampler: settings, chains, and one sweep after the other.

use super::Rule;
use super::block::{self, Block, Chosen, Kernels};
use super::metropolis::{self, Proposal};
use super::schedule::{Schedule, Step};
use super::site::{ParameterSites, Site};
use super::state::State;
use crate::chains::{self, Chains, Initial, setters};
use crate::draws::Draws;
use crate::error::Error;
use crate::name::{VarSet, Variables};
use crate::posterior::Posterior;
use crate::sampling::Metric;
use crate::statement::BoundModel;
use rand::{Rng, RngExt};

/// The number of random initial points that are tried, as in Stan.
const ATTEMPTS: usize = 100;

/// A Gibbs sampler of a posterior; made by [`Posterior::gibbs`].
pub struct Gibbs<'a, M: BoundModel> {
    posterior: &'a Posterior<M>,
    chains: Chains,
    initial: Initial,
    thin: usize,
    overridden: Vec<(String, Rule)>,
    proposals: Vec<(String, Proposal<'a>)>,
    blocks: Vec<Chosen<M>>,
    metric: Metric,
    target_accept: f64,
    transitions: usize,
}

/// Does not compile unless the model has all of the list as continuous parameters.
#[track_caller]
const fn assert_continuous<M: BoundModel, Listed: Variables>() {
    VarSet::complain(Listed::SET.first_missing(&M::LHS), "is no parameter of the model").refuse();
    let is_discrete = M::KINDS.common(&Listed::SET).first_discrete();
    VarSet::complain(is_discrete, "is discrete, and no gradient can move it").refuse();
}

/// How one parameter is updated, found before the first sweep.
enum Update<'p> {
    Rule(Rule),
    Proposal(&'p Proposal<'p>),
}

impl<M: BoundModel> Posterior<M> {
    /// A Gibbs sampler, for models with discrete parameters and for those with conjugate pairs.
    ///
    /// A sweep updates each parameter once, by the rule that [`Gibbs::schedule`] tells. Parameters with a conjugate prior are
    /// drawn from their full conditional, discrete ones by listing their values, the states of a
    /// [`markov_chain`](crate::distribution::markov_chain()) all at once, and all others together by the
    /// [No-U-Turn sampler](crate::sampling), whose gradients are those of the statements that mention any of them.
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

        /// The mean acceptance probability that the steps of the No-U-Turn sampler are adapted to, above 0 and below 1; 0.8 by default.
        target_accept(target_accept: f64);

        /// The number of transitions of the No-U-Turn sampler in each sweep after warmup, of each block; 1 by default. More pay where a sweep
        /// takes most of its time elsewhere.
        transitions(transitions: usize);
    }

    /// The value of a parameter with which all chains begin, element after element, discrete or not. Parameters that are not named begin at
    /// random.
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

    /// Lets each chain begin at a draw of another run, of this model or of one with parameters of the same names: chains take draws
    /// that are spread evenly over it, as many chains as it had the last draw of each. Parameters that it does not have begin at random.
    pub fn initial_draws(mut self, draws: &Draws) -> Self {
        self.initial.set_draws(draws);
        self
    }

    /// Moves some parameters together by the No-U-Turn sampler, whatever their own rules are, and no others with them. Its gradients
    /// are those of the statements that mention any of them. There may be several blocks, and a parameter may stand in more than one.
    ///
    /// Names are given as types, one or a tuple of at most eight. What is no continuous parameter of the model does not compile.
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

    /// Updates a continuous parameter by slice sampling, whatever its own rule is.
    pub fn slice(mut self, parameter: &str) -> Self {
        self.overridden.push((parameter.to_owned(), Rule::Slice));
        self
    }

    /// Updates a parameter by Metropolis–Hastings steps. The proposal is given the parameter's values and gives others, with
    /// log q(back) − log q(forth), which is 0 if it is symmetric; what is outside the support is refused.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::rand::RngExt;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= student_t(3.0, 0.0, 1.0) }.compile()?;
    /// let walk = |mu: &[f64], rng: &mut dyn monomorph::rand::Rng| (vec![mu[0] + rng.random_range(-2.0..2.0)], 0.0);
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

    /// The schedule of a sweep: how each parameter is updated, and in which order.
    pub fn schedule(&self) -> Schedule {
        let sites = ParameterSites::of(self.posterior.model());
        Schedule { steps: sites.0.iter().map(|site| self.step(site.name(), site.rule())).collect() }
    }

    fn step(&self, name: &'static str, rule: Rule) -> Step {
        let is_discrete = matches!(rule, Rule::Enumerate | Rule::OneByOne | Rule::ForwardBackward);
        let applies = |rule: Rule| !is_discrete || rule == Rule::Proposal;
        let chosen = self.overridden.iter().rev().find(|(chosen, rule)| chosen == name && applies(*rule));
        Step { name, rule: chosen.map_or(rule, |(_, rule)| *rule) }
    }

    /// Runs the chains and returns their draws.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`]; [`Error::UnknownName`] of a parameter whose rule was chosen; [`Error::NoInitialPoint`];
    /// [`Error::ImproperConditional`] where a full conditional is no distribution, as under a flat prior without data.
    pub fn run(self) -> Result<Draws, Error> {
        self.chains.check()?;
        let is_probability = self.target_accept > 0.0 && self.target_accept < 1.0;
        let rules = [
            ("thin", self.thin > 0, "be at least 1"),
            ("transitions", self.transitions > 0, "be at least 1"),
            ("target_accept", is_probability, "be above 0 and below 1"),
        ];
        if let Some((setting, _, rule)) = rules.into_iter().find(|(_, holds, _)| !holds) {
            return Err(Error::InvalidSetting { setting, rule });
        }
        let sites = ParameterSites::of(self.posterior.model());
        for (name, _) in &self.overridden {
            if !sites.0.iter().any(|site| site.name() == name) {
                let known = sites.0.iter().map(|site| site.name().to_owned()).collect();
                return Err(Error::UnknownName { name: name.clone(), known });
            }
        }
        let updates: Vec<Update<'_>> = sites.0.iter().map(|site| self.update_of(&**site)).collect();
        let chains = chains::run("gibbs", self.chains.threads(), 0..self.chains.count, |_, chain| {
            self.run_chain(&sites, &updates, chain)
        });
        self.chains.gather(self.posterior.variables(), &chains.into_iter().collect::<Result<Vec<_>, _>>()?)
    }

    /// How a parameter is updated.
    fn update_of(&self, site: &dyn Site<M>) -> Update<'_> {
        match self.step(site.name(), site.rule()).rule {
            Rule::Proposal => {
                let newest = self.proposals.iter().rev().find(|(name, _)| name == site.name());
                newest.map_or(Update::Rule(site.rule()), |(_, proposal)| Update::Proposal(proposal))
            }
            rule => Update::Rule(rule),
        }
    }

    /// One chain's draws, each with all values.
    fn run_chain(
        &self,
        sites: &ParameterSites<M>,
        updates: &[Update<'_>],
        chain: usize,
    ) -> Result<Vec<f64>, Error> {
        let Chains { warmup, draws, .. } = self.chains;
        let rng: &mut dyn Rng = &mut self.chains.rng(chain);
        let mut state = self.start(sites, chain, rng)?;
        let has_definitions = self.posterior.layout_variables().iter().any(|variable| variable.is_defined);
        let mut blocks = self.blocks(sites, updates, chain)?;
        let mut drawn = Vec::with_capacity(self.posterior.value_count() * draws);
        for sweep in 0..warmup + draws * self.thin {
            for (site, update) in sites.0.iter().zip(updates) {
                match update {
                    Update::Proposal(proposal) => metropolis::update(&**site, &mut state, proposal, rng)?,
                    Update::Rule(rule) => site.update(&mut state, *rule, rng)?,
                }
            }
            for block in &mut blocks {
                block.update(&mut state, sweep, rng)?;
            }
            if sweep >= warmup && (sweep - warmup).is_multiple_of(self.thin) {
                if has_definitions {
                    self.posterior.define(&state.point, &mut state.workspace)?;
                }
                for variable in self.posterior.layout_variables() {
                    drawn.extend_from_slice(state.workspace.values_mut(variable.slot.0, variable.size()));
                }
            }
        }
        Ok(drawn)
    }

    /// The parameters without a conjugate pair as a block, and the blocks that were chosen.
    fn blocks(
        &self,
        sites: &ParameterSites<M>,
        updates: &[Update<'_>],
        chain: usize,
    ) -> Result<Vec<Block<M>>, Error> {
        let is_moving = |update: &Update<'_>| matches!(update, Update::Rule(Rule::Hamiltonian));
        let moving = sites.0.iter().zip(updates).filter(|(_, update)| is_moving(update));
        let moving: Vec<&'static str> = moving.map(|(site, _)| site.name()).collect();
        let chosen = self.blocks.iter().map(|Chosen { set, kernels }| {
            ((0..set.len()).map(|place| set.get(place).name()).collect(), *kernels)
        });
        let unpaired = Kernels::of_unpaired(&moving).map(|kernels| (moving, kernels));
        let settings = block::Settings {
            metric: self.metric,
            target_accept: self.target_accept,
            transitions: self.transitions,
            warmup: self.chains.warmup,
        };
        let make = |(names, kernels): (Vec<&'static str>, Kernels<M>)| {
            let own = sites.0.iter().filter(|site| names.contains(&site.name()));
            let places = own.map(|site| site.coordinates()).filter(|places| !places.is_empty()).collect();
            (places, kernels)
        };
        let blocks = unpaired.into_iter().chain(chosen).map(make);
        let blocks = blocks.filter(|(places, _): &(Vec<_>, _)| !places.is_empty());
        let new = |(places, kernels)| {
            let reason = "there is no memory for it".to_owned();
            Block::new(self.posterior, kernels, places, settings).ok_or(Error::Sampler { chain, reason })
        };
        blocks.map(new).collect()
    }

    /// A state with a finite log density.
    fn start(
        &self,
        sites: &ParameterSites<M>,
        chain: usize,
        rng: &mut dyn Rng,
    ) -> Result<State<'_, M>, Error> {
        let posterior = self.posterior;
        let point = vec![0.0; posterior.dimension()];
        let unread = point.clone();
        let mut state = State { posterior, workspace: posterior.workspace(), point, unread };
        let parameters: Vec<&str> = sites.0.iter().map(|site| site.name()).collect();
        for _ in 0..ATTEMPTS {
            for site in &sites.0 {
                site.start(&mut state, rng)?;
            }
            state.point.iter_mut().for_each(|q| *q = 4.0 * rng.random::<f64>() - 2.0);
            self.initial.apply((chain, self.chains.count), &parameters, |name, values| {
                posterior.place(name, values, &mut state.point, &mut state.workspace)
            })?;
            if posterior.along::<crate::scope::Value>(&state.point, &mut state.workspace).is_finite() {
                return Ok(state);
            }
        }
        Err(Error::NoInitialPoint {
            chain,
            attempts: ATTEMPTS,
            reason: posterior.flaw(&state.point, &mut state.workspace).map_or_else(
                || "the log density was −∞".to_owned(),
                |flaw| {
                    format!(
                        "{flaw}; give initial values inside the supports of all distributions with `initial`"
                    )
                },
            ),
        })
    }
}
