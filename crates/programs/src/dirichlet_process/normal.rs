//! x ~ N(μ, σ) with μ ~ N(m, τ): given n members of sum s, the precision of μ is 1/τ² + n/σ², and its mean
//! (m/τ² + s/σ²) over that; one more x is normal around it, with the variance of μ and σ².

use super::Component;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// Normal observations around a mean with a normal prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalCluster {
    /// The mean of the clusters' means.
    pub location: f64,
    /// The standard deviation of the clusters' means.
    pub spread: f64,
    /// The standard deviation of observations around the mean of their cluster.
    pub scale: f64,
}

/// How many members there are, and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NormalMembers {
    count: f64,
    sum: f64,
}

/// The normal distribution of one more observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalPredictive {
    mean: f64,
    half_precision: f64,
    log_normaliser: f64,
}

impl NormalCluster {
    /// The mean and the variance of μ.
    fn posterior(&self, members: &NormalMembers) -> (f64, f64) {
        let (prior, each) = (self.spread.powi(-2), self.scale.powi(-2));
        let variance = (prior + members.count * each).recip();
        (variance * (prior * self.location + each * members.sum), variance)
    }
}

impl Component for NormalCluster {
    type Members = NormalMembers;
    type Predictive = NormalPredictive;

    fn add(&self, members: &mut NormalMembers, x: f64) {
        members.count += 1.0;
        members.sum += x;
    }

    fn remove(&self, members: &mut NormalMembers, x: f64) {
        members.count -= 1.0;
        // What rounding leaves in the sum of no members would stay for ever.
        members.sum = if members.count == 0.0 { 0.0 } else { members.sum - x };
    }

    fn predictive(&self, members: &NormalMembers) -> NormalPredictive {
        let (mean, variance) = self.posterior(members);
        let variance = variance + self.scale * self.scale;
        let log_normaliser = -0.5 * (core::f64::consts::TAU * variance).ln();
        NormalPredictive { mean, half_precision: 0.5 / variance, log_normaliser }
    }

    fn log_density(&self, predictive: NormalPredictive, x: f64) -> f64 {
        let NormalPredictive { mean, half_precision, log_normaliser } = predictive;
        log_normaliser - half_precision * (x - mean) * (x - mean)
    }

    fn parameter(&self, members: &NormalMembers, rng: &mut dyn Rng) -> f64 {
        let (mean, variance) = self.posterior(members);
        mean + variance.sqrt() * rng.sample::<f64, _>(StandardNormal)
    }
}
