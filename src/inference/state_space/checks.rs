//! Checks of the numbers of a state space model.

use super::StateSpace;
use crate::compiler::symmetry;
use crate::compiler::symmetry::{first_asymmetry, negative_eigenvalue};
use crate::error::Error;
use crate::time::state_space::without_variance;

/// Returns the error of arguments that do not fit.
pub(super) fn refused(reason: String) -> Error {
    Error::Refused { statement: "StateSpace".to_owned(), function: "StateSpace", reason }
}

impl StateSpace {
    /// Checks that numbers are finite, variances not negative, and covariances symmetric without negative
    /// eigenvalues.
    pub(super) fn check_numbers(&self, y: &[f64]) -> Result<(), Error> {
        let all = [
            ("the design", &self.design),
            ("the noise", &self.noise),
            ("the transition", &self.transition),
            ("the state noise", &self.state_noise),
            ("the initial mean", &self.mean),
            ("the initial covariance", &self.covariance),
            ("the intercept", &self.intercept),
            ("the offset", &self.offset),
        ];
        for (what, numbers) in all {
            if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(broken(what, place, numbers[place], "be finite"));
            }
        }
        if let Some(place) = y.iter().position(|y| y.is_infinite()) {
            return Err(broken("the observations", place, y[place], "be finite, or NaN where there is none"));
        }
        let square = self.states * self.states;
        for (what, numbers, has_matrices) in [
            ("the noise", &self.noise, false),
            ("the state noise", &self.state_noise, self.states > 1),
            ("the initial covariance", &self.covariance, self.states > 1),
        ] {
            let is_matrix = has_matrices && numbers.len() % square == 0;
            let is_variance = |place: usize| !is_matrix || (place % square).is_multiple_of(self.states + 1);
            let negative = (0..numbers.len()).find(|&place| is_variance(place) && numbers[place] < 0.0);
            if let Some(place) = negative {
                return Err(broken(what, place, numbers[place], "be 0 or positive"));
            }
            if !is_matrix {
                continue;
            }
            for (number, matrix) in numbers.chunks_exact(square).enumerate() {
                if let Some((row, column)) =
                    first_asymmetry(self.states, |row, column| matrix[row * self.states + column])
                {
                    let place = number * square + row * self.states + column;
                    return Err(broken(what, place, numbers[place], symmetry::RULE));
                }
                if let Some(value) = negative_eigenvalue(self.states, matrix) {
                    let what = format!("the smallest eigenvalue of {what}");
                    let place = (numbers.len() > square).then_some(number);
                    return Err(outside(what, place, value, symmetry::RULE_OF_EIGENVALUES));
                }
            }
        }
        Ok(())
    }

    /// Checks that the variance of each observation, given the earlier ones, is above 0; `variances` has one
    /// number for each observation.
    pub(super) fn check_variances(&self, observed: &[u32], variances: &[f64]) -> Result<(), Error> {
        let is_observed = |place: usize| observed[place] == 1;
        let reason = without_variance(0..observed.len(), self.series, is_observed, |place| variances[place]);
        reason.map_or(Ok(()), |reason| Err(refused(reason)))
    }
}

pub(super) fn broken(what: &str, place: usize, value: f64, rule: &str) -> Error {
    outside(what.to_owned(), Some(place), value, rule)
}

fn outside(what: String, index: Option<usize>, value: f64, rule: &str) -> Error {
    Error::OutsideSupport { statement: "StateSpace".to_owned(), what, index, value, rule: rule.to_owned() }
}
