//! x ~ N(μ, σ) with μ ~ N(m, τ): given n members with the sum s, the precision of μ is 1/τ² + n/σ², and its
//! mean is (m/τ² + s/σ²) divided by the precision; one more x is normal with this mean and the variance of
//! μ plus σ².

use super::Component;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// Normal observations around a mean with a normal prior.
// Exhaustive: the law has these three numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalCluster {
    /// The prior mean m of the clusters' means.
    pub location: f64,
    /// The prior standard deviation τ of the clusters' means.
    pub spread: f64,
    /// The standard deviation σ of observations around the mean of their cluster.
    pub scale: f64,
}

/// The number of members, and their sum.
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
    /// Returns the mean and the variance of μ given the members.
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
        // The sum of no members is set to 0, because a rounding error in it would never disappear.
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
