//! Conversions of the errors of other crates and modules to [`Error`].

use super::Error;
use crate::labels::UnknownLevel;
use monomorph_diagnostics::loo::LooError;
use monomorph_diagnostics::predictive::PredictiveError;

impl From<PredictiveError> for Error {
    fn from(error: PredictiveError) -> Self {
        let statement = String::new();
        let of = |replication: Option<usize>| match replication {
            Some(replication) => format!("replication {replication}"),
            None => "the observed data".to_owned(),
        };
        match error {
            PredictiveError::Empty => {
                Self::Empty { statement, what: "the observed or the replicated data".to_owned() }
            }
            PredictiveError::Length { replication, found, expected } => Self::LengthMismatch {
                statement,
                expected_by: of(None),
                expected,
                found_in: of(Some(replication)),
                found,
            },
            PredictiveError::NaN { replication, element } => {
                Self::NotFinite { statement, what: of(replication), index: Some(element), value: f64::NAN }
            }
            PredictiveError::NoCount { replication, element, value } => Self::OutsideSupport {
                statement,
                what: of(replication),
                index: Some(element),
                value,
                rule: "be a count from 0 to 1 000 000".to_owned(),
            },
            // What a later version of that crate refuses.
            _ => Self::Results { reason: error.to_string() },
        }
    }
}

impl From<UnknownLevel> for Error {
    fn from(level: UnknownLevel) -> Self {
        Self::UnknownLevel(level)
    }
}

impl From<LooError> for Error {
    fn from(error: LooError) -> Self {
        Self::Results { reason: error.to_string() }
    }
}

#[cfg(feature = "report")]
impl From<monomorph_report::Error> for Error {
    fn from(error: monomorph_report::Error) -> Self {
        Self::Results { reason: error.to_string() }
    }
}
