//! Draws of an approximation with their importance weights.

use super::evaluator::Evaluator;
use crate::draws::Draws;
use crate::error::Error;
use crate::linalg::transpose_part;
use crate::trace::VariableInfo;
use monomorph_diagnostics::psis::{Quality, Smoother};
use monomorph_numerics::random::fill_normal;
use monomorph_numerics::slices::exp_in_place;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// The draws that are made and evaluated before the next ones are. With sixteen, a block takes whole
/// [blocks](fill_normal) of random numbers, so draws do not depend on it.
const BLOCK: usize = 16;

/// A normal distribution that points are drawn from.
pub(super) trait Normal {
    /// Turns standard normal numbers into points, one after the other, and writes their log densities.
    fn draw(&mut self, numbers: &[f64], points: &mut [f64], log_densities: &mut [f64]);
}

/// Draws of an approximation, with the log densities of the posterior and of the approximation.
pub(super) struct Pool {
    /// The constrained values, in the order element, draw.
    values: Vec<f64>,
    pub log_densities: Vec<f64>,
    pub log_approximations: Vec<f64>,
}

impl Pool {
    /// Draws from a distribution, a few at a time: points and values of one draw are read while they are in
    /// the first cache, and what is kept of them is written once, where it stays.
    pub fn draw(
        normal: &mut dyn Normal,
        count: usize,
        evaluator: &mut Evaluator<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Result<Self, Error> {
        let target = evaluator.densities().target();
        let (dimension, size) = (target.dimension(), values_of_a_draw(&target.variables()));
        let mut values = vec![0.0; size * count];
        let (mut log_densities, mut log_approximations) = (Vec::with_capacity(count), vec![0.0; count]);
        let (mut numbers, mut points) = (vec![0.0; BLOCK * dimension], vec![0.0; BLOCK * dimension]);
        let mut rows = vec![0.0; BLOCK * size];
        for (block, log_approximations) in log_approximations.chunks_mut(BLOCK).enumerate() {
            let some = log_approximations.len();
            let (numbers, points) = (&mut numbers[..some * dimension], &mut points[..some * dimension]);
            fill_normal(numbers, rng);
            normal.draw(numbers, points, log_approximations);
            let mut done = 0;
            while done < some {
                let (points, rows) = (&points[done * dimension..], &mut rows[done * size..]);
                let found = evaluator.next_with_values(points, rows, size)?;
                log_densities.extend_from_slice(found);
                done += found.len();
            }
            transpose_part(&rows, size, &mut values[block * BLOCK..], count, some, size);
        }
        Ok(Self { values, log_densities, log_approximations })
    }

    /// The draws of all pools, one pool after the other.
    pub fn join(mut pools: Vec<Self>) -> Self {
        if pools.len() == 1 {
            return pools.remove(0);
        }
        let elements = pools.first().map_or(0, |pool| pool.values.len() / pool.log_densities.len());
        let mut values = Vec::with_capacity(pools.iter().map(|pool| pool.values.len()).sum());
        for element in 0..elements {
            for Self { values: own, log_densities, .. } in &pools {
                let count = log_densities.len();
                values.extend_from_slice(&own[element * count..][..count]);
            }
        }
        let of = |numbers: fn(&Self) -> &[f64]| pools.iter().flat_map(numbers).copied().collect();
        let (log_densities, log_approximations) =
            (of(|pool| &pool.log_densities), of(|pool| &pool.log_approximations));
        Self { values, log_densities, log_approximations }
    }

    /// The smoothed weights, which sum to 1, with their quality.
    pub fn weights(&self) -> Result<(Vec<f64>, Quality), Error> {
        smoothed_weights(&self.log_densities, &self.log_approximations)
    }

    /// The largest difference of the logarithms of two weights: NaN or ∞ where one is not finite.
    pub fn spread(&self) -> f64 {
        let ratios = self.log_densities.iter().zip(&self.log_approximations).map(|(p, q)| p - q);
        let (least, most) = ratios.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), ratio| {
            (least.min(ratio), most.max(ratio))
        });
        most - least
    }

    /// Hands out the constrained values of all draws, as one chain.
    pub fn take_draws(&mut self, variables: Vec<VariableInfo>) -> Result<Draws, Error> {
        Draws::new(variables, 1, self.log_densities.len(), core::mem::take(&mut self.values))
    }
}

/// The number of values of all variables.
fn values_of_a_draw(variables: &[VariableInfo]) -> usize {
    variables.iter().map(VariableInfo::size).sum()
}

/// The smoothed weights of draws by both of their log densities. They sum to 1.
pub(super) fn smoothed_weights(
    log_densities: &[f64],
    log_approximations: &[f64],
) -> Result<(Vec<f64>, Quality), Error> {
    let ratios = log_densities.iter().zip(log_approximations);
    // A posterior that is nowhere finite gives −∞ everywhere, which the weights refuse.
    let mut weights: Vec<f64> = ratios.map(|(log_density, log_draw)| log_density - log_draw).collect();
    let smoothed = Smoother::new().smooth(&mut weights, 1.0);
    let quality = smoothed.map_err(|error| Error::NoMode { start: 0, reason: error.to_string() })?;
    exp_in_place(&mut weights);
    Ok((weights, quality))
}

/// The places of `count` draws that are taken in proportion to weights, in random order.
///
/// Systematic resampling: with one uniform number U, those whose cumulative weight first reaches (k + U) /
/// count, so that each is taken its expected number of times, up to less than one (Kitagawa, J. Comput.
/// Graph. Statist. 5, 1996).
pub(crate) fn resample(weights: &[f64], count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let (offset, mut place, mut cumulative) = (rng.random::<f64>(), 0, weights[0]);
    let mut chosen: Vec<usize> = (0..count)
        .map(|k| {
            let wanted = (k as f64 + offset) / count as f64;
            while cumulative < wanted && place + 1 < weights.len() {
                place += 1;
                cumulative += weights[place];
            }
            place
        })
        .collect();
    chosen.shuffle(rng);
    chosen
}

/// The draws of one chain at places.
pub(crate) fn at_places(draws: &Draws, places: &[usize]) -> Result<Draws, Error> {
    let mut values = Vec::with_capacity(draws.names().len() * places.len());
    for (_, column) in draws.columns() {
        let column = column.as_slice();
        values.extend(places.iter().map(|place| column[*place]));
    }
    Draws::new(draws.variables().to_vec(), 1, places.len(), values)
}
