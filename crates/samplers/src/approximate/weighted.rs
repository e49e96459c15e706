//! Draws of an approximation with their importance weights.

use super::evaluator::Evaluator;
use crate::draws::Draws;
use crate::error::Error;
use crate::linalg::transpose_part;
use crate::trace::VariableInfo;
use monomorph_diagnostics::psis::{Quality, Smoother, WeightsError};
use monomorph_numerics::random::fill_normal;
use monomorph_numerics::slices::exp_in_place;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// The number of draws in one block, which are made and evaluated together. Sixteen draws use whole
/// [blocks](fill_normal) of random numbers, so the draws do not depend on this number.
const BLOCK: usize = 16;

/// Weights count as equal if their logarithms differ by less than this share of 1/√S, the error of means of
/// S draws in standard deviations.
const EQUAL: f64 = 0.01;

/// A normal distribution from which points are drawn.
pub(super) trait Normal {
    /// Turns standard normal numbers into points, one after the other, and writes their log densities.
    fn draw(&mut self, numbers: &[f64], points: &mut [f64], log_densities: &mut [f64]);
}

/// Draws of an approximation, with the log densities of the posterior and of the approximation.
pub(super) struct Pool {
    /// The constrained values, element by element: all draws of an element, then the next element.
    values: Vec<f64>,
    pub log_densities: Vec<f64>,
    pub log_approximations: Vec<f64>,
}

impl Pool {
    /// Draws from a distribution, a block at a time: the points and values of a draw are read while they
    /// are in the first cache, and the values that are kept are written once, to their final place.
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

    /// Joins the draws of all pools, one pool after the other.
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

    /// Returns the smoothed weights, which sum to 1, and their quality.
    pub fn weights(&self) -> Result<(Vec<f64>, Quality), Error> {
        let weights = smoothed_weights(log_ratios(&self.log_densities, &self.log_approximations), 1.0);
        // A posterior that is nowhere finite has the log weight −∞ everywhere, which is an error of the
        // weights.
        weights.map_err(|error| Error::NoMode { start: 0, reason: error.to_string() })
    }

    /// Returns the constrained values of all draws, as one chain, and leaves the pool without values.
    pub fn take_draws(&mut self, variables: Vec<VariableInfo>) -> Result<Draws, Error> {
        Draws::new(variables, 1, self.log_densities.len(), core::mem::take(&mut self.values))
    }
}

/// Returns the number of values of all variables.
fn values_of_a_draw(variables: &[VariableInfo]) -> usize {
    variables.iter().map(VariableInfo::size).sum()
}

/// Returns the logarithms of the weights of draws: the log density minus the log density they were drawn
/// from.
pub(crate) fn log_ratios(log_densities: &[f64], log_drawn_from: &[f64]) -> Vec<f64> {
    log_densities.iter().zip(log_drawn_from).map(|(density, drawn_from)| density - drawn_from).collect()
}

/// Returns the smoothed weights of draws, which sum to 1, and their quality, given the logarithms of the
/// weights and the relative efficiency of the draws. k̂ is −∞ if the weights differ by so little that means
/// of this number of draws do not show it, because the fitted shape would be that of rounding.
pub(crate) fn smoothed_weights(
    mut log_weights: Vec<f64>,
    r_eff: f64,
) -> Result<(Vec<f64>, Quality), WeightsError> {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) = log_weights.iter().fold(ends, |(least, most), &one| (one.min(least), one.max(most)));
    let mut quality = Smoother::new().smooth(&mut log_weights, r_eff)?;
    if most - least < EQUAL / (log_weights.len() as f64).sqrt() {
        quality.pareto_k = f64::NEG_INFINITY;
    }
    exp_in_place(&mut log_weights);
    Ok((log_weights, quality))
}

/// Returns the places of `count` draws that are chosen in proportion to weights, in random order.
///
/// Systematic resampling with one uniform number U: the k-th place is the first one whose cumulative weight
/// reaches (k + U) / count, so each draw is chosen its expected number of times, up to a difference below
/// one (Kitagawa, J. Comput. Graph. Statist. 5, 1996).
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

/// Returns the draws of one chain at the given places.
pub(crate) fn at_places(draws: &Draws, places: &[usize]) -> Result<Draws, Error> {
    let mut values = Vec::with_capacity(draws.names().len() * places.len());
    for (_, column) in draws.columns() {
        let column = column.as_slice();
        values.extend(places.iter().map(|place| column[*place]));
    }
    Draws::new(draws.variables().to_vec(), 1, places.len(), values)
}
