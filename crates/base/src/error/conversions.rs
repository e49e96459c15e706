//! Conversions of the errors of other crates and modules to [`Error`].

use super::Error;
use crate::labels::UnknownLevel;
use monomorph_diagnostics::bridge::BridgeError;
use monomorph_diagnostics::loo::LooError;
use monomorph_diagnostics::predictive::PredictiveError;
use monomorph_diagnostics::psis::WeightsError;

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
            _ => Self::caused_by(error),
        }
    }
}

impl From<UnknownLevel> for Error {
    fn from(level: UnknownLevel) -> Self {
        Self::UnknownLevel(level)
    }
}

/// Writes the conversion of errors for which [`Error`] has no variant of its own: the converted error is
/// the source of the [`Error`].
macro_rules! causes {
    ($($(#[$condition:meta])? $Cause:ty),*) => {$(
        $(#[$condition])?
        impl From<$Cause> for Error {
            fn from(error: $Cause) -> Self {
                Self::caused_by(error)
            }
        }
    )*};
}

causes!(
    LooError,
    BridgeError,
    WeightsError,
    #[cfg(feature = "report")]
    monomorph_report::Error
);
