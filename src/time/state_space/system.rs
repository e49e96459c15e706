//! The matrices of a state space model as slices, and the places of each time's elements in them.

use crate::contract::operation::Sizes;
use monomorph_macros::inlined;

/// The form of a covariance of states, which determines how many numbers it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One variance for all states.
    One,
    /// A variance for each state.
    Diagonal,
    /// A whole matrix.
    Full,
}

impl Form {
    /// Returns the form of a covariance with this many numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn of(numbers: usize, states: usize) -> Self {
        if numbers == 1 && states > 1 {
            Self::One
        } else if numbers == states && states > 1 {
            Self::Diagonal
        } else {
            Self::Full
        }
    }
}

/// A state space model with its observations. A matrix that is the same at all times has the distance 0
/// between two times.
#[derive(Clone, Copy, Debug)]
pub struct System<'a> {
    /// The number of states.
    pub states: usize,
    /// The number of observed series.
    pub series: usize,
    /// The number of times.
    pub length: usize,
    /// The number of the first states that are diffuse.
    pub diffuse: usize,
    /// A row of observations for each time.
    pub observations: &'a [f64],
    /// 1 for each observation that was made, 0 for missing ones; empty if none is missing.
    pub observed: &'a [u32],
    /// The design Z.
    pub design: &'a [f64],
    /// The transition T of the states.
    pub transition: &'a [f64],
    /// The diagonal of the covariance H of the observation noise.
    pub noise: &'a [f64],
    /// The covariance Q of the state noise.
    pub state_noise: &'a [f64],
    /// The intercept c of the states.
    pub intercept: &'a [f64],
    /// The mean a₁ of the first state.
    pub mean: &'a [f64],
    /// The covariance P₁ of the first state.
    pub covariance: &'a [f64],
}

#[inlined(all)]
impl<'a> System<'a> {
    /// Returns the system of the arguments of the operation.
    pub fn new(sizes: &Sizes, diffuse: usize, arguments: &[&'a [f64]; 8], observed: &'a [u32]) -> Self {
        let [observations, design, transition, noise, state_noise, intercept, mean, covariance] = *arguments;
        Self {
            states: sizes[2].columns,
            series: sizes[0].columns,
            length: sizes[0].rows,
            diffuse,
            observations,
            observed,
            design,
            transition,
            noise,
            state_noise,
            intercept,
            mean,
            covariance,
        }
    }

    /// Returns true if the observation was made.
    pub fn is_observed(&self, place: usize) -> bool {
        self.observed.is_empty() || self.observed[place] == 1
    }

    /// Returns true if Z, T, H and Q are the same at all times, and every observation was made.
    pub fn is_constant(&self, states: usize) -> bool {
        self.observed.is_empty()
            && self.design.len() == self.series * states
            && self.transition.len() == states * states
            && (self.noise.len() == 1 || self.noise.len() == self.series)
            && (self.state_noise.len() == 1 || (states > 1 && self.state_noise.len() <= states * states))
    }

    /// Returns the place of the row of Z for an observation.
    pub fn design_at(&self, place: usize, states: usize) -> usize {
        if self.design.len() == self.series * states { place % self.series * states } else { place * states }
    }

    /// Returns the place of the variance of an observation.
    pub fn noise_at(&self, place: usize) -> usize {
        match self.noise.len() {
            1 => 0,
            length if length == self.series => place % self.series,
            _ => place,
        }
    }

    /// Returns the place of T for the transition from a time to the next.
    pub fn transition_at(&self, time: usize, states: usize) -> usize {
        if self.transition.len() == states * states { 0 } else { time * states * states }
    }

    /// Returns the place of Q for the transition from a time to the next.
    pub fn state_noise_at(&self, time: usize, states: usize) -> usize {
        if self.state_noise.len() <= states * states && (states > 1 || self.state_noise.len() == 1) {
            0
        } else {
            time * states * states
        }
    }

    /// Returns the place of the element of c that is added to a state from a time to the next.
    pub fn intercept_at(&self, time: usize, state: usize, states: usize) -> usize {
        match self.intercept.len() {
            1 => 0,
            length if length == states => state,
            _ => time * states + state,
        }
    }

    /// Returns the place of a state's element of a₁.
    pub fn mean_at(&self, state: usize) -> usize {
        if self.mean.len() == 1 { 0 } else { state }
    }
}

/// Returns a variance, NaN if it is negative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn variance(number: f64) -> f64 {
    if number < 0.0 { f64::NAN } else { number }
}

/// Adds a covariance to a matrix; a negative variance makes it NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_covariance(matrix: &mut [f64], covariance: &[f64], form: Form, states: usize) {
    for row in 0..states {
        match form {
            Form::One => matrix[row * states + row] += variance(covariance[0]),
            Form::Diagonal => matrix[row * states + row] += variance(covariance[row]),
            Form::Full => {
                for column in 0..row {
                    let mean = 0.5 * (covariance[row * states + column] + covariance[column * states + row]);
                    matrix[row * states + column] += mean;
                    matrix[column * states + row] += mean;
                }
                matrix[row * states + row] += variance(covariance[row * states + row]);
            }
        }
    }
}

/// Adds the adjoint of a matrix to that of a covariance which was added to it.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_to_covariance(adjoint: &mut [f64], matrix: &[f64], form: Form, states: usize) {
    match form {
        Form::One => (0..states).for_each(|row| adjoint[0] += matrix[row * states + row]),
        Form::Diagonal => (0..states).for_each(|row| adjoint[row] += matrix[row * states + row]),
        Form::Full => (0..states * states).for_each(|place| adjoint[place] += matrix[place]),
    }
}
