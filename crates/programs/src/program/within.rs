//! Hamiltonian Monte Carlo for the parameters of a static model within a program.
//!
//! With the log density of the model on its unconstrained points q, which includes the data of the model
//! but no other terms of the program, a trajectory goes from q to q′, and the program runs again with θ′ =
//! θ(q′). The new run is accepted with probability
//!
//!   min(1, p(x′)/p(x) · |∂θ′/∂q′| / |∂θ/∂q| · e^(K − K′) · [q(x | x′) / q(x′ | x)]),
//!
//! where p is the density of the program's whole run: other terms of the program that depend on θ change
//! the acceptance, but not the trajectory. The last factor is that of choices which only one of the two
//! runs makes, as in single-site moves.

use super::address::hash_of;
use super::kernel::{Kernel, Move, State};
use super::record::SiteKind;
use super::static_model::StaticModel;
use super::trajectory::Trajectories;
use super::{Program, Record, Run};
use crate::checkpoint;
use crate::checkpoint::Tape;
use crate::error::Error;
use rand::RngExt;
use std::mem::replace;

/// The kernel: the model, and the path of the call that contains it.
pub(super) struct Within<'a, Part> {
    pub part: &'a Part,
    pub path: String,
}

impl<T, F: Fn(&mut Run) -> T, Part: StaticModel> Kernel<T, F> for Within<'_, Part> {
    fn describe(&self) -> String {
        format!("hamiltonian_within({:?})", self.path)
    }

    fn begin(&self, is_only: bool) -> Box<dyn Move<T, F> + '_> {
        let call = if self.path.is_empty() { 0 } else { hash_of(&self.path) };
        let hashes_of = |names: &[super::SiteName]| names.iter().map(|name| name.hash(call)).collect();
        let hashes = self.part.parameters().iter().map(|parameter| hashes_of(&parameter.names)).collect();
        let trajectories = Trajectories::new(self.part.dimension());
        let memory = self.part.take_memory();
        Box::new(Moving { part: self.part, is_only, hashes, trajectories, memory })
    }
}

struct Moving<'a, Part: StaticModel> {
    part: &'a Part,
    /// True if the chain has no other kernel.
    is_only: bool,
    /// The addresses of the elements of each parameter.
    hashes: Vec<Vec<u64>>,
    trajectories: Trajectories,
    memory: Part::Memory,
}

impl<Part: StaticModel> Moving<'_, Part> {
    /// Returns the indices of the sites of all elements in a run; `None` if the run does not have this
    /// model.
    fn sites(&self, record: &Record) -> Result<Option<Vec<usize>>, Error> {
        let mut all = Vec::new();
        for (hashes, parameter) in self.hashes.iter().zip(self.part.parameters()) {
            let places = hashes.iter().map(|hash| record.places.get(hash).map(|place| *place as usize));
            let Some(places) = places.collect::<Option<Vec<usize>>>() else { return Ok(None) };
            for site in places.iter().map(|&place| &record.sites[place]) {
                if site.law != parameter.law {
                    return Ok(None);
                }
                if site.kind != SiteKind::Sampled {
                    let reason = "a value is given, so the model does not move: condition the model itself";
                    return Err(Error::Program { address: record.address(site), reason: reason.to_owned() });
                }
            }
            all.extend(places);
        }
        Ok(Some(all))
    }
}

/// Returns an error if there is a choice outside the model, given the indices of the model's sites: it
/// would keep the value of the first run.
fn check_all_move(record: &Record, of_model: &[usize]) -> Result<(), Error> {
    let mut moves = vec![false; record.sites.len()];
    of_model.iter().for_each(|&place| moves[place] = true);
    let stays = record.sites.iter().zip(moves).find(|(site, moves)| site.kind == SiteKind::Sampled && !moves);
    let Some((site, _)) = stays else { return Ok(()) };
    let reason = "it is no parameter of the model, and a chain by `hamiltonian_within` alone never moves it: add `single_site` or another kernel";
    Err(Error::Program { address: record.address(site), reason: reason.to_owned() })
}

/// The memory is not saved, because it is written before it is read.
impl<Part: StaticModel> checkpoint::State for Moving<'_, Part> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { part: _, is_only: _, hashes: _, trajectories, memory: _ } = self;
        checkpoint::State::pass(trajectories, tape);
    }
}

impl<T, F: Fn(&mut Run) -> T, Part: StaticModel> Move<T, F> for Moving<'_, Part> {
    fn step(
        &mut self,
        program: &Program<F>,
        state: &mut State<T>,
        warmup: Option<f64>,
    ) -> Result<bool, Error> {
        let run = &mut state.run;
        let sites = self.sites(&run.source)?;
        if self.is_only {
            check_all_move(&run.source, sites.as_deref().unwrap_or_default())?;
        }
        let Some(places) = sites else { return Ok(false) };
        let Self { part, trajectories, memory, .. } = self;
        let mut values: Vec<f64> = places.iter().map(|&place| run.source.sites[place].value).collect();
        let start = part.unconstrain(&values, memory)?;
        let joint = part.log_joint(&start, memory);
        let mut point = start.clone();
        let evaluate = |q: &[f64], gradient: &mut [f64]| part.log_density_and_gradient(q, gradient, memory);
        let end = trajectories.travel(&mut point, evaluate, &mut run.rng);

        let mut proposed = None;
        if end.log_ratio().is_finite() {
            part.constrain(&point, &mut values, memory)?;
            let mut source = run.source.clone();
            for (&place, &value) in places.iter().zip(&values) {
                source.sites[place].value = value;
            }
            // A value may be rounded to the boundary of its support, where it has no coordinate.
            if let Ok(rounded) = part.unconstrain(&values, memory) {
                let jacobians =
                    end.log_densities.1 - part.log_joint(&rounded, memory) - (end.log_densities.0 - joint);
                let current = replace(&mut run.source, source);
                let outcome = program.execute(run);
                run.source = current;
                proposed = outcome?.map(|value| (value, end.kinetic + jacobians));
            }
        }
        let (log_ratio, log_density) = match &proposed {
            None => (f64::NEG_INFINITY, f64::NEG_INFINITY),
            Some((_, of_model)) => {
                let log_density = run.record.log_density();
                let stale = run.source.log_prior() - run.reused;
                (log_density - state.log_density + stale - run.fresh + of_model, log_density)
            }
        };
        let is_taken = run.rng.random::<f64>().ln() < log_ratio;
        let acceptance = log_ratio.exp().min(1.0);
        trajectories.learn(if is_taken { &point } else { &start }, acceptance, warmup);
        if let Some((value, _)) = proposed.filter(|_| is_taken) {
            state.take(value, log_density);
        }
        Ok(is_taken)
    }
}
