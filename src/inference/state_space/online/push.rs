//! A new row: one time of the filter, v = y − z′ a, a ← a + P z v/F, P ← P − P z z′ P/F for each
//! observation, and then the prediction a ← T a + c, P ← T P T′ + Q.

use super::super::checks::{broken, refused};
use super::super::filtered::{filtered, of_observation};
use super::{Kept, OnlineFilter, StateSpace, Work};
use crate::error::Error;
use crate::time::state_space::filter::{Predicted, filter_time};
use crate::time::state_space::memory::FilterMemory;
use crate::time::state_space::system::System;
use crate::time::state_space::without_variance;
use core::f64::consts::PI;
use pulp::Scalar;

/// Returns the numbers of a time: all numbers if they are the same for all times, and `None` after the last
/// time.
fn of_time(numbers: &[f64], size: usize, time: usize) -> Option<&[f64]> {
    if numbers.len() <= size {
        return Some(numbers).filter(|numbers| !numbers.is_empty());
    }
    numbers.get(time.checked_mul(size)?..)?.get(..size)
}

/// Returns the model at a time, and d; the transition to the next time is empty if the model has none.
fn at_time(model: &StateSpace, time: usize) -> Result<(System<'_>, &[f64]), &'static str> {
    let StateSpace { states, series, .. } = *model;
    let onward = [
        of_time(&model.transition, states * states, time),
        of_time(&model.state_noise, states * states, time),
        of_time(&model.intercept, states, time),
    ];
    let [transition, state_noise, intercept] = match onward {
        [Some(transition), Some(state_noise), Some(intercept)] => [transition, state_noise, intercept],
        _ => [&[][..]; 3],
    };
    let system = System {
        states,
        series,
        length: 1,
        diffuse: 0,
        observations: &[],
        observed: &[],
        design: of_time(&model.design, series * states, time).ok_or("the design")?,
        transition,
        noise: of_time(&model.noise, series, time).ok_or("the noise")?,
        state_noise,
        intercept,
        mean: &[],
        covariance: &[],
    };
    Ok((system, of_time(&model.offset, series, time).ok_or("the offset")?))
}

/// Returns the number in a place, or the one number for all places.
fn of_each(numbers: &[f64], place: usize) -> f64 {
    if numbers.len() == 1 { numbers[0] } else { numbers[place] }
}

impl OnlineFilter {
    /// Adds a row: a number for each series, NaN for missing observations.
    ///
    /// # Errors
    ///
    /// Returns an error for a row of another length, an infinite number, an observation without a variance
    /// given the earlier ones, and a row after the last time for which the model has matrices. The filter is
    /// then unchanged.
    pub fn push(&mut self, y: &[f64]) -> Result<(), Error> {
        let StateSpace { states, series, .. } = self.model;
        if y.len() != series {
            return Err(Error::LengthMismatch {
                statement: "OnlineFilter::push".to_owned(),
                expected_by: format!("a model of {series} series"),
                expected: series,
                found_in: "the row".to_owned(),
                found: y.len(),
            });
        }
        if let Some(place) = y.iter().position(|y| y.is_infinite()) {
            return Err(broken("the row", place, y[place], "be finite, or NaN where there is none"));
        }
        let ended = |what: &str| {
            refused(format!(
                "{what} ended: there are no numbers of it for the time {}, counted from 0",
                self.count
            ))
        };
        if !self.goes_on {
            return Err(ended("the transition from a time to the next has"));
        }
        let (system, offset) =
            at_time(&self.model, self.since).map_err(|what| ended(&format!("{what} has")))?;
        let Self { lag, count, unknown, kept, work, .. } = self;
        let (slot, is_diffuse) = (*count % (*lag + 1), *unknown > 0);
        let places = slot * series..(slot + 1) * series;
        let Work { observations, observed, predicted, .. } = work;
        let made = &mut observed[places.clone()];
        for (at, (number, made)) in observations[places.clone()].iter_mut().zip(&mut *made).enumerate() {
            *made = u32::from(!y[at].is_nan());
            *number = if y[at].is_nan() { 0.0 } else { y[at] - of_each(offset, at) };
        }
        let Kept { next, filtered: of_state, predicted: of_row, ring, .. } = kept;
        let mut memory = FilterMemory::new(states, *lag + 1, series, self.model.diffuse > 0, ring);
        let mut at = Predicted::divide(predicted, states);
        at.mean.copy_from_slice(&next[0]);
        at.covariance.copy_from_slice(&next[1]);
        at.diffuse.copy_from_slice(&next[2]);
        let system = System { observations, observed, ..system };
        let (goes_on, mut squares, mut left) = (!system.transition.is_empty(), 0.0, *unknown);
        let (now, counts) = ((slot, !goes_on), (&mut squares, &mut left));
        if is_diffuse {
            filter_time::<Scalar, true>(&system, states, now, &mut at, &mut memory, counts);
        } else {
            filter_time::<Scalar, false>(&system, states, now, &mut at, &mut memory, counts);
        }
        let variances = &memory.variances[places.clone()];
        if variances.iter().any(|variance| *variance <= 0.0 || variance.is_nan()) {
            let first = *count * series;
            let is_made = |place: usize| system.observed[places.start + place - first] == 1;
            let reason =
                without_variance(first..first + series, series, is_made, |place| variances[place - first]);
            if let Some(reason) = reason {
                return Err(refused(reason));
            }
        }
        // Nothing is refused after this point.
        let made: u32 = system.observed[places.clone()].iter().sum();
        let logarithms: f64 = variances.iter().map(|variance| variance.ln()).sum();
        self.log_density = -0.5 * (f64::from(made) * (2.0 * PI).ln() + logarithms + squares);
        self.log_likelihood += self.log_density;
        let row = memory.rows.row(places.start, states);
        let [means, variances] = of_row;
        let expected = means.iter_mut().zip(variances).zip(system.design.chunks_exact(states));
        for (series, ((mean, variance), design)) in expected.enumerate() {
            let (of_mean, of_state) = of_observation(design, row.mean, row.covariance);
            *mean = of_mean + of_each(offset, series);
            let noise = of_each(system.noise, series);
            *variance = if is_diffuse { f64::INFINITY } else { of_state + noise };
        }
        if is_diffuse && left == 0 {
            self.first_known = *count + 1;
        }
        *unknown = left;
        let [mean, covariance] = of_state;
        filtered((slot, series), is_diffuse, &mut memory, (mean, covariance));
        self.goes_on = goes_on;
        if goes_on {
            next[0].copy_from_slice(at.mean);
            next[1].copy_from_slice(at.covariance);
            next[2].copy_from_slice(at.diffuse);
        }
        if *lag > 0 {
            self.look_back(slot);
        }
        self.count += 1;
        self.since += 1;
        Ok(())
    }

    /// Stores the matrices of the time in this slot, and smooths backward over the lag.
    fn look_back(&mut self, slot: usize) {
        let StateSpace { states, series, .. } = self.model;
        let Self { lag, count, unknown, kept: Kept { ring, matrices, smoothed, .. }, work, .. } = self;
        let Ok((now, _)) = at_time(&self.model, self.since) else { return };
        let [designs, noises, transitions] = matrices;
        designs[slot * series * states..][..series * states].copy_from_slice(now.design);
        let noise = noises[slot * series..][..series].iter_mut().enumerate();
        noise.for_each(|(place, noise)| *noise = of_each(now.noise, place));
        let square = states * states;
        transitions[slot * square..][..now.transition.len()].copy_from_slice(now.transition);
        if *count < *lag || *unknown > 0 {
            return;
        }
        let system = System { design: designs, noise: noises, transition: transitions, ..now };
        let mut memory = FilterMemory::new(states, *lag + 1, series, self.model.diffuse > 0, ring);
        let (backward, slot_of) = (&mut work.backward, |time: usize| time % (*lag + 1));
        backward.begin();
        for time in (*count - *lag..=*count).rev() {
            if time < *count {
                let start = system.transition_at(slot_of(time), states);
                backward.through(&system.transition[start..][..square]);
            }
            backward.observations(&system, slot_of(time), time < self.first_known, &mut memory);
        }
        let [mean, covariance] = smoothed;
        backward.state(slot_of(*count - *lag) * series, &mut memory, mean, covariance);
    }
}
