//! Draws of the states given the observations: α⁺ + E(α | y − y⁺), where α⁺ and y⁺ are drawn of the model with means of 0.
//! (Durbin and Koopman 2002, "A simple and efficient simulation smoother for state space time series analysis".)

use super::StateSpace;
use crate::error::Error;
use crate::operation::state_space::system::{Form, add_covariance};
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// The lower triangle L of a matrix that may have no full rank, L L′.
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

/// Adds a draw of N(0, covariance) to numbers.
fn add_draw<R: Rng + ?Sized>(to: &mut [f64], covariance: &[f64], rng: &mut R) {
    let n = to.len();
    let mut matrix = vec![0.0; n * n];
    add_covariance(&mut matrix, covariance, Form::of(covariance.len().min(n * n), n), n);
    let root = root(&matrix, n);
    let normal: Vec<f64> = (0..n).map(|_| rng.sample(StandardNormal)).collect();
    for (row, to) in to.iter_mut().enumerate() {
        *to += (0..=row).map(|k| root[row * n + k] * normal[k]).sum::<f64>();
    }
}

impl StateSpace {
    /// A draw of the states at all times given the observations, a row for each time.
    ///
    /// # Errors
    ///
    /// If the sizes of the matrices and the observations do not fit.
    pub fn simulate<R: Rng + ?Sized>(&self, y: &[f64], rng: &mut R) -> Result<Vec<f64>, Error> {
        let length = self.check(y.len())?;
        let (states, square) = (self.states, self.states * self.states);
        let observed = vec![1; y.len()];
        let system = self.system(y, &observed);
        let mut state = vec![0.0; states];
        let mut first = vec![0.0; square];
        add_covariance(&mut first, &self.covariance, Form::of(self.covariance.len(), states), states);
        (0..square)
            .filter(|at| at / states < self.diffuse || at % states < self.diffuse)
            .for_each(|at| first[at] = 0.0);
        add_draw(&mut state, &first, rng);
        let (mut all, mut left) = (Vec::new(), y.to_vec());
        for time in 0..length {
            let now = left.iter_mut().enumerate().skip(time * self.series).take(self.series);
            for (place, left) in now {
                let design = &self.design[system.design_at(place, states)..][..states];
                let noise: f64 = rng.sample(StandardNormal);
                *left -= design.iter().zip(&state).map(|(z, state)| z * state).sum::<f64>()
                    + noise * self.noise[system.noise_at(place)].sqrt();
            }
            all.extend_from_slice(&state);
            if time + 1 < length {
                let transition = &self.transition[system.transition_at(time, states)..][..square];
                let moved = transition.chunks_exact(states);
                state = moved.map(|row| row.iter().zip(&state).map(|(t, state)| t * state).sum()).collect();
                let noise = &self.state_noise[system.state_noise_at(time, states)..];
                add_draw(&mut state, noise, rng);
            }
        }
        let smoothed = self.smooth(&left)?;
        all.iter_mut().zip(&smoothed.means).for_each(|(drawn, mean)| *drawn += mean);
        Ok(all)
    }
}
