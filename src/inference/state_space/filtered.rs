//! The filter with known numbers: states given the past, the log likelihood, forecasts.

use super::StateSpace;
use crate::error::Error;
use crate::time::state_space::filter::{Predicted, begin, filter};
use crate::time::state_space::memory::{FilterMemory, Row};
use crate::time::state_space::steady::Search;
use crate::time::state_space::system::System;
use pulp::Scalar;

/// The mean and the covariance of the state at each time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct States {
    /// The number of states.
    pub states: usize,
    /// The means of the state, a row for each time.
    #[cfg_attr(feature = "serde", serde(with = "crate::draws::any_numbers"))]
    pub means: Vec<f64>,
    /// The covariance matrices of the state, one for each time, row by row.
    #[cfg_attr(feature = "serde", serde(with = "crate::draws::any_numbers"))]
    pub covariances: Vec<f64>,
}

impl States {
    /// The number of times.
    pub fn len(&self) -> usize {
        self.means.len() / self.states
    }

    /// True if there is no time.
    pub fn is_empty(&self) -> bool {
        self.means.is_empty()
    }

    /// The mean of the state at a time.
    pub fn mean(&self, time: usize) -> &[f64] {
        &self.means[time * self.states..][..self.states]
    }

    /// The covariance of the state at a time, row by row.
    pub fn covariance(&self, time: usize) -> &[f64] {
        let square = self.states * self.states;
        &self.covariances[time * square..][..square]
    }
}

/// Future observations: a row for each time, with a number for each series.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Forecast {
    /// The means.
    #[cfg_attr(feature = "serde", serde(with = "crate::draws::any_numbers"))]
    pub means: Vec<f64>,
    /// The variances, including those of the noise.
    #[cfg_attr(feature = "serde", serde(with = "crate::draws::any_numbers"))]
    pub variances: Vec<f64>,
}

/// Returns an element of P + κ P∞ with κ → ∞.
pub(super) fn known_or_infinite(known: f64, unknown: f64) -> f64 {
    if unknown.abs() > 1e-9 { unknown * f64::INFINITY } else { known }
}

/// Returns the state after the observations of a time: a + P z v/F and P − P z z′ P/F of the last
/// observation.
pub(super) fn filtered(
    (time, series): (usize, usize),
    is_diffuse: bool,
    memory: &mut FilterMemory<'_>,
    (mean, covariance): (&mut [f64], &mut [f64]),
) {
    let states = mean.len();
    if is_diffuse {
        let known = memory.diffuse.filtered(time);
        mean.copy_from_slice(known.mean);
        for (at, element) in covariance.iter_mut().enumerate() {
            *element = known_or_infinite(known.covariance[at], known.diffuse[at]);
        }
        return;
    }
    let last = (time + 1) * series - 1;
    let (error, inverse) = (memory.errors[last], memory.inverses[last]);
    let Row { mean: before, covariance: prior, gain } = memory.rows.row(last, states);
    for state in 0..states {
        mean[state] = before[state] + gain[state] * error * inverse;
    }
    for (at, element) in covariance.iter_mut().enumerate() {
        *element = prior[at] - gain[at / states] * gain[at % states] * inverse;
    }
}

/// Returns z′ a and z′ P z: the mean of an observation and the part of its variance that comes from the
/// state.
pub(super) fn of_observation(design: &[f64], mean: &[f64], covariance: &[f64]) -> (f64, f64) {
    let dot = |a: &[f64]| a.iter().zip(design).map(|(a, z)| a * z).sum::<f64>();
    let rows = covariance.chunks_exact(design.len());
    (dot(mean), design.iter().zip(rows).map(|(z, row)| z * dot(row)).sum())
}

/// The results of a filter: its memory, and flags of the observations that were made.
pub(super) struct Run {
    pub numbers: Vec<f64>,
    pub observations: Vec<f64>,
    pub observed: Vec<u32>,
    /// The first time at which no state is diffuse.
    pub first_known: usize,
    pub log_likelihood: f64,
    pub length: usize,
}

impl StateSpace {
    /// Returns d of an observation.
    fn offset_at(&self, place: usize) -> f64 {
        self.offset[if self.offset.len() == 1 { 0 } else { place }]
    }

    /// Returns the observations without their offset, with 0 for missing ones; and a flag for each
    /// observation.
    fn prepared(&self, y: &[f64]) -> (Vec<f64>, Vec<u32>) {
        let number = |(place, y): (usize, &f64)| if y.is_nan() { 0.0 } else { y - self.offset_at(place) };
        (y.iter().enumerate().map(number).collect(), y.iter().map(|y| (!y.is_nan()).into()).collect())
    }

    /// Returns the system of these observations.
    pub(super) fn system<'a>(&'a self, observations: &'a [f64], observed: &'a [u32]) -> System<'a> {
        System {
            states: self.states,
            series: self.series,
            length: observations.len() / self.series,
            diffuse: self.diffuse,
            observations,
            observed,
            design: &self.design,
            transition: &self.transition,
            noise: &self.noise,
            state_noise: &self.state_noise,
            intercept: &self.intercept,
            mean: &self.mean,
            covariance: &self.covariance,
        }
    }

    /// Runs the filter.
    pub(super) fn run(&self, y: &[f64]) -> Result<Run, Error> {
        let length = self.check(y.len())?;
        self.check_numbers(y)?;
        let (observations, observed) = self.prepared(y);
        let (states, series, is_diffuse) = (self.states, self.series, self.diffuse > 0);
        let mut numbers = vec![0.0; FilterMemory::length(states, length, series, is_diffuse)];
        let mut memory = FilterMemory::new(states, length, series, is_diffuse, &mut numbers);
        let work = core::mem::take(&mut memory.work);
        let mut at = Predicted::divide(work, states);
        let system = self.system(&observations, &observed);
        begin(&system, states, &mut at);
        let mut squares = 0.0;
        if is_diffuse {
            squares = filter::<Scalar, true>(&system, states, 0, &mut at, &mut memory, Search::new(false));
        }
        let first_known = *memory.first_known as usize;
        squares +=
            filter::<Scalar, false>(&system, states, first_known, &mut at, &mut memory, Search::new(false));
        self.check_variances(&observed, memory.variances)?;
        let logarithms: f64 = memory.variances.iter().map(|variance| variance.ln()).sum();
        let count: u32 = observed.iter().sum();
        let log_likelihood =
            -0.5 * (f64::from(count) * (2.0 * core::f64::consts::PI).ln() + logarithms + squares);
        Ok(Run { numbers, observations, observed, first_known, log_likelihood, length })
    }

    /// Returns the memory of a filter that has run.
    pub(super) fn memory<'a>(&self, length: usize, numbers: &'a mut [f64]) -> FilterMemory<'a> {
        FilterMemory::new(self.states, length, self.series, self.diffuse > 0, numbers)
    }

    /// The log density of the observations; with diffuse states, its limit as in
    /// [`linear_gaussian`](crate::distribution::linear_gaussian()).
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices and the observations do not fit, or their numbers are
    /// not those of a model: see [`StateSpace`].
    pub fn log_likelihood(&self, y: &[f64]) -> Result<f64, Error> {
        Ok(self.run(y)?.log_likelihood)
    }

    /// The state at each time, given the observations up to this time. Its variances are infinite while it
    /// is not determined.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices and the observations do not fit, or their numbers are
    /// not those of a model: see [`StateSpace`].
    pub fn filter(&self, y: &[f64]) -> Result<States, Error> {
        let mut run = self.run(y)?;
        let (states, square) = (self.states, self.states * self.states);
        let mut memory = self.memory(run.length, &mut run.numbers);
        let (mut means, mut covariances) = (vec![0.0; run.length * states], vec![0.0; run.length * square]);
        let rows = means.chunks_exact_mut(states).zip(covariances.chunks_exact_mut(square));
        for (time, state) in rows.enumerate() {
            filtered((time, self.series), time < run.first_known, &mut memory, state);
        }
        Ok(States { states, means, covariances })
    }

    /// The observations at the times after the last one, given all observations. Matrices that differ from
    /// time to time, and offsets, must continue until the horizon.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices and the observations do not fit, or their numbers are
    /// not those of a model: see [`StateSpace`].
    pub fn forecast(&self, y: &[f64], horizon: usize) -> Result<Forecast, Error> {
        let mut all = y.to_vec();
        all.resize(y.len() + horizon * self.series, f64::NAN);
        let mut run = self.run(&all)?;
        let states = self.states;
        let mut memory = self.memory(run.length, &mut run.numbers);
        let system = self.system(&run.observations, &run.observed);
        let (mut means, mut variances) = (Vec::new(), Vec::new());
        for place in y.len()..all.len() {
            let design = &self.design[system.design_at(place, states)..][..states];
            let row = memory.rows.row(place, states);
            let (mean, of_state) = of_observation(design, row.mean, row.covariance);
            means.push(mean + self.offset_at(place));
            let is_known = place / self.series >= run.first_known;
            let noise = self.noise[system.noise_at(place)];
            variances.push(if is_known { of_state + noise } else { f64::INFINITY });
        }
        Ok(Forecast { means, variances })
    }
}
