//! One chain, which can stop after any sweep and go on later.

use super::block::Block;
use super::state::State;
use super::sweep::Sweep;
use crate::checkpoint;
use crate::checkpoint::State as _;
use crate::checkpoint::Tape;
use crate::contract::scope::Value;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};

/// The number of random initial points that are tried, as in Stan.
const ATTEMPTS: usize = 100;

/// A chain between two sweeps.
pub(super) struct Chain<'a, M: BoundModel> {
    rng: ChaCha8Rng,
    state: State<'a, M>,
    blocks: Vec<Block<M>>,
    /// The number of sweeps that are over.
    sweeps: usize,
}

impl<'a, M: BoundModel> Chain<'a, M> {
    /// A chain at its initial values.
    pub fn begin(sweep: &Sweep<'a, M>, number: usize) -> Result<Self, Error> {
        let reason = "there is no memory for it".to_owned();
        let mut chain = Self::new(sweep, number).ok_or(Error::Sampler { chain: number, reason })?;
        chain.start(sweep, number)?;
        Ok(chain)
    }

    /// A chain whose values are all zero, which is to become another; nothing if there is no memory for it.
    pub fn new(sweep: &Sweep<'a, M>, number: usize) -> Option<Self> {
        let posterior = sweep.gibbs.posterior;
        let point = vec![0.0; posterior.dimension()];
        let unread = point.clone();
        let state = State { posterior, workspace: posterior.workspace(), point, unread };
        Some(Self { rng: sweep.gibbs.chains.rng(number), state, blocks: sweep.blocks()?, sweeps: 0 })
    }

    /// Finds values with a finite log density.
    fn start(&mut self, sweep: &Sweep<'a, M>, number: usize) -> Result<(), Error> {
        let Self { rng, state, .. } = self;
        let (posterior, rng): (&Posterior<M>, &mut dyn Rng) = (state.posterior, rng);
        let parameters: Vec<&str> = sweep.sites.0.iter().map(|site| site.name()).collect();
        for _ in 0..ATTEMPTS {
            for site in &sweep.sites.0 {
                site.start(state, rng)?;
            }
            state.point.iter_mut().for_each(|q| *q = 4.0 * rng.random::<f64>() - 2.0);
            sweep.gibbs.initial.apply((number, sweep.gibbs.chains.count), &parameters, |name, values| {
                posterior.place(name, values, &mut state.point, &mut state.workspace)
            })?;
            if posterior.along::<Value>(&state.point, &mut state.workspace).is_finite() {
                return Ok(());
            }
        }
        let advice = "give initial values inside the supports of all distributions with `initial`";
        let flaw = posterior.diagnose(&state.point, &mut state.workspace);
        let reason =
            flaw.map_or_else(|| "the log density was −∞".to_owned(), |flaw| format!("{flaw}; {advice}"));
        Err(Error::NoInitialPoint { chain: number, attempts: ATTEMPTS, reason })
    }

    /// Makes one sweep, and tells whether it ends in a draw: not in warmup, nor between draws that are kept.
    /// The values of a draw are given to a function, those of each variable one after the other.
    pub fn sweep(&mut self, sweep: &Sweep<'a, M>, mut give: impl FnMut(&[f64])) -> Result<bool, Error> {
        let Self { rng, state, blocks, sweeps } = self;
        sweep.sites(state, rng)?;
        for block in blocks {
            block.update(state, *sweeps, rng)?;
        }
        let drawn = sweeps.checked_sub(sweep.gibbs.chains.warmup);
        let is_draw = drawn.is_some_and(|drawn| drawn.is_multiple_of(sweep.gibbs.thin));
        if is_draw {
            let State { posterior, workspace, point, .. } = state;
            posterior.define(point, workspace)?;
            for variable in posterior.layout_variables() {
                let values = workspace.values_mut(variable.slot.0, variable.size());
                variable.extent.places().for_each(|place| give(&values[place..=place]));
            }
        }
        *sweeps += 1;
        Ok(is_draw)
    }

    /// The log density of all values, which stay as they are.
    fn log_density(&self) -> f64 {
        let State { posterior, workspace, point, .. } = &self.state;
        posterior.conditional::<Value>(point, &mut workspace.clone())
    }

    /// The bytes of what a chain goes on with.
    pub fn save(&mut self) -> Vec<u8> {
        let mut log_density = self.log_density();
        let mut bytes = log_density.to_bytes();
        bytes.append(&mut self.to_bytes());
        bytes
    }

    /// Becomes a chain that was saved. Says why it cannot. `exact` if it must have the log density that it
    /// had, to the last bit.
    pub fn set_from_saved(&mut self, bytes: &[u8], number: usize, exact: bool) -> Result<(), String> {
        let (before, own) = bytes.split_at_checked(8).unwrap_or_default();
        let mut there = 0.0;
        if !there.set_from_bytes(before) || !self.set_from_bytes(own) {
            return Err(checkpoint::no_state(number));
        }
        checkpoint::compare(there, self.log_density(), number, exact)
    }
}

/// All values that stand in the workspace are part of it: what a sweep computes of them depends on which were
/// computed before.
impl<M: BoundModel> checkpoint::State for Chain<'_, M> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { rng, state: State { posterior: _, workspace, point, unread: _ }, blocks, sweeps } = self;
        rng.pass(tape);
        tape.numbers(point);
        tape.numbers(workspace.all_values_mut());
        blocks.iter_mut().for_each(|block| block.pass(tape));
        sweeps.pass(tape);
    }
}
