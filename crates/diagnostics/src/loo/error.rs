//! The reasons why predictions cannot be evaluated.

use crate::psis::WeightsError;
use std::fmt;

/// A reason why the predictions of a model cannot be evaluated.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LooError {
    /// A list is empty: no observations, no chains, or no models.
    Empty {
        /// The name of the things that are missing.
        what: &'static str,
    },
    /// A list has the wrong length.
    Length {
        /// The name of the list.
        what: String,
        /// The expected length.
        expected: usize,
        /// The length that was found.
        found: usize,
    },
    /// There are too few draws for importance weights.
    TooFewDraws {
        /// The smallest number of draws that is enough.
        least: usize,
        /// The number of draws.
        found: usize,
    },
    /// A log likelihood is not finite.
    NotFinite {
        /// The name of the observation.
        observation: String,
        /// The index of the draw, from 0, chain after chain.
        draw: usize,
        /// The log likelihood.
        value: f64,
    },
    /// An observation, or a replication of it, is NaN: it cannot be compared.
    NotANumber {
        /// The name of the observation.
        observation: String,
        /// The index of the replication's draw, from 0, chain after chain; `None` for the observation
        /// itself.
        draw: Option<usize>,
    },
    /// The draws cannot be weighted.
    Weights {
        /// The name of the observation.
        observation: String,
        /// The reason why the weights are not valid.
        reason: WeightsError,
    },
    /// The log density of the posterior is not finite at a draw.
    LogDensity {
        /// The place of the draw, from 0.
        draw: usize,
        /// The number.
        value: f64,
    },
    /// Two models have different observations.
    OtherObservations {
        /// The models.
        models: [String; 2],
        /// The names of the first observation that differs.
        observations: [String; 2],
    },
    /// Two models have the same name.
    SameName {
        /// The name.
        name: String,
    },
    /// A setting is invalid.
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// The rule that the setting breaks.
        rule: &'static str,
    },
    /// An observation has been left out more than once, or never.
    LeftOut {
        /// The place of the observation, from 0.
        observation: usize,
        /// The number of times that it has been left out.
        times: usize,
    },
}

impl fmt::Display for LooError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { what } => write!(f, "there are no {what}"),
            Self::Length { what, expected, found } => {
                write!(f, "{what}: there are {found}, and should be {expected}")
            }
            Self::TooFewDraws { least, found } => {
                write!(f, "{found} draws are too few for importance weights, which need {least} at least")
            }
            Self::NotFinite { observation, draw, value } => {
                write!(f, "the log likelihood of {observation} is {value} at draw {draw}")?;
                match *value {
                    f64::NEG_INFINITY => {
                        write!(f, ": a draw at which it is impossible does not come from the posterior")
                    }
                    _ => Ok(()),
                }
            }
            Self::NotANumber { observation, draw: Some(draw) } => {
                write!(f, "the replication of {observation} at draw {draw} is NaN, so it has no place")
            }
            Self::NotANumber { observation, draw: None } => {
                write!(f, "the observation {observation} is NaN, so it has no place among replications")
            }
            Self::Weights { observation, reason } => write!(f, "without {observation}: {reason}"),
            Self::LogDensity { draw, value } => {
                write!(f, "the log density is {value} at draw {draw}, so the draw does not come from it")
            }
            Self::OtherObservations { models: [a, b], observations: [x, y] } => {
                write!(f, "models are compared on the same observations: `{a}` has {x} where `{b}` has {y}")
            }
            Self::SameName { name } => write!(f, "two models have the name `{name}`"),
            Self::Setting { setting, rule } => write!(f, "{setting} must {rule}"),
            Self::LeftOut { observation, times: 0 } => {
                write!(f, "observation {observation} has never been left out")
            }
            Self::LeftOut { observation, times } => {
                write!(f, "observation {observation} has been left out {times} times")
            }
        }
    }
}

impl std::error::Error for LooError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Weights { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
