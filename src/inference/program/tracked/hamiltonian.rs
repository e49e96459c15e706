//! Hamiltonian moves of the continuous choices of a run, along its path.
//!
//! The continuous sites x of the current run become unconstrained, x = t(q) with t the identity, e^q or 1/(1 + e^−q), and with the potential energy
//! U(q) = −log p(t(q)) − log |t′(q)|, momenta p and steps of length ε
//!
//!   p ← p − ½ ε ∇U,   q ← q + ε p,   p ← p − ½ ε ∇U,
//!
//! a trajectory of a random number of steps ends in a proposal, taken with the probability min(1, e^(H − H′)). The gradient is that of the
//! recorded list, which is computed again with other values and gone backwards.
//!
//! The list is the density on one path. A trajectory goes on across a border as if the path did, since every step must lead back the way it came;
//! a proposal on the other side is refused, for there the density is another. Other kernels of the chain go there.
//!
//! Neal 2011, "MCMC using Hamiltonian dynamics". Mak, Zaiser and Ong 2022 extend trajectories beyond the border; that is not done here.

use super::super::chain::{Kernel, Move, State};
use super::super::{Program, Run};
use super::path::Path;
use crate::chains::DualAveraging;
use crate::error::Error;
use crate::track::{NodeId, Space, Values};
use rand::RngExt;
use rand_distr::StandardNormal;

/// The acceptance that the step size aims at.
const TARGET: f64 = 0.8;

/// The kernel, with the most steps of a trajectory.
pub(in super::super) struct Hamiltonian {
    pub steps: usize,
}

impl<T: Values, F: Fn(&mut Run) -> T> Kernel<T, F> for Hamiltonian {
    fn begin(&self) -> Box<dyn Move<T, F> + '_> {
        let log_step = 0.1_f64.ln();
        let averaging = DualAveraging::around(log_step, TARGET);
        Box::new(Trajectory { steps: self.steps, log_step, averaging })
    }
}

/// What moves one chain.
struct Trajectory {
    steps: usize,
    log_step: f64,
    averaging: DualAveraging,
}

impl<T: Values, F: Fn(&mut Run) -> T> Move<T, F> for Trajectory {
    fn step(
        &mut self,
        program: &Program<F>,
        state: &mut State<T>,
        warmup: Option<f64>,
    ) -> Result<bool, Error> {
        let mut path = Path::of(program, state)?;
        let mut point = Point::of(&path);
        if point.nodes.is_empty() {
            state.path = Some(path);
            return Ok(false);
        }
        let start = point.values.clone();
        let rng = &mut state.run.rng;
        let mut momenta: Vec<f64> = start.iter().map(|_| rng.sample(StandardNormal)).collect();
        let kinetic = |momenta: &[f64]| 0.5 * momenta.iter().map(|p| p * p).sum::<f64>();
        // The spread keeps trajectories from returning to where they began.
        let step = self.log_step.exp() * rng.random_range(0.8..1.2);
        let (mut log_density, mut stays) = point.evaluate(&mut path)?;
        let energy = kinetic(&momenta) - log_density;
        for _ in 0..rng.random_range(1..=self.steps) {
            kick(&mut momenta, &point.gradient, 0.5 * step);
            point.unconstrained.iter_mut().zip(&momenta).for_each(|(q, p)| *q += step * p);
            (log_density, stays) = point.evaluate(&mut path)?;
            if !log_density.is_finite() {
                break;
            }
            kick(&mut momenta, &point.gradient, 0.5 * step);
        }
        let difference = energy - (kinetic(&momenta) - log_density);
        // NaN where the trajectory has left the support.
        let acceptance = if difference.is_finite() && stays { difference.exp().min(1.0) } else { 0.0 };
        let is_taken = rng.random::<f64>() < acceptance;
        self.log_step = if warmup.is_some() {
            self.averaging.step(acceptance)
        } else {
            self.averaging.finish(self.log_step)
        };
        if is_taken {
            let sum = path.replay.log_density();
            let all: Vec<NodeId> = path.replay.list().nodes().map(|(id, _)| id).collect();
            path.write(state, all.into_iter(), sum);
        } else {
            // The list goes back to where it was; that path was taken, so it cannot leave it.
            let _ = path.replay.set_all(&point.nodes, &start);
        }
        state.path = Some(path);
        Ok(is_taken)
    }
}

fn kick(momenta: &mut [f64], gradient: &[f64], step: f64) {
    momenta.iter_mut().zip(gradient).for_each(|(p, slope)| *p += step * slope);
}

/// The continuous sites of a run.
struct Point {
    nodes: Vec<NodeId>,
    spaces: Vec<Space>,
    values: Vec<f64>,
    unconstrained: Vec<f64>,
    gradient: Vec<f64>,
    adjoints: Vec<f64>,
}

impl Point {
    fn of(path: &Path) -> Self {
        let sites = path.sites.iter().filter_map(|&(_, id)| Some((id, path.law_of(id)?.0.space)));
        let (nodes, spaces): (Vec<_>, Vec<_>) = sites.filter(|(_, space)| *space != Space::Discrete).unzip();
        let values: Vec<f64> = nodes.iter().map(|&id| path.replay.value(id)).collect();
        let free = |(&x, &space): (&f64, &Space)| match space {
            Space::Positive => x.ln(),
            Space::Unit => (x / (1.0 - x)).ln(),
            Space::Real | Space::Discrete => x,
        };
        let unconstrained = values.iter().zip(&spaces).map(free).collect();
        let gradient = vec![0.0; nodes.len()];
        Self { nodes, spaces, values, unconstrained, gradient, adjoints: Vec::new() }
    }

    /// The log density of the unconstrained point, with its gradient, and whether the run stays on its path.
    fn evaluate(&mut self, path: &mut Path) -> Result<(f64, bool), Error> {
        let mut log_jacobian = 0.0;
        for ((x, &q), space) in self.values.iter_mut().zip(&self.unconstrained).zip(&self.spaces) {
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
            self.gradient.iter_mut().zip(&self.nodes).zip(&self.values).zip(&self.spaces)
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
