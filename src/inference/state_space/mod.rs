//! The states of a linear Gaussian model whose numbers are known, as those of a draw are: filtered, smoothed,
//! drawn, and forecast.
//!
//! [`linear_gaussian`](crate::distribution::linear_gaussian()) integrates the states out of a posterior.
//! Given the values of a draw, a [`StateSpace`] has them back.
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

/// A linear Gaussian state space model of numbers.
///
/// Matrices are slices, row after row. What differs from time to time is the matrices of all times one after
/// the other, as [`linear_gaussian`](crate::distribution::linear_gaussian()) has them; they may go on behind
/// the last observation, for [forecasts](Self::forecast). Observations are slices with a row for each time,
/// and NaN where there is none.
///
/// Numbers are checked when they are used with observations: sizes that do not fit, numbers that are not
/// finite, negative variances, covariances that are not symmetric or have a negative eigenvalue, and an
/// observation that has no variance given those before it, as where nothing has noise, are errors.
///
/// Observations that arrive one after the other go to an [`online_filter`](Self::online_filter).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
    /// A model of one series with `states` states, all of them diffuse: Z, the diagonal of H, T, and Q, a
    /// matrix, its diagonal, or a number for each state.
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

    /// The model of a law whose parameters are all numbers, as in
    /// `StateSpace::of(&local_level(38.0, 123.0).seasonal(12, 4.0))`. A regression is left out: see
    /// [`offset`](StateSpace::offset).
    ///
    /// # Errors
    ///
    /// If a parameter is no number.
    pub fn of<Parameters: Expression, Offset>(
        law: &Structural<'_, Parameters, Offset>,
    ) -> Result<Self, Error> {
        let (components, parameters) = law.parts();
        if let Some(place) = parameters.iter().position(|number| number.is_nan()) {
            let reason = format!("the parameter in place {place} is no number");
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

    /// The model of several series: Z has a row for each.
    pub fn series(self, series: usize) -> Self {
        Self { series, ..self }
    }

    /// The model with a first state of this mean and covariance, none of it diffuse.
    pub fn initial(self, mean: &[f64], covariance: &[f64]) -> Self {
        Self { mean: mean.to_vec(), covariance: covariance.to_vec(), diffuse: 0, ..self }
    }

    /// The model whose first `count` states are diffuse.
    pub fn diffuse(self, count: usize) -> Self {
        Self { diffuse: count, ..self }
    }

    /// The model with c, which is added to the state from a time to the next.
    pub fn intercept(self, intercept: &[f64]) -> Self {
        Self { intercept: intercept.to_vec(), ..self }
    }

    /// The model with d, which is added to the observations: a number, or one for each observation and those
    /// that are to be forecast.
    pub fn offset(self, offset: &[f64]) -> Self {
        Self { offset: offset.to_vec(), ..self }
    }

    /// Checks that all sizes fit `observations` observations; gives the number of times.
    fn check(&self, observations: usize) -> Result<usize, Error> {
        let Self { states, series, .. } = *self;
        let length = observations / series.max(1);
        let (square, steps) = (states * states, length.saturating_sub(1));
        let refuse = |reason: String| Err(refused(reason));
        if states == 0 || series == 0 || length == 0 || observations != length * series {
            return refuse(format!("{observations} observations are no rows of {series} series"));
        }
        // With the number of numbers of one time, where there may be more of them for times to come.
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
                    "{what} has {found} numbers, and should have one of {wanted:?}{or_more}"
                ));
            }
        }
        if self.diffuse > states {
            return refuse(format!("{} of {states} states are diffuse", self.diffuse));
        }
        Ok(length)
    }
}
