//! Hamiltonian Monte Carlo for the continuous parameters that have no full conditional of a known kind, all of them together.
//!
//! With the potential energy U = −log p(q | rest), momenta p of the variances 1/vᵢ and leapfrog steps of length ε
//!
//!   p ← p − ½ ε ∇U,   qᵢ ← qᵢ + ε vᵢ pᵢ,   p ← p − ½ ε ∇U,
//!
//! a trajectory of a random number of steps ends in a proposal, which is accepted with the probability min(1, e^(H − H′)). During
//! warmup ε follows the acceptance by dual averaging, and v is the variance of the draws so far; both are constants afterwards, or
//! the stationary distribution would not be the posterior.
//!
//! nuts-rs is no help here: the other parameters change the density between two transitions, and its chains keep the energy of the last
//! point and start their adaptation anew where a point is set.
//!
//! Neal 2011, "MCMC using Hamiltonian dynamics"; Hoffman and Gelman 2014, "The No-U-turn sampler", algorithm 5.

use super::state::State;
use crate::chains::DualAveraging;
use crate::scope::{Gradient, Value};
use crate::statement::BoundModel;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// The acceptance that dual averaging aims at.
const TARGET: f64 = 0.8;

/// The most leapfrog steps of a trajectory.
const STEPS: usize = 24;

/// The coordinates that move, and what is known of their scales.
pub(super) struct Hamiltonian {
    coordinates: Vec<usize>,
    variances: Vec<f64>,
    log_step: f64,
    averaging: DualAveraging,
    moments: Moments,
    gradient: Vec<f64>,
}

impl Hamiltonian {
    pub fn new(coordinates: Vec<usize>, dimension: usize) -> Self {
        let count = coordinates.len();
        Self {
            coordinates,
            variances: vec![1.0; count],
            log_step: 0.1_f64.ln(),
            averaging: DualAveraging::around(0.1_f64.ln(), TARGET),
            moments: Moments::new(count),
            gradient: vec![0.0; dimension],
        }
    }

    /// One trajectory. Within `warmup`, with how much of it is over, the step and the variances adapt.
    pub fn update<M: BoundModel>(
        &mut self,
        state: &mut State<'_, M>,
        warmup: Option<f64>,
        rng: &mut dyn Rng,
    ) {
        let start: Vec<f64> = self.coordinates.iter().map(|&i| state.point[i]).collect();
        let mut momenta: Vec<f64> =
            self.variances.iter().map(|v| rng.sample::<f64, _>(StandardNormal) / v.sqrt()).collect();
        // The spread keeps trajectories from returning to where they began.
        let step = self.log_step.exp() * rng.random_range(0.8..1.2);
        let mut log_density = self.evaluate(state);
        let energy = self.kinetic(&momenta) - log_density;
        for _ in 0..rng.random_range(1..=STEPS) {
            self.kick(&mut momenta, 0.5 * step);
            for ((&i, v), p) in self.coordinates.iter().zip(&self.variances).zip(&momenta) {
                state.point[i] += step * v * p;
            }
            log_density = self.evaluate(state);
            if !log_density.is_finite() {
                break;
            }
            self.kick(&mut momenta, 0.5 * step);
        }
        let difference = energy - (self.kinetic(&momenta) - log_density);
        // NaN where the trajectory has left the support.
        let acceptance = if difference.is_finite() { difference.exp().min(1.0) } else { 0.0 };
        if rng.random::<f64>() >= acceptance {
            for (&i, q) in self.coordinates.iter().zip(start) {
                state.point[i] = q;
            }
        }
        // Parameters and definitions stand where the trajectory ended.
        state.posterior.along::<Value>(&state.point, &mut state.workspace);
        match warmup {
            Some(over) => self.adapt(state, acceptance, over),
            None => self.log_step = self.averaging.finish(self.log_step),
        }
    }

    fn evaluate<M: BoundModel>(&mut self, state: &mut State<'_, M>) -> f64 {
        state.posterior.along_with_gradient::<Gradient>(
            &state.point,
            &mut self.gradient,
            &mut state.workspace,
        )
    }

    fn kick(&self, momenta: &mut [f64], step: f64) {
        for (p, &i) in momenta.iter_mut().zip(&self.coordinates) {
            *p += step * self.gradient[i];
        }
    }

    fn kinetic(&self, momenta: &[f64]) -> f64 {
        momenta.iter().zip(&self.variances).map(|(p, v)| 0.5 * p * p * v).sum()
    }

    fn adapt<M: BoundModel>(&mut self, state: &State<'_, M>, acceptance: f64, over: f64) {
        self.log_step = self.averaging.step(acceptance);
        let point: Vec<f64> = self.coordinates.iter().map(|&i| state.point[i]).collect();
        self.moments.add(&point);
        // The first draws are far off; half of warmup tells the variances, and the rest finds the step that goes with them.
        if self.moments.count >= 20
            && (over > 0.3 && !self.moments.is_used || over > 0.6 && !self.moments.is_final)
        {
            self.variances = self.moments.variances();
            self.moments.is_final = self.moments.is_used;
            self.moments.is_used = true;
            self.averaging = DualAveraging::around(self.log_step, TARGET);
        }
    }
}

/// Means and sums of squares of the draws so far.
struct Moments {
    count: usize,
    means: Vec<f64>,
    squares: Vec<f64>,
    /// True after the variances were taken a first, and a second time.
    is_used: bool,
    is_final: bool,
}

impl Moments {
    fn new(count: usize) -> Self {
        Self { count: 0, means: vec![0.0; count], squares: vec![0.0; count], is_used: false, is_final: false }
    }

    fn add(&mut self, point: &[f64]) {
        self.count += 1;
        for ((mean, square), q) in self.means.iter_mut().zip(&mut self.squares).zip(point) {
            let before = q - *mean;
            *mean += before / self.count as f64;
            *square += before * (q - *mean);
        }
    }

    /// The variances, drawn a little towards 10⁻³ as Stan does.
    fn variances(&self) -> Vec<f64> {
        let n = self.count as f64;
        self.squares.iter().map(|square| (square / (n - 1.0) * n + 5e-3) / (n + 5.0)).collect()
    }
}
