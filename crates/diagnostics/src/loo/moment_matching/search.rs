//! The search for a map that makes the weights of one observation reliable.

use super::MomentMatching;
use super::affine::Affine;
use super::steps::{Step, map};
use crate::loo::LooError;
use crate::psis::{Quality, Smoother, Tail};

/// The smoothed weights of moved draws, and the log likelihoods of the observation at these draws.
pub(super) struct Found {
    pub log_weights: Vec<f64>,
    pub values: Vec<f64>,
    pub quality: Quality,
}

pub(super) struct Search<'a, Density> {
    points: &'a [f64],
    dimension: usize,
    log_density: Density,
    /// The log density at each draw before it was moved.
    proposal: Vec<f64>,
    smoother: Smoother,
    settings: MomentMatching,
}

impl<'a, Density: FnMut(&[f64]) -> f64> Search<'a, Density> {
    pub fn new(
        points: &'a [f64],
        draws: usize,
        tail: Tail,
        mut log_density: Density,
        settings: MomentMatching,
    ) -> Result<Self, LooError> {
        let dimension = points.len() / draws;
        let proposal: Vec<f64> = points.chunks_exact(dimension).map(&mut log_density).collect();
        if let Some(draw) = proposal.iter().position(|value| !value.is_finite()) {
            return Err(LooError::LogDensity { draw, value: proposal[draw] });
        }
        let smoother = Smoother::new().tail(tail);
        Ok(Self { points, dimension, log_density, proposal, smoother, settings })
    }

    /// Moves the draws while `k̂` decreases and is above the target. Returns `None` if no map decreases it.
    pub fn find(&mut self, r_eff: f64, mut log_likelihood: impl FnMut(&[f64]) -> f64) -> Option<Found> {
        let mut points = self.points.to_vec();
        let mut best = self.weigh(&points, &self.proposal.clone(), r_eff, &mut log_likelihood)?;
        let mut total: Option<Affine> = None;
        let steps: &[Step] = match self.settings.covariance {
            true => &[Step::Means, Step::Variances, Step::Covariances],
            false => &[Step::Means, Step::Variances],
        };
        for _ in 0..self.settings.steps {
            if best.quality.pareto_k <= self.settings.target {
                break;
            }
            let weights: Vec<f64> = best.log_weights.iter().map(|weight| weight.exp()).collect();
            let better = steps.iter().find_map(|step| {
                let map = map(*step, &points, &weights)?;
                let moved = self.moved(&points, |point, moved, _| map.apply(point, moved));
                let log_densities = self.log_densities(&moved);
                let found = self.weigh(&moved, &log_densities, r_eff, &mut log_likelihood)?;
                (found.quality.pareto_k < best.quality.pareto_k).then_some((map, moved, found))
            });
            let Some((map, moved, found)) = better else { break };
            total = Some(total.map_or_else(|| map.clone(), |total| total.then(&map)));
            (points, best) = (moved, found);
        }
        let total = total?;
        if !self.settings.split {
            return Some(best);
        }
        // Weights of the mixture are at most twice those of the moved draws, so k is not larger; but they
        // may have two different scales, which k̂ takes for a tail.
        let mut mixture = self.split(&total, r_eff, log_likelihood)?;
        mixture.quality.pareto_k = best.quality.pareto_k;
        Some(mixture)
    }

    /// Computes the weights after moving every second draw, so that the draws come from a mixture.
    fn split(
        &mut self,
        total: &Affine,
        r_eff: f64,
        log_likelihood: impl FnMut(&[f64]) -> f64,
    ) -> Option<Found> {
        let is_moved = |draw: usize| draw.is_multiple_of(2);
        let mixed = self.moved(self.points, |point, moved, draw| match is_moved(draw) {
            true => total.apply(point, moved),
            false => moved.copy_from_slice(point),
        });
        // The point from which each draw would have come if it had been moved.
        let origins = self.moved(self.points, |point, moved, draw| match is_moved(draw) {
            true => moved.copy_from_slice(point),
            false => total.invert(point, moved),
        });
        let target = self.log_densities(&mixed);
        let log_determinant = total.log_determinant();
        let of_origins = self.log_densities(&origins);
        let log_mixture = |(plain, origin): (&f64, f64)| {
            let moved = origin - log_determinant;
            let larger = plain.max(moved);
            larger + ((plain - larger).exp() + (moved - larger).exp()).ln()
        };
        let mixture: Vec<f64> = target.iter().zip(of_origins).map(log_mixture).collect();
        let plain = std::mem::replace(&mut self.proposal, mixture);
        let found = self.weigh(&mixed, &target, r_eff, log_likelihood);
        self.proposal = plain;
        found
    }

    /// Computes the weights of points from the log densities of the posterior at them.
    fn weigh(
        &mut self,
        points: &[f64],
        log_densities: &[f64],
        r_eff: f64,
        log_likelihood: impl FnMut(&[f64]) -> f64,
    ) -> Option<Found> {
        let values: Vec<f64> = points.chunks_exact(self.dimension).map(log_likelihood).map(or_zero).collect();
        let ratios = values.iter().zip(log_densities).zip(&self.proposal);
        let mut log_weights: Vec<f64> = ratios
            .map(|((value, target), proposal)| match value.is_finite() {
                true => or_zero(target - proposal - value),
                false => f64::NEG_INFINITY,
            })
            .collect();
        let quality = self.smoother.smooth(&mut log_weights, r_eff).ok()?;
        Some(Found { log_weights, values, quality })
    }

    fn moved(&self, points: &[f64], mut f: impl FnMut(&[f64], &mut [f64], usize)) -> Vec<f64> {
        let mut moved = vec![0.0; points.len()];
        let pairs = points.chunks_exact(self.dimension).zip(moved.chunks_exact_mut(self.dimension));
        pairs.enumerate().for_each(|(draw, (point, moved))| f(point, moved, draw));
        moved
    }

    fn log_densities(&mut self, points: &[f64]) -> Vec<f64> {
        points.chunks_exact(self.dimension).map(|point| or_zero((self.log_density)(point))).collect()
    }
}

/// Returns −∞ for a value that is NaN or +∞, and otherwise the value.
fn or_zero(value: f64) -> f64 {
    if value < f64::INFINITY { value } else { f64::NEG_INFINITY }
}
