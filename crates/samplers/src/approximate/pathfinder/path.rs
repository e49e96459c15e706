//! One path of Pathfinder: algorithm 1 of Zhang, Carpenter, Gelman and Vehtari, *Pathfinder: parallel
//! quasi-Newton variational inference*, JMLR 23 (2022).
//!
//! L-BFGS goes up the log density from a start. At each point its history implies a normal distribution, and
//! the one of the largest evidence lower bound E_q (log p − log q), estimated from a few draws, is the
//! approximation.

use super::candidate::{Candidate, Draws};
use super::factors::Factors;
use crate::approximate::evaluator::Evaluator;
use crate::approximate::lbfgs::{Descent, History};
use crate::approximate::problem::Problem;
use crate::target::Start;
use monomorph_numerics::random::fill_normal;
use rand::rngs::ChaCha8Rng;

/// The settings of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSettings {
    /// The number of pairs of the history; `None` chooses it by the number of coordinates.
    pub history: Option<usize>,
    pub elbo_draws: usize,
    pub max_iterations: usize,
}

impl PathSettings {
    /// Makes the settings of the paper, except for the length of the history.
    pub const fn new() -> Self {
        Self { history: None, elbo_draws: 25, max_iterations: 1000 }
    }

    /// Returns the number of pairs that a distribution is made of: the newest pairs of the descent. Few
    /// coordinates have more pairs, since twice as many pairs as coordinates determine the whole Hessian.
    fn history(self, dimension: usize) -> usize {
        let own = if 2 * dimension <= MOST_PAIRS { PAIRS.max(2 * dimension) } else { PAIRS };
        self.history.unwrap_or(own)
    }
}

/// The default number of pairs. The paper uses six. Directions from more pairs lead to the mode in fewer
/// steps, and eight of these steps hold as much information.
const PAIRS: usize = 8;

/// The most pairs that are kept by default. With more coordinates a path would have no more steps than the
/// pairs that it needs, so its oldest pairs would describe the curvature far from the mode.
const MOST_PAIRS: usize = 24;

/// The largest length of a Newton step at which distributions are evaluated, in units of the distance
/// between the mean of a normal distribution and its draws: farther from the mode, the next steps raise the
/// log density by more than the bounds can gain.
const FAR: f64 = 8.0;

/// A path ends when more distributions than this number plus the iteration of the best one have not raised
/// the bound.
const PATIENCE: usize = 30;

/// A path ends within this distance of the mode, in standard deviations.
const TOLERANCE: f64 = 1e-3;

/// The best normal distribution of a path.
pub struct Path {
    pub factors: Factors,
    /// The largest evidence lower bound.
    pub elbo: f64,
    /// The iteration of the largest bound, from 1.
    pub best: usize,
    pub iterations: usize,
    pub gradients: usize,
    pub densities: usize,
}

/// Follows a path. Returns `None` if no point of the path has a normal distribution whose draws all have a
/// finite log density.
pub fn follow(
    evaluator: &mut Evaluator<'_>,
    start: Start,
    settings: PathSettings,
    rng: &mut ChaCha8Rng,
) -> Option<Path> {
    let dimension = start.point.len();
    let mut normals = vec![0.0; dimension * settings.elbo_draws];
    fill_normal(&mut normals, rng);
    let mut objective = Problem::With(evaluator.densities().target()).negative();
    let mut draws = Draws { normals: &normals, evaluator, dimension, drawn: Vec::new(), count: 0 };
    let gradient = start.gradient.iter().map(|slope| -slope).collect();
    let pairs = settings.history(dimension);
    let mut descent = Descent::from(start.point, gradient, -start.log_density, History::of(dimension));
    let mut slopes = vec![0.0; dimension];
    let far = FAR * (dimension as f64).sqrt();
    let (mut best, mut new, mut found, mut lost) = (Candidate::default(), Candidate::default(), 0, 0);
    loop {
        let is_over = descent.turn(TOLERANCE).is_err() || descent.iterations >= settings.max_iterations;
        let is_near = descent.distance <= far || is_over && found == 0;
        slopes.iter_mut().zip(&descent.gradient).for_each(|(slope, gradient)| *slope = -gradient);
        let has_new_pair = descent.has_new_pair && !descent.history.is_empty();
        if has_new_pair
            && is_near
            && new.factors.set((&descent.history, pairs), [&descent.point, &slopes, &descent.direction])
        {
            new.begin();
            let is_better = match found {
                0 => new.elbo(&mut draws).is_finite(),
                _ => new.beats(&mut best, &mut draws),
            };
            if is_better {
                (found, lost) = (descent.iterations, 0);
                core::mem::swap(&mut best, &mut new);
            } else {
                lost += 1;
            }
        }
        let is_falling = found > 0 && lost > PATIENCE + found;
        if is_over || is_falling || descent.advance(&mut objective).is_err() {
            break;
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
