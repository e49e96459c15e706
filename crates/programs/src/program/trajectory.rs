//! Hamiltonian trajectories, and the adaptation of their step size and scales during warmup.
//!
//! With the potential energy U = −log p(q), momenta p with the variances 1/vᵢ, and leapfrog steps of size ε
//!
//!   p ← p − ½ ε ∇U,   qᵢ ← qᵢ + ε vᵢ pᵢ,   p ← p − ½ ε ∇U,
//!
//! a trajectory of a random number of steps ends in a proposal. During warmup ε is adapted to the
//! acceptance by dual averaging, and v is the variance of the draws so far; after warmup both are constant,
//! because otherwise the stationary distribution would not be the posterior.
//!
//! Steps preserve volume and are reversible for any function in the place of ∇U. So a kernel that accepts
//! by another density than that of the gradient is still correct, but accepts less often.
//!
//! Neal 2011, "MCMC using Hamiltonian dynamics"; Hoffman and Gelman 2014, "The No-U-turn sampler",
//! algorithm 5.

use crate::chains::DualAveraging;
use crate::checkpoint::state;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// The target acceptance of dual averaging.
const TARGET: f64 = 0.8;

/// The default largest number of leapfrog steps of a trajectory.
const STEPS: usize = 24;

/// The trajectories of one chain, with the adapted step size and scales of the coordinates.
pub(crate) struct Trajectories {
    /// The largest number of leapfrog steps.
    steps: usize,
    variances: Vec<f64>,
    /// The variances that scale the coordinates of a trajectory.
    scales: Vec<f64>,
    log_step: f64,
    averaging: DualAveraging,
    moments: Moments,
    gradient: Vec<f64>,
}

state!(Trajectories { variances, log_step, averaging, moments; steps, scales, gradient });

/// The end of a trajectory.
pub(crate) struct End {
    /// The log density at the beginning and at the end.
    pub log_densities: (f64, f64),
    /// The kinetic energy at the beginning minus that at the end.
    pub kinetic: f64,
}

impl End {
    /// The log of the acceptance ratio of the end: H − H′.
    pub fn log_ratio(&self) -> f64 {
        self.log_densities.1 - self.log_densities.0 + self.kinetic
    }

    /// The probability with which an end with this log ratio is accepted: 0 if the ratio is NaN, because
    /// the trajectory has left the support.
    pub fn acceptance(log_ratio: f64) -> f64 {
        if log_ratio.is_finite() { log_ratio.exp().min(1.0) } else { 0.0 }
    }
}

impl Trajectories {
    /// Makes trajectories of points with `count` coordinates.
    pub fn new(count: usize) -> Self {
        Self::with_steps(count, STEPS)
    }

    /// Makes trajectories of at most `steps` leapfrog steps. Scales are adapted only to points with `count`
    /// coordinates.
    pub fn with_steps(count: usize, steps: usize) -> Self {
        Self {
            steps,
            variances: vec![1.0; count],
            scales: Vec::new(),
            log_step: 0.1_f64.ln(),
            averaging: DualAveraging::around(0.1_f64.ln(), TARGET),
            moments: Moments::new(count),
            gradient: vec![0.0; count],
        }
    }

    /// Moves a point along a trajectory. `evaluate` returns the log density at a point and writes its
    /// gradient.
    pub fn travel(
        &mut self,
        point: &mut [f64],
        mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
        rng: &mut dyn Rng,
    ) -> End {
        let is_known = point.len() == self.variances.len();
        self.scales.clear();
        self.scales.extend((0..point.len()).map(|i| if is_known { self.variances[i] } else { 1.0 }));
        self.gradient.resize(point.len(), 0.0);
        let mut momenta: Vec<f64> =
            self.scales.iter().map(|v| rng.sample::<f64, _>(StandardNormal) / v.sqrt()).collect();
        // The random step size prevents periodic trajectories, which would return to their beginning.
        let step = self.log_step.exp() * rng.random_range(0.8..1.2);
        let first = evaluate(point, &mut self.gradient);
        let (kinetic, mut last) = (self.kinetic(&momenta), first);
        for _ in 0..rng.random_range(1..=self.steps) {
            self.kick(&mut momenta, 0.5 * step);
            for ((q, v), p) in point.iter_mut().zip(&self.scales).zip(&momenta) {
                *q += step * v * p;
            }
            last = evaluate(point, &mut self.gradient);
            if !last.is_finite() {
                break;
            }
            self.kick(&mut momenta, 0.5 * step);
        }
        End { log_densities: (first, last), kinetic: kinetic - self.kinetic(&momenta) }
    }

    /// Adapts to the point of the chain after a trajectory, and to the probability with which it was
    /// accepted. `warmup` is the share of the warmup that is over; after warmup nothing is adapted.
    pub fn learn(&mut self, point: &[f64], acceptance: f64, warmup: Option<f64>) {
        let Some(over) = warmup else {
            self.log_step = self.averaging.finish(self.log_step);
            return;
        };
        self.log_step = self.averaging.step(acceptance);
        if point.len() != self.variances.len() {
            return;
        }
        self.moments.add(point);
        // The first draws are far off: so the variances are estimated twice, after 30 % and after 60 % of
        // the warmup, and the rest of the warmup adapts the step size to them.
        if self.moments.count >= 20
            && (over > 0.3 && !self.moments.is_used || over > 0.6 && !self.moments.is_final)
        {
            self.variances = self.moments.variances();
            self.moments.is_final = self.moments.is_used;
            self.moments.is_used = true;
            self.averaging = DualAveraging::around(self.log_step, TARGET);
        }
    }

    fn kick(&self, momenta: &mut [f64], step: f64) {
        for (p, slope) in momenta.iter_mut().zip(&self.gradient) {
            *p += step * slope;
        }
    }

    fn kinetic(&self, momenta: &[f64]) -> f64 {
        momenta.iter().zip(&self.scales).map(|(p, v)| 0.5 * p * p * v).sum()
    }
}

/// The means and the sums of squares of the draws so far.
struct Moments {
    count: usize,
    means: Vec<f64>,
    squares: Vec<f64>,
    /// True once the variances have been estimated a first time (`is_used`), and a second time
    /// (`is_final`).
    is_used: bool,
    is_final: bool,
}

state!(Moments { count, means, squares, is_used, is_final });

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

    /// Returns the variances, shrunk slightly towards 10⁻³ as in Stan.
    fn variances(&self) -> Vec<f64> {
        let n = self.count as f64;
        self.squares.iter().map(|square| (square / (n - 1.0) * n + 5e-3) / (n + 5.0)).collect()
    }
}
