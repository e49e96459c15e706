//! The updates of a sweep: sites in order, each with its update, and then blocks.

use super::block::{Block, Chosen, Kernels};
use super::builder::Gibbs;
use super::metropolis::Proposal;
use super::site::{ParameterSites, Site};
use super::state::State;
use super::{block, metropolis};
use crate::error::Error;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use rand::Rng;

/// The update of one parameter, determined before the first sweep.
enum Update<'a> {
    Rule(UpdateRule),
    Proposal(&'a Proposal<'a>),
}

/// The sites of a sampler's parameters, with their updates.
pub(super) struct Sweep<'a, M: BoundModel> {
    pub gibbs: &'a Gibbs<'a, M>,
    pub sites: ParameterSites<M>,
    updates: Vec<Update<'a>>,
}

impl<'a, M: BoundModel> Sweep<'a, M> {
    pub fn of(gibbs: &'a Gibbs<'a, M>) -> Self {
        let sites = ParameterSites::of(gibbs.posterior.model());
        let update = |site: &dyn Site<M>| match gibbs.step(site.name(), site.rule()).rule {
            UpdateRule::Proposal => {
                let newest = gibbs.proposals.iter().rev().find(|(name, _)| name == site.name());
                newest.map_or(Update::Rule(site.rule()), |(_, proposal)| Update::Proposal(proposal))
            }
            rule => Update::Rule(rule),
        };
        let updates = sites.0.iter().map(|site| update(&**site)).collect();
        Self { gibbs, sites, updates }
    }

    /// Updates each parameter that is not in a block.
    pub fn update_sites(&self, state: &mut State<'_, M>, rng: &mut dyn Rng) -> Result<(), Error> {
        for (site, update) in self.sites.0.iter().zip(&self.updates) {
            match update {
                Update::Proposal(proposal) => metropolis::update(&**site, state, proposal, rng)?,
                Update::Rule(rule) => site.update(state, *rule, rng)?,
            }
        }
        Ok(())
    }

    /// Returns new blocks for a chain: one block of the parameters without a conjugate pair, and the chosen
    /// blocks. Returns `None` if there is no memory for them.
    pub fn blocks(&self) -> Option<Vec<Block<M>>> {
        let Gibbs { posterior, metric, target_accept, transitions, ref run, .. } = *self.gibbs;
        let is_moving = |update: &Update<'_>| matches!(update, Update::Rule(UpdateRule::Hamiltonian));
        let moving = self.sites.0.iter().zip(&self.updates).filter(|(_, update)| is_moving(update));
        let moving: Vec<&'static str> = moving.map(|(site, _)| site.name()).collect();
        let chosen = self.gibbs.blocks.iter().map(|Chosen { set, kernels }| {
            ((0..set.len()).map(|place| set.get(place).name()).collect(), *kernels)
        });
        let unpaired = Kernels::of_unpaired(&moving).map(|kernels| (moving, kernels));
        let settings = block::Settings { metric, target_accept, transitions, warmup: run.chains.warmup };
        let places = |(names, kernels): (Vec<&'static str>, Kernels<M>)| {
            let own = self.sites.0.iter().filter(|site| names.contains(&site.name()));
            let places = own.map(|site| site.coordinates()).filter(|places| !places.is_empty()).collect();
            (places, kernels)
        };
        let blocks = unpaired.into_iter().chain(chosen).map(places);
        let blocks = blocks.filter(|(places, _): &(Vec<_>, _)| !places.is_empty());
        blocks.map(|(places, kernels)| Block::new(posterior, kernels, places, settings)).collect()
    }
}
