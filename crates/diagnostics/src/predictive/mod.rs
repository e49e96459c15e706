//! Predictive checks: observed data compared with data sets that are drawn from the model, given draws of
//! its posterior or its prior.
//!
//! | question | function |
//! |-|-|
//! | is a statistic of the data (a mean, a maximum, a share of zeros) usual among replications? | [`check`] |
//! | where does each observation lie among its own replications? | [`pit`] |
//! | are counts as frequent as they should be? | [`rootogram`] |
//! | how far is each observation from the mean of its replications? | [`residuals`] |
//! | how accurate are all predictions, and are intervals calibrated? | [`accuracy`] |
//!
//! `replicated` is a list of data sets, each as long as the observed one. The posterior was fitted to the
//! same data that its replications are compared with, so p-values and PIT values of a right model are
//! closer to ½ than uniform numbers: an extreme value shows a misfit, but values near ½ do not prove a good
//! fit. PIT values by leave-one-out cross-validation do not have this fault.
//!
//! Gelman, Meng and Stern (1996), *Posterior predictive assessment of model fitness via realized
//! discrepancies*, Statistica Sinica 6; Gabry, Simpson, Vehtari, Betancourt and Gelman (2019), *Visualization
//! in Bayesian workflow*.

mod accuracy;
mod check;
mod held_out;
mod pit;
mod residuals;
mod rootogram;

pub use accuracy::{Accuracy, accuracy};
pub use check::{Check, Statistic, StatisticRow, check};
#[doc(hidden)]
pub use held_out::Compared;
pub use held_out::{HeldOut, Predictions};
pub use pit::pit;
pub use residuals::{Residual, residuals};
pub use rootogram::{Rootogram, RootogramRow, rootogram};

use core::fmt;

/// A reason why observed and replicated data cannot be compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PredictiveError {
    /// There are no observations, or no replications.
    Empty,
    /// A replication has another length than the observed data.
    Length {
        /// The place of the replication.
        replication: usize,
        /// The length of the replication.
        found: usize,
        /// The number of observations.
        expected: usize,
    },
    /// A number is NaN.
    NaN {
        /// The place of the replication, or `None` for the observed data.
        replication: Option<usize>,
        /// The place of the number.
        element: usize,
    },
    /// A number is not a count: negative, not whole, or above a million.
    NoCount {
        /// The place of the replication, or `None` for the observed data.
        replication: Option<usize>,
        /// The place of the number.
        element: usize,
        /// The number.
        value: f64,
    },
}

impl fmt::Display for PredictiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |replication: &Option<usize>| match replication {
            Some(replication) => format!("of replication {replication}"),
            None => "of the observed data".to_owned(),
        };
        match self {
            Self::Empty => f.write_str("there is nothing to compare: no observations, or no replications"),
            Self::Length { replication, found, expected } => {
                write!(
                    f,
                    "replication {replication} has {found} elements, but there are {expected} observations"
                )
            }
            Self::NaN { replication, element } => write!(f, "element {element} {} is NaN", of(replication)),
            Self::NoCount { replication, element, value } => {
                write!(
                    f,
                    "element {element} {} is {value}, but must be a count from 0 to 1 000 000",
                    of(replication)
                )
            }
        }
    }
}

impl std::error::Error for PredictiveError {}

/// Returns an error if the data cannot be compared.
fn compare(observed: &[f64], replicated: &[impl AsRef<[f64]>]) -> Result<(), PredictiveError> {
    if observed.is_empty() || replicated.is_empty() {
        return Err(PredictiveError::Empty);
    }
    if let Some(element) = observed.iter().position(|value| value.is_nan()) {
        return Err(PredictiveError::NaN { replication: None, element });
    }
    for (replication, values) in replicated.iter().map(AsRef::as_ref).enumerate() {
        if values.len() != observed.len() {
            let (found, expected) = (values.len(), observed.len());
            return Err(PredictiveError::Length { replication, found, expected });
        }
        if let Some(element) = values.iter().position(|value| value.is_nan()) {
            return Err(PredictiveError::NaN { replication: Some(replication), element });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
