//! One chain of Gibbs sampling.

use super::block::Block;
use super::state::State;
use super::sweep::Sweep;
use crate::chains::{Phase, Step, Transition, has_not_begun};
use crate::checkpoint;
use crate::checkpoint::State as _;
use crate::checkpoint::Tape;
use crate::contract::scope::Value;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, Slots};
use monomorph_samplers::record::Recordable;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};

/// The maximum number of random initial points that are tried, as in Stan.
const ATTEMPTS: usize = 100;

/// A chain, before it begins or while it runs.
pub(super) struct Chain<'a, M: BoundModel> {
    sweep: &'a Sweep<'a, M>,
    number: usize,
    moving: Option<Moving<'a, M>>,
}

/// The state of a chain between two sweeps.
struct Moving<'a, M: BoundModel> {
    rng: ChaCha8Rng,
    state: State<'a, M>,
    blocks: Vec<Block<M>>,
}

impl<'a, M: BoundModel> Chain<'a, M> {
    pub fn new(sweep: &'a Sweep<'a, M>, number: usize) -> Self {
        Self { sweep, number, moving: None }
    }

    fn moving(&mut self) -> Result<&mut Moving<'a, M>, Error> {
        let chain = self.number;
        self.moving.as_mut().ok_or_else(|| has_not_begun(chain))
    }
}

impl<M: BoundModel> Transition for Chain<'_, M> {
    fn begin(&mut self) -> Result<(), Error> {
        let reason = "there is no memory for it".to_owned();
        let no_room = Error::Sampler { chain: self.number, reason };
        let mut moving = Moving::at_zero(self.sweep, self.number).ok_or(no_room)?;
        moving.start(self.sweep, self.number)?;
        self.moving = Some(moving);
        Ok(())
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        let moving = Moving::at_zero(self.sweep, self.number);
        let moving = self.moving.insert(moving.ok_or_else(checkpoint::no_memory)?);
        let (before, own) = saved.split_at_checked(8).unwrap_or_default();
        let mut there = 0.0;
        if !there.set_from_bytes(before) || !moving.set_from_bytes(own) {
            return Err(checkpoint::no_state(self.number));
        }
        checkpoint::compare(there, moving.log_density(), self.number, is_exact)
    }

    /// Does nothing: the run itself reads the columns with the values of draws, and a Gibbs chain has no
    /// other columns, such as statistics.
    fn read_draws(&mut self, _: &checkpoint::Block, _: usize) -> Result<(), String> {
        Ok(())
    }

    /// Makes a sweep.
    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        let sweep = self.sweep;
        let Moving { rng, state, blocks } = self.moving()?;
        sweep.update_sites(state, rng)?;
        let mut all = Step::default();
        let is_only = blocks.len() == 1;
        for block in blocks {
            let Step { gradients, step_size, is_divergent } = block.update(state, phase, rng)?;
            all.gradients += gradients;
            all.step_size = if is_only { step_size } else { 0.0 };
            all.is_divergent |= is_divergent;
        }
        Ok(all)
    }

    fn write_draw(&mut self, _: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        let State { posterior, workspace, point, .. } = &mut self.moving()?.state;
        posterior.define(point, workspace)?;
        for variable in posterior.layout_variables() {
            let values = workspace.values_mut(variable.slot.0, variable.size());
            numbers.extend(variable.extent.places().map(|place| values[place]));
        }
        Ok(())
    }

    fn save(&mut self) -> Vec<u8> {
        let Some(moving) = &mut self.moving else { return Vec::new() };
        let mut bytes = moving.log_density().to_bytes();
        bytes.append(&mut moving.to_bytes());
        bytes
    }
}

/// Sweeps record nothing besides their draws.
impl<M: BoundModel> Recordable for Chain<'_, M> {
    fn write_adaptation(&self, _: &mut String) {}

    fn statistics_of(&self, _: usize) -> Vec<f64> {
        Vec::new()
    }

    fn warmup_draw(&self) -> Option<Vec<f64>> {
        None
    }
}

impl<'a, M: BoundModel> Moving<'a, M> {
    /// Returns a chain whose values are all zero; `None` if there is no memory for it.
    fn at_zero(sweep: &'a Sweep<'a, M>, number: usize) -> Option<Self> {
        let posterior = sweep.gibbs.posterior;
        let point = vec![0.0; posterior.dimension()];
        let unread = point.clone();
        let state = State { posterior, workspace: posterior.workspace(), point, unread };
        Some(Self { rng: sweep.gibbs.run.chains.rng(number), state, blocks: sweep.blocks()? })
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
            let chain = (number, sweep.gibbs.run.chains.count);
            sweep.gibbs.initial.apply(chain, &parameters, |name, values| {
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

    /// Returns the log density of all values, which do not change.
    fn log_density(&self) -> f64 {
        let State { posterior, workspace, point, .. } = &self.state;
        posterior.conditional::<Value>(point, &mut workspace.clone())
    }
}

/// All values in the workspace are part of the state: the results of a sweep depend on which values were
/// computed before.
impl<M: BoundModel> checkpoint::State for Moving<'_, M> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { rng, state: State { posterior: _, workspace, point, unread: _ }, blocks } = self;
        rng.pass(tape);
        tape.numbers(point);
        tape.numbers(workspace.all_values_mut());
        blocks.iter_mut().for_each(|block| block.pass(tape));
    }
}
