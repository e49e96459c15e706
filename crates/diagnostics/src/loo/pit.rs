//! Leave-one-out probability integral transforms: `PITᵢ = P(ỹᵢ ≤ yᵢ | y₋ᵢ) = Σ_s w_s [ỹ_is ≤ yᵢ]`, with the
//! weights of [`Loo`](super::Loo) and a replication `ỹ` for each draw.
//!
//! If predictions are calibrated, the numbers are uniform. If `ỹ` can equal `y`, as counts can, random
//! numbers are uniform that lie between `P(ỹ < y)` and `P(ỹ ≤ y)` (Czado, Gneiting and Held 2009).

use super::weights::Weights;
use super::{LogLikelihood, LooError, LooSettings};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The probability, for each observation given all others, that a new observation is at most as large.
///
/// ```
/// use monomorph_diagnostics::loo::{LogLikelihood, LooPit, LooSettings};
///
/// let y = [0.1, -2.0];
/// let replicated: Vec<f64> = (0..200).map(|draw| (f64::from(draw) * 0.7).sin()).collect();
/// let each = LogLikelihood::new(vec![-1.0; 200], 1, 100)?;
/// let pit = LooPit::of(&each, &y, &replicated, LooSettings::default())?;
/// assert!((pit.at_most()[0] - 0.53).abs() < 0.03);
/// assert_eq!(pit.at_most()[1], 0.0);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LooPit {
    #[cfg_attr(feature = "serde", serde(with = "crate::any_numbers"))]
    below: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::any_numbers"))]
    at_most: Vec<f64>,
}

impl LooPit {
    /// Computes the probabilities of the observations `y`, with `replicated` observations in the order of
    /// the log likelihoods: observation, chain, draw.
    ///
    /// # Errors
    /// [`LooError`] if the numbers of observations, replications and log likelihoods do not agree, if one
    /// of them is NaN, or if the weights of an observation are not valid.
    pub fn of(
        log_likelihood: &LogLikelihood<'_>,
        y: &[f64],
        replicated: &[f64],
        settings: LooSettings,
    ) -> Result<Self, LooError> {
        let draws = log_likelihood.draws();
        log_likelihood.check_length("observations", y.len())?;
        let (expected, found) = (y.len() * draws, replicated.len());
        if expected != found {
            return Err(LooError::Length { what: "replicated observations".to_owned(), expected, found });
        }
        let mut weights = Weights::new(settings);
        let mut pit = Self { below: Vec::with_capacity(y.len()), at_most: Vec::with_capacity(y.len()) };
        for (observation, (y, replicated)) in y.iter().zip(replicated.chunks_exact(draws)).enumerate() {
            let name = || log_likelihood.names()[observation].clone();
            let draw = replicated.iter().position(|replicated| replicated.is_nan());
            if y.is_nan() || draw.is_some() {
                let draw = draw.filter(|_| !y.is_nan());
                return Err(LooError::NotANumber { observation: name(), draw });
            }
            weights.leave_out(log_likelihood, observation)?;
            let (mut below, mut at_most) = (0.0, 0.0);
            for (weight, replicated) in weights.log_weights.iter().zip(replicated) {
                let weight = if replicated <= y { weight.exp() } else { 0.0 };
                at_most += weight;
                below += if replicated < y { weight } else { 0.0 };
            }
            pit.below.push(f64::min(below, 1.0));
            pit.at_most.push(f64::min(at_most, 1.0));
        }
        Ok(pit)
    }

    /// The probability `P(ỹ < y)` of each observation.
    pub fn below(&self) -> &[f64] {
        &self.below
    }

    /// The probability `P(ỹ ≤ y)` of each observation: the transform for continuous `y`.
    pub fn at_most(&self) -> &[f64] {
        &self.at_most
    }

    /// Draws a random number between the two probabilities of each observation. If predictions are
    /// calibrated, these numbers are uniform, also for counts.
    pub fn randomised(&self, seed: u64) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let between = |(below, at_most): (&f64, &f64)| below + rng.random::<f64>() * (at_most - below);
        self.below.iter().zip(&self.at_most).map(between).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nan_has_no_place() {
        let each = LogLikelihood::new(vec![-1.0; 200], 2, 50).unwrap();
        let of = |y: [f64; 2], replicated: &[f64]| {
            LooPit::of(&each, &y, replicated, LooSettings::default()).map_err(|error| error.to_string())
        };
        let mut replicated: Vec<f64> = (0..200).map(|draw| (f64::from(draw) * 0.7).sin()).collect();
        assert!(of([0.0, 0.5], &replicated).is_ok());
        let told = of([0.0, f64::NAN], &replicated).unwrap_err();
        assert_eq!(told, "the observation y[1] is NaN, so it has no place among replications");
        replicated[107] = f64::NAN;
        let told = of([0.0, 0.5], &replicated).unwrap_err();
        assert_eq!(told, "the replication of y[1] at draw 7 is NaN, so it has no place");
    }
}
