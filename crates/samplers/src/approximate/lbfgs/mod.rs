//! Minimisation by L-BFGS; the caller sees every point, its gradient, and the pairs of the history.
//!
//! Liu and Nocedal, Math. Programming 45 (1989); algorithms 6.1 and 7.5 of Nocedal and Wright, *Numerical
//! Optimization* (2006).

mod bottom;
mod conjugate;
mod diagonal;
mod history;
mod line_search;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod tests;
mod vectors;

use bottom::Bottom;
pub(crate) use conjugate::inverse_hessian;
pub(crate) use history::History;
use line_search::Found;
pub(crate) use vectors::{add_scaled, dot, largest};

/// A function that is minimised.
pub trait Objective {
    /// Returns the value at a point and writes its gradient. A value that is not finite means that there is
    /// none.
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64;
}

/// The reason why a descent stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// The gradient is so small that the minimum is within the tolerance.
    Gradient,
    /// The value has not changed by more than its rounding for some iterations.
    Flat,
    /// No step along the direction of steepest descent lowers the value.
    NoStep,
    /// The value falls without bound: see [`Bottom`].
    Bottomless,
}

/// The number of iterations with equal values after which a descent stops.
const FLAT: usize = 3;

/// The longest first step, in units of the coordinates.
const FIRST: f64 = 1.0;

/// The state of a descent.
pub struct Descent {
    pub point: Vec<f64>,
    pub gradient: Vec<f64>,
    pub value: f64,
    pub history: History,
    /// The number of evaluations, without the first one.
    pub evaluations: usize,
    pub iterations: usize,
    /// True if the last step has added a pair.
    pub has_new_pair: bool,
    /// √(gᵀ H g): the distance to the minimum in standard deviations of the normal distribution that is
    /// proportional to e^−f, with H from all pairs.
    pub distance: f64,
    /// −H g
    pub direction: Vec<f64>,
    slope: f64,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    flat: usize,
    bottom: Bottom,
}

impl Descent {
    /// Makes a descent that starts at a point, given its gradient and its value.
    pub fn from(point: Vec<f64>, gradient: Vec<f64>, value: f64, history: History) -> Self {
        let zeros = vec![0.0; point.len()];
        Self {
            history,
            evaluations: 0,
            iterations: 0,
            has_new_pair: false,
            distance: f64::INFINITY,
            direction: zeros.clone(),
            slope: 0.0,
            trial: zeros.clone(),
            trial_gradient: zeros,
            flat: 0,
            bottom: Bottom::default(),
            point,
            gradient,
            value,
        }
    }

    /// Sets the direction to −H g. The error is the reason to stop: the minimum is within a distance of
    /// `tolerance` standard deviations, or there is no minimum.
    pub fn turn(&mut self, tolerance: f64) -> Result<(), Stop> {
        if self.gradient.iter().all(|slope| *slope == 0.0) {
            self.direction.fill(0.0);
            self.distance = 0.0;
            return Err(Stop::Gradient);
        }
        self.aim();
        if !self.history.is_empty() {
            self.distance = (-self.slope).sqrt();
            if self.distance <= tolerance {
                return Err(Stop::Gradient);
            }
        }
        if self.flat >= FLAT {
            return Err(Stop::Flat);
        }
        match self.bottom.is_missing(self.history.log_volume(), self.value, &self.gradient) {
            true => Err(Stop::Bottomless),
            false => Ok(()),
        }
    }

    /// Moves one step along the direction, or along −g if no step along the direction lowers the value.
    pub fn advance(&mut self, objective: &mut dyn Objective) -> Result<(), Stop> {
        self.has_new_pair = false;
        loop {
            let first = match self.history.is_empty() {
                true => FIRST.min(FIRST / dot(&self.direction, &self.direction).sqrt()),
                false => 1.0,
            };
            if self.step(objective, first) {
                break;
            }
            if self.history.is_empty() {
                return Err(Stop::NoStep);
            }
            self.history.clear();
            self.aim();
        }
        self.iterations += 1;
        Ok(())
    }

    /// Sets the direction to −H g, or to −g if −H g does not descend, and sets the slope along it.
    fn aim(&mut self) {
        loop {
            for (direction, gradient) in self.direction.iter_mut().zip(&self.gradient) {
                *direction = -gradient;
            }
            self.history.apply(&mut self.direction);
            self.slope = dot(&self.direction, &self.gradient);
            // NaN compares false.
            if self.slope < 0.0 && self.slope.is_finite() || self.history.is_empty() {
                return;
            }
            self.history.clear();
        }
    }

    /// Searches along the direction and moves. Returns false if no step lowers the value.
    fn step(&mut self, objective: &mut dyn Objective, first: f64) -> bool {
        let slope = self.slope;
        let Self { point, direction, trial, trial_gradient, evaluations, .. } = self;
        let mut evaluate = |step: f64| {
            *evaluations += 1;
            for (trial, (point, direction)) in trial.iter_mut().zip(point.iter().zip(&*direction)) {
                *trial = point + step * direction;
            }
            let value = objective.evaluate(trial, trial_gradient);
            (value, dot(trial_gradient, direction))
        };
        let found = match line_search::search((self.value, slope), first, &mut evaluate) {
            Found::Wolfe(found) => found,
            Found::Lower(found) => {
                evaluate(found.step);
                found
            }
            Found::Nothing => return false,
        };
        let points = [&self.point[..], &self.trial[..]];
        let gradients = [&self.gradient[..], &self.trial_gradient[..]];
        self.has_new_pair = self.history.push(points, gradients);
        let is_equal = (self.value - found.value).abs() <= 10.0 * f64::EPSILON * self.value.abs().max(1.0);
        self.flat = if is_equal { self.flat + 1 } else { 0 };
        core::mem::swap(&mut self.point, &mut self.trial);
        core::mem::swap(&mut self.gradient, &mut self.trial_gradient);
        self.value = found.value;
        true
    }
}
