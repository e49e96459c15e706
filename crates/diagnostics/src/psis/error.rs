//! The reasons why numbers are not the logarithms of weights.

use std::fmt;

/// A reason why numbers are not the logarithms of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// There are no draws.
    Empty,
    /// The logarithm of a draw's weight is NaN.
    NotANumber {
        /// The place of the draw, from 0.
        draw: usize,
    },
    /// The logarithm of a draw's weight is +∞.
    Infinite {
        /// The place of the draw, from 0.
        draw: usize,
    },
    /// The weight of every draw is 0.
    AllZero,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there are no draws to weight"),
            Self::NotANumber { draw } => write!(f, "the log weight of draw {draw} is NaN"),
            Self::Infinite { draw } => write!(f, "the log weight of draw {draw} is +∞"),
            Self::AllZero => write!(f, "the weights of all draws are 0 (their logarithms are −∞)"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Returns the largest of the logarithms, which is finite.
pub(super) fn largest(log_weights: &[f64]) -> Result<f64, WeightsError> {
    let mut largest = f64::NEG_INFINITY;
    for (draw, &value) in log_weights.iter().enumerate() {
        if value.is_nan() {
            return Err(WeightsError::NotANumber { draw });
        }
        if value == f64::INFINITY {
            return Err(WeightsError::Infinite { draw });
        }
        largest = largest.max(value);
    }
    match (log_weights, largest) {
        ([], _) => Err(WeightsError::Empty),
        (_, f64::NEG_INFINITY) => Err(WeightsError::AllZero),
        _ => Ok(largest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_is_wrong_and_where() {
        let words = |log_weights: &[f64]| largest(log_weights).unwrap_err().to_string();
        assert_eq!(words(&[]), "there are no draws to weight");
        assert_eq!(words(&[0.0, f64::NAN]), "the log weight of draw 1 is NaN");
        assert_eq!(words(&[0.0, 1.0, f64::INFINITY]), "the log weight of draw 2 is +∞");
        assert_eq!(
            words(&[f64::NEG_INFINITY; 2]),
            "the weights of all draws are 0 (their logarithms are −∞)"
        );
    }
}
