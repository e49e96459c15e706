//! Draws of an approximation with their importance weights.

use super::problem::Densities;
use crate::chains::gather;
use crate::draws::Draws;
use crate::error::Error;
use crate::posterior::Workspace;
use crate::target::Target;
use monomorph_diagnostics::psis::{Quality, psis};
use monomorph_numerics::random::fill_normal;
use monomorph_numerics::slices::exp_in_place;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Unconstrained draws of an approximation, one after the other, with the log densities of the posterior and
/// of the approximation.
#[derive(Default)]
pub(crate) struct Pool {
    pub points: Vec<f64>,
    pub log_densities: Vec<f64>,
    pub log_approximations: Vec<f64>,
}

impl Pool {
    /// As many points of standard normal numbers, without densities.
    pub fn normal(count: usize, dimension: usize, rng: &mut ChaCha8Rng) -> Self {
        let mut points = vec![0.0; count * dimension];
        fill_normal(&mut points, rng);
        Self { points, log_densities: Vec::with_capacity(count), log_approximations: vec![0.0; count] }
    }

    /// Computes the log densities of the posterior.
    pub fn evaluate(&mut self, densities: Densities<'_>, workspace: &mut Workspace) {
        let points = self.points.chunks_exact(densities.target().dimension());
        self.log_densities.extend(points.map(|point| densities.at(point, workspace)));
    }

    /// Adds the draws of another one.
    pub fn append(&mut self, mut other: Self) {
        self.points.append(&mut other.points);
        self.log_densities.append(&mut other.log_densities);
        self.log_approximations.append(&mut other.log_approximations);
    }

    /// The smoothed weights, which sum to 1, with their quality.
    pub fn weights(&self) -> Result<(Vec<f64>, Quality), Error> {
        let ratios = self.log_densities.iter().zip(&self.log_approximations);
        // A posterior that is nowhere finite gives −∞ everywhere, which the weights refuse.
        let ratios: Vec<f64> = ratios.map(|(log_density, log_draw)| log_density - log_draw).collect();
        let smoothed =
            psis(&ratios, 1.0).map_err(|error| Error::NoMode { start: 0, reason: error.to_string() })?;
        let mut weights = smoothed.log_weights;
        exp_in_place(&mut weights);
        Ok((weights, smoothed.quality))
    }

    /// The constrained values of all draws, as one chain.
    pub fn constrain(&self, target: &dyn Target) -> Result<Draws, Error> {
        let (variables, dimension) = (target.variables(), target.dimension());
        let size = variables.iter().map(|variable| variable.size()).sum::<usize>();
        let mut workspace = target.workspace();
        let mut values = vec![0.0; size * self.log_densities.len()];
        for (point, values) in self.points.chunks_exact(dimension).zip(values.chunks_exact_mut(size)) {
            target.constrain_into(point, values, &mut workspace)?;
        }
        gather(variables, &[&values], self.log_densities.len())
    }
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
