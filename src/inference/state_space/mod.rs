//! The states of a linear Gaussian model with known numbers, such as those of a draw: filtered, smoothed,
//! drawn, and forecast.
//!
//! [`linear_gaussian`](crate::distribution::linear_gaussian()) integrates the states out of a posterior.
//! Given the values of a draw, a [`StateSpace`] recovers them.
//!
//! ```
//! use monomorph::state_space::StateSpace;
//!
//! // a level that moves, seen with noise, of which one observation is missing
//! let y = [1120.0, 1160.0, f64::NAN, 1210.0, 1160.0];
//! let model = StateSpace::new(1, &[1.0], &[15099.0], &[1.0], &[1469.0]);
//! let smoothed = model.smooth(&y)?;
//! assert_eq!(smoothed.len(), 5);
//! assert!(smoothed.covariance(2)[0] > smoothed.covariance(3)[0]);
//!
//! let forecast = model.forecast(&y, 3)?;
//! assert_eq!(forecast.means[0], forecast.means[2]);
//! assert!(forecast.variances[0] < forecast.variances[2]);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The chapter [Time series](crate::guide::time_series) begins with a whole program.

mod backward;
mod checks;
mod draw;
mod filtered;
mod online;
mod smoother;

pub use filtered::{Forecast, States};
pub use online::OnlineFilter;

use self::checks::refused;
use crate::contract::expression::Expression;
use crate::distribution::Structural;
use crate::error::Error;
use crate::time::state_space::components::Matrices;

/// A linear Gaussian state space model with known numbers.
///
/// Matrices are slices, row by row. A matrix that differs from time to time is given as the matrices of all
/// times one after the other, as in [`linear_gaussian`](crate::distribution::linear_gaussian()); they may
/// continue after the last observation, for [forecasts](Self::forecast). Observations are slices with a row
/// for each time, and NaN for missing ones.
///
/// Numbers are checked when they are used with observations. Sizes that do not fit, numbers that are not
/// finite, negative variances, covariances that are not symmetric or have a negative eigenvalue, and an
/// observation without a variance given the earlier ones (as without any noise) are errors.
///
/// For observations that arrive one after the other, use an [`online_filter`](Self::online_filter).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[must_use = "the state space that is returned has the setting"]
pub struct StateSpace {
    states: usize,
    series: usize,
    design: Vec<f64>,
    noise: Vec<f64>,
    transition: Vec<f64>,
    state_noise: Vec<f64>,
    mean: Vec<f64>,
    covariance: Vec<f64>,
    intercept: Vec<f64>,
    offset: Vec<f64>,
    diffuse: usize,
}

impl StateSpace {
    /// Returns a model of one series with `states` states, all of them diffuse: Z, the diagonal of H, T, and
    /// Q, which is a matrix, its diagonal, or one number for all states.
    pub fn new(
        states: usize,
        design: &[f64],
        noise: &[f64],
        transition: &[f64],
        state_noise: &[f64],
    ) -> Self {
        Self {
            states,
            series: 1,
            design: design.to_vec(),
            noise: noise.to_vec(),
            transition: transition.to_vec(),
            state_noise: state_noise.to_vec(),
            mean: vec![0.0],
            covariance: vec![0.0],
            intercept: vec![0.0],
            offset: vec![0.0],
            diffuse: states,
        }
    }

    /// Returns the model of a law whose parameters are all numbers, as in
    /// `StateSpace::of(&local_level(38.0, 123.0).seasonal(12, 4.0))`. A regression is left out: see
    /// [`offset`](StateSpace::offset).
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is not a number.
    pub fn of<Parameters: Expression, Offset>(
        law: &Structural<'_, Parameters, Offset>,
    ) -> Result<Self, Error> {
        let (components, parameters) = law.parts();
        if let Some(place) = parameters.iter().position(|number| number.is_nan()) {
            let reason = format!("the parameter in place {place} is not a number");
            return Err(refused(reason));
        }
        let states = components.states();
        let mut numbers = vec![0.0; Matrices::length(states)];
        let mut matrices = Matrices::zeros(states, &mut &mut numbers[..]);
        components.fill(parameters, &mut matrices);
        let Matrices { design, transition, noise, state_noise, covariance } = matrices;
        let model = Self::new(states, design, noise, transition, state_noise);
        Ok(model.initial(&[0.0], covariance).diffuse(components.diffuse()))
    }

    /// Returns the model with `series` series: Z has a row for each.
    pub fn series(self, series: usize) -> Self {
        Self { series, ..self }
    }

    /// Returns the model with this mean and covariance of the first state, none of it diffuse.
    pub fn initial(self, mean: &[f64], covariance: &[f64]) -> Self {
        Self { mean: mean.to_vec(), covariance: covariance.to_vec(), diffuse: 0, ..self }
    }

    /// Returns the model with the first `count` states diffuse.
    pub fn diffuse(self, count: usize) -> Self {
        Self { diffuse: count, ..self }
    }

    /// Returns the model with c, which is added to the state from a time to the next.
    pub fn intercept(self, intercept: &[f64]) -> Self {
        Self { intercept: intercept.to_vec(), ..self }
    }

    /// Returns the model with d, which is added to the observations: one number, or one for each observation
    /// and each forecast.
    pub fn offset(self, offset: &[f64]) -> Self {
        Self { offset: offset.to_vec(), ..self }
    }

    /// Checks that all sizes fit `observations` observations; returns the number of times.
    fn check(&self, observations: usize) -> Result<usize, Error> {
        let Self { states, series, .. } = *self;
        let length = observations / series.max(1);
        let (square, steps) = (states * states, length.saturating_sub(1));
        let refuse = |reason: String| Err(refused(reason));
        if states == 0 || series == 0 || length == 0 || observations != length * series {
            return refuse(format!(
                "{observations} observations do not fit {states} states and {series} series: there must be at least one state, one \
                 series and one observation, and each series must have the same number of observations"
            ));
        }
        // The last entry is the number of elements for one time, if there may be more of them for future
        // times, and 0 otherwise.
        let sizes: [(&str, usize, &[usize], usize); 8] = [
            ("the design", self.design.len(), &[series * states, observations * states], series * states),
            ("the noise", self.noise.len(), &[1, series, observations], series),
            ("the transition", self.transition.len(), &[square, steps * square], square),
            ("the state noise", self.state_noise.len(), &[1, states, square, steps * square], square),
            ("the initial mean", self.mean.len(), &[1, states], 0),
            ("the initial covariance", self.covariance.len(), &[1, states, square], 0),
            ("the intercept", self.intercept.len(), &[1, states, steps * states], states),
            ("the offset", self.offset.len(), &[1, observations], series),
        ];
        for (what, found, wanted, of_a_time) in sizes {
            let goes_on =
                of_a_time > 0 && wanted.iter().all(|wanted| found > *wanted) && found % of_a_time == 0;
            if !wanted.contains(&found) && !goes_on {
                let or_more = if of_a_time > 0 { ", or more for times to come" } else { "" };
                return refuse(format!(
                    "{what} has {found} numbers, but must have one of the lengths {wanted:?}{or_more}"
                ));
            }
        }
        if self.diffuse > states {
            return refuse(format!(
                "{} states are diffuse, but there are only {states} states",
                self.diffuse
            ));
        }
        Ok(length)
    }
}
