//! One path of Pathfinder: algorithm 1 of Zhang, Carpenter, Gelman and Vehtari, *Pathfinder: parallel
//! quasi-Newton variational inference*, JMLR 23 (2022).
//!
//! L-BFGS goes up the log density from a start. At each point its history implies a normal distribution, and
//! the one of the largest evidence lower bound E_q (log p − log q), estimated from a few draws, is the
//! approximation.

use super::candidate::{Candidate, Draws};
use super::factors::Factors;
use crate::approximate::lbfgs::Descent;
use crate::approximate::problem::{Densities, Problem};
use crate::posterior::Workspace;
use crate::target::Start;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand_distr::StandardNormal;

/// The settings of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathSettings {
    pub history: usize,
    pub elbo_draws: usize,
    pub max_iterations: usize,
}

impl PathSettings {
    /// Those of the paper.
    pub const fn new() -> Self {
        Self { history: 6, elbo_draws: 25, max_iterations: 1000 }
    }
}

/// A path ends within this distance of the mode, in standard deviations.
const TOLERANCE: f64 = 1e-4;

/// The best normal distribution of a path.
pub(crate) struct Path {
    pub factors: Factors,
    /// The largest evidence lower bound.
    pub elbo: f64,
    /// The iteration in which it was found, from 1.
    pub best: usize,
    pub iterations: usize,
    pub gradients: usize,
    pub densities: usize,
}

/// Follows a path. Nothing, if no point of it has a normal distribution whose draws all have a finite log
/// density.
pub(crate) fn follow(
    densities: Densities<'_>,
    start: Start,
    settings: PathSettings,
    rng: &mut ChaCha8Rng,
    workspace: &mut Workspace,
) -> Option<Path> {
    let dimension = start.point.len();
    let normals: Vec<f64> =
        (0..dimension * settings.elbo_draws).map(|_| rng.sample(StandardNormal)).collect();
    let mut draws = Draws { normals: &normals, densities, workspace, draw: vec![0.0; dimension], count: 0 };
    let mut objective = Problem::With(densities.target()).negative();
    let gradient = start.gradient.iter().map(|slope| -slope).collect();
    let mut descent = Descent::from(start.point, gradient, -start.log_density, settings.history);
    let mut slopes = vec![0.0; dimension];
    let (mut best, mut new, mut found) = (Candidate::default(), Candidate::default(), 0);
    while descent.iterations < settings.max_iterations {
        if descent.advance(&mut objective, TOLERANCE).is_err() {
            break;
        }
        if !descent.has_new_pair {
            continue;
        }
        slopes.iter_mut().zip(&descent.gradient).for_each(|(slope, gradient)| *slope = -gradient);
        if !new.factors.set(&descent.history, &descent.point, &slopes) {
            continue;
        }
        new.begin();
        let is_better = match found {
            0 => new.elbo(&mut draws).is_finite(),
            _ => new.beats(&mut best, &mut draws),
        };
        if is_better {
            found = descent.iterations;
            core::mem::swap(&mut best, &mut new);
        }
    }
    let elbo = if found > 0 { best.elbo(&mut draws) } else { f64::NEG_INFINITY };
    elbo.is_finite().then(|| Path {
        factors: best.factors,
        elbo,
        best: found,
        iterations: descent.iterations,
        gradients: 1 + descent.evaluations,
        densities: draws.count,
    })
}
