//! Hamiltonian moves of the continuous choices of a run, along its path.
//!
//! The continuous sites x of the current run become unconstrained, x = t(q) with t the identity, e^q or
//! 1/(1 + e^−q), and move along a [trajectory](super::super::trajectory) with the potential energy U(q) =
//! −log p(t(q)) − log |t′(q)|. The gradient is that of the recorded list, which is computed again with
//! other values and then traversed backwards.
//!
//! The list is the density on one path. A trajectory continues across a border as if the path did, because
//! every step must be reversible; a proposal on the other side is rejected, because the density there is
//! another. Other kernels of the chain move across borders.
//!
//! Mak, Zaiser and Ong 2022 extend trajectories beyond the border; this kernel does not do so.

use super::super::kernel::{Kernel, Move};
use super::super::trajectory::{End, Trajectories};
use super::super::{Program, Record, Run, kernel};
use super::path::Path;
use crate::checkpoint::{State, Tape};
use crate::error::Error;
use crate::track::{NodeId, Space, Values};
use rand::RngExt;

/// The kernel, with the largest number of steps of a trajectory.
pub(in super::super) struct Hamiltonian {
    pub steps: usize,
}

impl<T: Values, F: Fn(&mut Run) -> T> Kernel<T, F> for Hamiltonian {
    fn describe(&self) -> String {
        format!("hamiltonian({})", self.steps)
    }

    fn begin(&self, is_only: bool) -> Box<dyn Move<T, F> + '_> {
        Box::new(Moving { steps: self.steps, is_only, trajectories: None })
    }
}

/// Moves one chain.
struct Moving {
    steps: usize,
    /// True if the chain has no other kernel.
    is_only: bool,
    /// The trajectories, for the number of continuous sites of the first run.
    trajectories: Option<Trajectories>,
}

/// The number of sites is saved first, because the trajectories cannot be read without it.
impl State for Moving {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { steps, is_only: _, trajectories } = self;
        let mut has_begun = trajectories.is_some();
        has_begun.pass(tape);
        if tape.is_reading() && has_begun {
            *trajectories = Some(Trajectories::with_steps(0, *steps));
        }
        trajectories.iter_mut().for_each(|trajectories| trajectories.pass(tape));
    }
}

impl<T: Values, F: Fn(&mut Run) -> T> Move<T, F> for Moving {
    fn step(
        &mut self,
        program: &Program<F>,
        state: &mut kernel::State<T>,
        warmup: Option<f64>,
    ) -> Result<bool, Error> {
        if self.steps == 0 {
            return Err(Error::InvalidSetting { setting: "steps", rule: "be at least 1" });
        }
        let mut path = Path::of(program, state)?;
        if self.is_only {
            check_continuous(&path, &state.run.source)?;
        }
        let mut point = Point::of(&path);
        let count = point.nodes.len();
        if count == 0 {
            state.path = Some(path);
            return Ok(false);
        }
        let trajectories =
            self.trajectories.get_or_insert_with(|| Trajectories::with_steps(count, self.steps));
        let (start, mut q) = (point.values.clone(), point.unconstrained());
        let began = q.clone();
        let (mut stays, mut failed) = (true, None);
        let evaluate = |q: &[f64], gradient: &mut [f64]| {
            let (log_density, is_on_path) = point.evaluate(&mut path, q, gradient).unwrap_or_else(|error| {
                failed = Some(error);
                (f64::NAN, false)
            });
            stays = is_on_path;
            log_density
        };
        let end = trajectories.travel(&mut q, evaluate, &mut state.run.rng);
        if let Some(error) = failed {
            return Err(error);
        }
        let acceptance = if stays { End::acceptance(end.log_ratio()) } else { 0.0 };
        let is_taken = state.run.rng.random::<f64>() < acceptance;
        trajectories.learn(if is_taken { &q } else { &began }, acceptance, warmup);
        if is_taken {
            let sum = path.replay.log_density();
            path.write(state, path.replay.list().nodes().map(|(id, _)| id), sum);
        } else {
            // The list is reset to the current values; these are on the path, so the reset cannot fail.
            let _ = path.replay.set_all(&point.nodes, &start);
        }
        state.path = Some(path);
        Ok(is_taken)
    }
}

/// Returns an error if there is a discrete site: no trajectory moves it, so it would keep the value of the
/// first run.
fn check_continuous(path: &Path, record: &Record) -> Result<(), Error> {
    let is_discrete = |id: NodeId| path.law_of(id).is_some_and(|law| law.space == Space::Discrete);
    let Some(&(site, _)) = path.sites.iter().find(|&&(_, id)| is_discrete(id)) else { return Ok(()) };
    let address = record.address(&record.sites[site]);
    let reason =
        "it is discrete, and a chain by `hamiltonian` alone never moves it: add `gibbs` or `single_site`";
    Err(Error::Program { address, reason: reason.to_owned() })
}

/// The continuous sites of a run.
struct Point {
    nodes: Vec<NodeId>,
    spaces: Vec<Space>,
    values: Vec<f64>,
    adjoints: Vec<f64>,
}

impl Point {
    fn of(path: &Path) -> Self {
        let sites = path.sites.iter().filter_map(|&(_, id)| Some((id, path.law_of(id)?.space)));
        let (nodes, spaces): (Vec<_>, Vec<_>) = sites.filter(|(_, space)| *space != Space::Discrete).unzip();
        let values: Vec<f64> = nodes.iter().map(|&id| path.replay.value(id)).collect();
        Self { nodes, spaces, values, adjoints: Vec::new() }
    }

    /// Computes the unconstrained values.
    fn unconstrained(&self) -> Vec<f64> {
        let free = |(&x, &space): (&f64, &Space)| match space {
            Space::Positive => x.ln(),
            Space::Unit => (x / (1.0 - x)).ln(),
            Space::Real | Space::Discrete => x,
        };
        self.values.iter().zip(&self.spaces).map(free).collect()
    }

    /// Computes the log density of an unconstrained point and its gradient. Returns the log density, and
    /// true if the run stays on its path.
    fn evaluate(&mut self, path: &mut Path, q: &[f64], gradient: &mut [f64]) -> Result<(f64, bool), Error> {
        let mut log_jacobian = 0.0;
        for ((x, &q), space) in self.values.iter_mut().zip(q).zip(&self.spaces) {
            *x = match space {
                Space::Positive => q.exp(),
                Space::Unit => 1.0 / (1.0 + (-q).exp()),
                Space::Real | Space::Discrete => q,
            };
            log_jacobian += match space {
                Space::Positive => q,
                Space::Unit => -(-q).exp().ln_1p() - q.exp().ln_1p(),
                Space::Real | Space::Discrete => 0.0,
            };
        }
        let stays = path.replay.set_all(&self.nodes, &self.values).is_ok();
        self.adjoints.clear();
        self.adjoints.resize(path.replay.list().len(), 0.0);
        path.replay.add_gradient(&mut self.adjoints)?;
        for (((slope, id), &x), space) in
            gradient.iter_mut().zip(&self.nodes).zip(&self.values).zip(&self.spaces)
        {
            let adjoint = self.adjoints[id.index()];
            *slope = match space {
                Space::Positive => adjoint * x + 1.0,
                Space::Unit => adjoint * x * (1.0 - x) + 1.0 - 2.0 * x,
                Space::Real | Space::Discrete => adjoint,
            };
        }
        Ok((path.replay.log_density() + log_jacobian, stays))
    }
}
