//! The methods of [`Gibbs`] that choose the rule by which a parameter is updated.

use super::block::{Chosen, Kernels};
use super::builder::Gibbs;
use super::schedule::{Schedule, ScheduledUpdate};
use super::site::ParameterSites;
use crate::chains::check_rules;
use crate::error::Error;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::trace::{IntoVarName, interned, text_of};
use rand::Rng;

/// Does not compile unless every parameter of the list is a continuous parameter of the model.
#[track_caller]
const fn assert_continuous<M: BoundModel, Listed: Variables>() {
    VarSet::complain(Listed::SET.first_common(M::FACTS.held), "has a value, so there is nothing to move")
        .refuse();
    VarSet::complain(
        Listed::SET.first_common(M::FACTS.summed),
        "is marginalised, so there is nothing to move",
    )
    .refuse();
    VarSet::complain(Listed::SET.first_missing(M::FACTS.lhs), "is no parameter of the model").refuse();
    let is_discrete = M::FACTS.kinds.common(&Listed::SET).first_discrete();
    VarSet::complain(is_discrete, "is discrete, and no gradient can move it").refuse();
}

impl<'a, M: BoundModel> Gibbs<'a, M> {
    /// Moves some parameters together by the No-U-Turn sampler, instead of their own rules, and no other
    /// parameters with them. The gradients evaluate the statements that mention any of these parameters.
    /// There may be several blocks, and a parameter may be in more than one of them.
    ///
    /// Names are given as types, one or a tuple of at most eight. A name that is not a continuous parameter
    /// of the model does not compile.
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
            self.overridden.push((set.get(place).name().to_owned(), UpdateRule::Block));
        }
        self.blocks.push(Chosen { set, kernels: Kernels::of::<Moved>() });
        self
    }

    /// Updates a continuous parameter by slice sampling, instead of its own rule. For a discrete parameter,
    /// [`run`](Self::run) returns an error.
    pub fn slice(mut self, parameter: impl IntoVarName) -> Self {
        self.overridden.push((text_of(parameter), UpdateRule::Slice));
        self
    }

    /// Updates a parameter by Metropolis–Hastings steps. The proposal receives the parameter's values and
    /// returns new values, with log q(back) − log q(forth), which is 0 if it is symmetric; new values
    /// outside the support are rejected.
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
        parameter: impl IntoVarName,
        propose: impl Fn(&[f64], &mut dyn Rng) -> (Vec<f64>, f64) + Send + Sync + 'a,
    ) -> Self {
        let parameter = text_of(parameter);
        self.overridden.push((parameter.clone(), UpdateRule::Proposal));
        self.proposals.push((parameter, Box::new(propose)));
        self
    }

    /// Returns the schedule of a sweep: the rule by which each parameter is updated, in order.
    pub fn schedule(&self) -> Schedule {
        let sites = ParameterSites::of(self.posterior.model());
        Schedule { steps: sites.0.iter().map(|site| self.step(site.name(), site.rule())).collect() }
    }

    pub(super) fn step(&self, name: &'static str, rule: UpdateRule) -> ScheduledUpdate {
        let chosen = self.overridden.iter().rev().find(|(chosen, _)| chosen == name);
        ScheduledUpdate { name, rule: chosen.map_or(rule, |(_, rule)| *rule) }
    }

    /// Returns an error if a setting is invalid, or names a parameter that does not exist.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.run.check()?;
        let is_probability = self.target_accept > 0.0 && self.target_accept < 1.0;
        check_rules([
            self.record.rule(self.run.is_on_disk),
            ("transitions", self.transitions > 0, "be at least 1"),
            ("target_accept", is_probability, "be above 0 and below 1"),
        ])?;
        let sites = ParameterSites::of(self.posterior.model());
        for (name, rule) in &self.overridden {
            let Some(site) = sites.0.iter().find(|site| site.name() == name) else {
                let known = sites.0.iter().map(|site| site.name().to_owned()).collect();
                return Err(Error::UnknownName { name: name.clone(), known });
            };
            if *rule == UpdateRule::Slice && is_discrete(site.rule()) {
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

/// Returns true for the rules of discrete parameters.
fn is_discrete(rule: UpdateRule) -> bool {
    matches!(rule, UpdateRule::Enumerate | UpdateRule::OneByOne | UpdateRule::ForwardBackward)
}
