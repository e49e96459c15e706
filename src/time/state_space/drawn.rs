//! Draws of states and observations forward in time, and the log densities of single observations given the
//! earlier ones, −½ (log 2π + log F + v²/F).
//!
//! Diffuse states have no law from which they could be drawn. The observations that determine them keep
//! their values, and the rest is drawn given these, according to the density that the log likelihood
//! computes.
//!
//! If earlier observations are given, the first state is drawn given them, from the filter's N(a, P).

use super::memory::FilterMemory;
use super::system::{Form, System, add_covariance};
use crate::contract::drawing::DrawnRow;
use crate::time::state_space::steady;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// Returns the lower triangle L of a matrix L L′, which may be singular.
fn root(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut root = vec![0.0; n * n];
    for column in 0..n {
        let past: f64 = (0..column).map(|k| root[column * n + k] * root[column * n + k]).sum();
        let pivot = matrix[column * n + column] - past;
        if pivot <= 1e-13 * matrix[column * n + column] {
            continue;
        }
        root[column * n + column] = pivot.sqrt();
        for row in column + 1..n {
            let past: f64 = (0..column).map(|k| root[row * n + k] * root[column * n + k]).sum();
            root[row * n + column] = (matrix[row * n + column] - past) / root[column * n + column];
        }
    }
    root
}

/// Adds a draw from N(0, covariance) to numbers. Numbers after the covariance are not read.
pub(crate) fn add_draw<R: Rng + ?Sized>(to: &mut [f64], covariance: &[f64], form: Form, rng: &mut R) {
    let n = to.len();
    let mut matrix = vec![0.0; n * n];
    add_covariance(&mut matrix, covariance, form, n);
    let root = root(&matrix, n);
    let normal: Vec<f64> = (0..n).map(|_| rng.sample(StandardNormal)).collect();
    for (row, to) in to.iter_mut().enumerate() {
        *to += (0..=row).map(|k| root[row * n + k] * normal[k]).sum::<f64>();
    }
}

/// Draws from a time on, at which the state is given: `visit` receives each time, its state, and its
/// observations.
pub(crate) fn draw_forward<R: Rng + ?Sized>(
    system: &System<'_>,
    start: usize,
    mut state: Vec<f64>,
    rng: &mut R,
    mut visit: impl FnMut(usize, &[f64], &[f64]),
) {
    let states = system.states;
    let form = Form::of(system.state_noise.len().min(states * states), states);
    let mut observations = vec![0.0; system.series];
    for time in start..system.length {
        for (series, observation) in observations.iter_mut().enumerate() {
            let place = time * system.series + series;
            let design = &system.design[system.design_at(place, states)..][..states];
            let noise: f64 = rng.sample(StandardNormal);
            *observation = dot(design, &state) + noise * system.noise[system.noise_at(place)].sqrt();
        }
        visit(time, &state, &observations);
        if time + 1 < system.length {
            let transition = &system.transition[system.transition_at(time, states)..][..states * states];
            let moved = transition.chunks_exact(states).enumerate();
            state = moved
                .map(|(row, line)| {
                    dot(line, &state) + system.intercept[system.intercept_at(time, row, states)]
                })
                .collect();
            let noise = &system.state_noise[system.state_noise_at(time, states)..];
            add_draw(&mut state, noise, form, rng);
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Draws the observations, after the filter has run in the scratch. Returns false if there is no law to draw
/// from.
pub(crate) fn draw(system: &System<'_>, scratch: &mut [f64], to: DrawnRow<'_>) -> bool {
    let DrawnRow { values, rng, is_observed, known, .. } = to;
    let (has_beginning, states) = (system.diffuse == 0, system.states);
    if values.len() != system.observations.len() || (!has_beginning && !is_observed && known == 0) {
        return false;
    }
    let mut state: Vec<f64> = (0..states).map(|state| system.mean[system.mean_at(state)]).collect();
    let mut start = known.div_ceil(system.series);
    if !has_beginning || start > 0 {
        let memory = FilterMemory::new(states, system.length, system.series, !has_beginning, scratch);
        if !has_beginning {
            start = start.max(*memory.first_known as usize);
        }
        if start == system.length {
            return true;
        }
        let (covariance, _) = memory.rows.matrices(memory.place_of_covariance(start, system.series), states);
        state = (0..states).map(|state| steady::mean(system, start, state, &memory)).collect();
        // If a state is known up to rounding, the filter's variance may be slightly below 0.
        let mut covariance = covariance[..states * states].to_vec();
        covariance.iter_mut().step_by(states + 1).for_each(|variance| {
            *variance = if *variance < 0.0 { 0.0 } else { *variance };
        });
        add_draw(&mut state, &covariance, Form::Full, rng);
    } else {
        add_draw(&mut state, system.covariance, Form::of(system.covariance.len(), states), rng);
    }
    draw_forward(system, start, state, rng, |time, _, observations| {
        let first = time * system.series;
        for (place, drawn) in (first..).zip(observations) {
            // The system's observations are those of the law minus their offset.
            values[place] += drawn - system.observations[place];
        }
    });
    true
}

/// Stores the log density of each time's observations given the earlier ones. Returns false if `each` does
/// not have one element for each time.
pub(crate) fn given_the_past(system: &System<'_>, scratch: &mut [f64], each: &mut [f64]) -> bool {
    if each.len() != system.length {
        return false;
    }
    let is_diffuse = system.diffuse > 0;
    let mut memory = FilterMemory::new(system.states, system.length, system.series, is_diffuse, scratch);
    let first_known = *memory.first_known as usize;
    for (time, each) in each.iter_mut().enumerate() {
        *each = 0.0;
        let place_of_covariance = memory.place_of_covariance(time, system.series);
        let places = (time * system.series..).zip(place_of_covariance..).take(system.series);
        for (place, of_variance) in places {
            if !system.is_observed(place) {
                continue;
            }
            let makes_known = time < first_known && memory.diffuse.row(place).variance[0] > 0.0;
            let error = if makes_known { 0.0 } else { memory.errors[place] };
            let square = error * error * memory.inverses[of_variance];
            let logarithm = memory.variances[of_variance].ln();
            *each -= 0.5 * ((2.0 * core::f64::consts::PI).ln() + logarithm + square);
        }
    }
    true
}
