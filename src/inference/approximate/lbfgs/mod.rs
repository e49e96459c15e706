//! Minimising by L-BFGS, with all that it sees on the way: points, gradients, and the pairs of its history.
//!
//! Liu and Nocedal, Math. Programming 45 (1989); algorithm 7.5 of Nocedal and Wright, *Numerical
//! Optimization* (2006).

mod diagonal;
mod history;
mod line_search;
#[cfg(test)]
mod tests;
mod vectors;

pub(crate) use history::History;
use line_search::Found;
pub(crate) use vectors::{add_scaled, dot, largest};

/// A function that is minimised.
pub(crate) trait Objective {
    /// The value at a point, whose gradient is written; where there is none it is not finite.
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64;
}

/// The reason why a descent is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stop {
    /// The gradient is so small that the minimum is within the tolerance.
    Gradient,
    /// The value has not changed by more than its rounding for some iterations.
    Flat,
    /// No step along the direction of steepest descent lowers the value.
    NoStep,
}

/// The number of iterations with equal values after which a descent is over.
const FLAT: usize = 3;

/// The longest first step, in coordinates.
const FIRST: f64 = 1.0;

/// A point on its way down.
pub(crate) struct Descent {
    pub point: Vec<f64>,
    pub gradient: Vec<f64>,
    pub value: f64,
    pub history: History,
    /// The number of evaluations, the first one not counted.
    pub evaluations: usize,
    pub iterations: usize,
    /// True if the last step has added a pair to the history.
    pub has_new_pair: bool,
    /// √(gᵀ H g): the distance to the minimum in standard deviations of the normal distribution that is
    /// proportional to e^−f, by the history's H.
    pub distance: f64,
    direction: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    flat: usize,
}

impl Descent {
    /// A descent from a point with its value and its gradient.
    pub fn from(point: Vec<f64>, gradient: Vec<f64>, value: f64, history: usize) -> Self {
        let zeros = vec![0.0; point.len()];
        Self {
            history: History::new(point.len(), history),
            evaluations: 0,
            iterations: 0,
            has_new_pair: false,
            distance: f64::INFINITY,
            direction: zeros.clone(),
            trial: zeros.clone(),
            trial_gradient: zeros,
            flat: 0,
            point,
            gradient,
            value,
        }
    }

    /// Goes one step, unless the minimum is within a distance of `tolerance` standard deviations.
    pub fn advance(&mut self, objective: &mut dyn Objective, tolerance: f64) -> Result<(), Stop> {
        self.has_new_pair = false;
        if self.gradient.iter().all(|slope| *slope == 0.0) {
            self.distance = 0.0;
            return Err(Stop::Gradient);
        }
        let mut slope = self.turn();
        if self.history.len() > 0 {
            self.distance = (-slope).sqrt();
            if self.distance <= tolerance {
                return Err(Stop::Gradient);
            }
        }
        if self.flat >= FLAT {
            return Err(Stop::Flat);
        }
        loop {
            let first = match self.history.len() {
                0 => FIRST.min(FIRST / dot(&self.direction, &self.direction).sqrt()),
                _ => 1.0,
            };
            if self.step(objective, slope, first) {
                break;
            }
            if self.history.len() == 0 {
                return Err(Stop::NoStep);
            }
            self.history.clear();
            slope = self.turn();
        }
        self.iterations += 1;
        Ok(())
    }

    /// Makes −H g the direction, or −g where that does not descend. Returns the slope along it.
    fn turn(&mut self) -> f64 {
        loop {
            for (direction, gradient) in self.direction.iter_mut().zip(&self.gradient) {
                *direction = -gradient;
            }
            self.history.apply(&mut self.direction);
            let slope = dot(&self.direction, &self.gradient);
            // NaN compares false.
            if slope < 0.0 && slope.is_finite() || self.history.len() == 0 {
                return slope;
            }
            self.history.clear();
        }
    }

    /// Searches along the direction and moves; false if no step lowers the value.
    fn step(&mut self, objective: &mut dyn Objective, slope: f64, first: f64) -> bool {
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
