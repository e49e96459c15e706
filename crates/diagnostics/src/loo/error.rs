//! Why predictions cannot be judged from some numbers.

use crate::psis::WeightsError;
use std::fmt;

/// Numbers from which the predictions of a model cannot be judged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LooError {
    /// There is nothing of something: no observations, no chains, no models.
    Empty {
        /// What there is none of.
        what: &'static str,
    },
    /// There are more or fewer of something than of something else.
    Length {
        /// What there is another number of.
        what: String,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There are too few draws for importance weights.
    TooFewDraws {
        /// How many there should be at least.
        least: usize,
        /// How many there are.
        found: usize,
    },
    /// A log likelihood is no finite number.
    NotFinite {
        /// The name of the observation.
        observation: String,
        /// The draw, of all chains one after the other, from 0.
        draw: usize,
        /// The log likelihood.
        value: f64,
    },
    /// An observation, or a replication of it, is NaN: it cannot be compared.
    NotANumber {
        /// The name of the observation.
        observation: String,
        /// The draw of the replication, of all chains one after the other, from 0; nothing of what was
        /// observed.
        draw: Option<usize>,
    },
    /// The draws cannot be weighted.
    Weights {
        /// The name of the observation.
        observation: String,
        /// What is wrong with the weights.
        reason: WeightsError,
    },
    /// The log density of the posterior is no number at a draw.
    LogDensity {
        /// The place of the draw, from 0.
        draw: usize,
        /// The number.
        value: f64,
    },
    /// Two models are of other observations.
    OtherObservations {
        /// The models.
        models: [String; 2],
        /// The names of the first observation that differs.
        observations: [String; 2],
    },
    /// Two models have one name.
    SameName {
        /// The name.
        name: String,
    },
    /// A number lies outside of what it can be.
    Setting {
        /// What the number is.
        setting: &'static str,
        /// What it must be.
        rule: &'static str,
    },
    /// An observation has been left out more than once, or never.
    LeftOut {
        /// The place of the observation, from 0.
        observation: usize,
        /// How often.
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
                        write!(f, ": a draw that makes it impossible is none of its posterior")
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
                write!(f, "the log density is {value} at draw {draw}, which is then no draw of it")
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
