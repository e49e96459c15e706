//! [`Curvature`]: the curvature for which a chain searches when a window ends, so that it becomes the
//! precision of the chain.

use super::auto;
use super::map::Map;
use super::metric::Metric;
use super::sampler::Sampler;
use crate::sampling::precision::PrecisionMatrix;

/// The curvature of the log density at the mean of some draws, which a sampler should take as its
/// precision.
#[derive(Clone, Debug)]
pub struct Curvature {
    /// The mean of the draws.
    pub point: Vec<f64>,
    pub(super) metric: Metric,
    /// The mean number of leapfrog steps per draw.
    pub(super) steps: f64,
}

impl Curvature {
    /// Returns true if the metric has a precision, or may have one for this dimension and length of
    /// trajectories.
    pub(super) fn is_worth_a_look(&self, sampler: &Sampler) -> bool {
        let has_one = sampler.learned_precision().is_some();
        match self.metric {
            Metric::Sparse => true,
            Metric::Auto => has_one || auto::is_worth_a_look(sampler.point().len(), self.steps),
            Metric::Diagonal | Metric::Fisher | Metric::Dense | Metric::LowRank => false,
        }
    }

    /// Computes the precision, and gives it to the sampler if it saves more time than it costs. Returns
    /// true if the sampler has taken it, and the number of gradients that `evaluate` has computed.
    /// `evaluate` stores the gradient at a point, and returns the log density. If there is no precision,
    /// the sampler keeps its scales.
    pub fn learn(
        &self,
        sampler: &mut Sampler,
        evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
    ) -> (bool, u64) {
        let mut gradients = 0;
        let mut counted = |q: &[f64], gradient: &mut [f64]| {
            gradients += 1;
            evaluate(q, gradient)
        };
        let before = sampler.learned_precision().map(|precision| precision.pattern().clone());
        let found = PrecisionMatrix::found(before.as_ref(), &self.point, &mut counted).ok();
        let pays = |precision: &PrecisionMatrix| {
            let beside_a_diagonal = matches!(sampler.map, Map::Identity);
            let (scales, numbers) = (sampler.scales(), sampler.numbers());
            beside_a_diagonal && auto::pays(precision, scales, self.steps, numbers)
        };
        let found = found.filter(|found| self.metric == Metric::Sparse || before.is_some() || pays(found));
        let is_taken = found.is_some();
        found.into_iter().for_each(|precision| sampler.learn_precision(precision));
        (is_taken, gradients)
    }
}
