//! The hidden states of a hidden Markov model with known parameters, for example those of a draw of the
//! posterior.
//!
//! The states are filtered, and smoothed, by the [operation](crate::time::HiddenMarkov) that marginalises
//! them in a posterior, in logarithms: p(sₜ | y₀ … yₜ) ∝ αₜ, and p(sₜ | y) is the adjoint of the log density
//! ℓ(k, t). Whole paths are drawn backward, sₜ ~ αₜ(j) T(j, sₜ₊₁), and the most likely path is computed with
//! maxima instead of sums (Viterbi 1967).
//!
//! Rabiner 1989, "A tutorial on hidden Markov models and selected applications in speech recognition".
//!
//! The chapter [Hidden states](crate::guide::hidden_states) begins with a whole program.

mod checks;
mod online;
mod paths;
mod sequences;

pub use self::online::OnlineFilter;

use self::checks::{check, check_lengths, impossible, probabilities, refused};
use crate::error::Error;
use crate::frame::Adjoints;
use crate::time::hidden_markov::{Chain, Columns, INITIAL, TRANSITIONS, log_sum_exp};
use core::fmt;

/// The distribution of the hidden states, given observations and parameters.
///
/// ```
/// use monomorph::hidden_states::HiddenStates;
///
/// // two states, three times: the second observation fits the second state
/// let log_densities = [-1.0, -9.0, -1.0, /* the second state */ -9.0, -1.0, -9.0];
/// let states = HiddenStates::new(&[0.5, 0.5], &[0.6, 0.4, 0.4, 0.6], &log_densities)?;
/// assert_eq!(states.most_likely_path(), [0, 1, 0]);
/// assert!(states.smoothed()[3 + 1] > 0.99); // state 1 at time 1
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// In a model with `data(&y) |= hidden_markov(p, t, …)` the log densities of the states are reported with
/// the draws if they are a definition, `log_densities = stack_rows([law(0).log_density(data(&y)), …])`. The
/// methods [`observed`](Self::observed) and [`sequences`](Self::sequences) correspond to those of the law.
///
/// For observations that arrive one after the other, use an [`OnlineFilter`].
#[derive(Clone)]
pub struct HiddenStates {
    states: usize,
    length: usize,
    initial: Vec<f64>,
    transition: Vec<f64>,
    log_densities: Vec<f64>,
    /// log α, a row for each time.
    forward: Vec<f64>,
    log_likelihood: f64,
}

impl fmt::Debug for HiddenStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HiddenStates({} states, {} times)", self.states, self.length)
    }
}

impl HiddenStates {
    /// Filters the states. `initial` has a probability for each of K states; `transition` is a K × K matrix
    /// row by row, with a row for each previous state, or one such matrix for each time after the first;
    /// `log_densities` has a row for each state and a column for each time, row by row. An observation with
    /// a log density of 0 in all states is missing.
    ///
    /// # Errors
    ///
    /// Returns an error for inconsistent numbers of elements, for probabilities that are negative or NaN or
    /// do not sum to 1, for log densities that are NaN or +∞, and for observations that no path of states
    /// explains. Probabilities are divided by their sum if it differs from 1 by less than 10⁻⁸.
    pub fn new(initial: &[f64], transition: &[f64], log_densities: &[f64]) -> Result<Self, Error> {
        let states = initial.len();
        let length = log_densities.len().checked_div(states).unwrap_or(0);
        check_lengths(states, length, transition, log_densities)?;
        let initial = probabilities(INITIAL, initial, states)?;
        let transition = probabilities(TRANSITIONS, transition, states)?;
        check("the log densities", log_densities, |number| number < f64::INFINITY, "be less than ∞")?;
        let mut memory = vec![0.0; Chain::scratch(states, length)];
        let mut chain = Chain::new((states, length), &transition, &initial, &mut memory);
        let log_likelihood = chain.forward_in_logarithms(Columns::all(log_densities, length));
        let forward = chain.alpha.to_vec();
        if log_likelihood == f64::NEG_INFINITY {
            return Err(impossible(&forward, log_densities, states));
        }
        Ok(Self {
            states,
            length,
            forward,
            log_likelihood,
            initial,
            transition,
            log_densities: log_densities.to_vec(),
        })
    }

    /// Returns the states given only the observations with the flag `true`.
    ///
    /// ```
    /// use monomorph::hidden_states::HiddenStates;
    ///
    /// let log_densities = [-1.0, -9.0, -1.0, /* the second state */ -9.0, -1.0, -9.0];
    /// let states = HiddenStates::new(&[0.5, 0.5], &[0.6, 0.4, 0.4, 0.6], &log_densities)?;
    /// let without = states.observed(&[true, false, true])?;
    /// assert_eq!(without.most_likely_path(), [0, 0, 0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the number of flags is not the number of observations.
    pub fn observed(mut self, flags: &[bool]) -> Result<Self, Error> {
        if flags.len() != self.length {
            return Err(refused(format!(
                "the number of flags is {}, but the number of times is {}",
                flags.len(),
                self.length
            )));
        }
        for row in self.log_densities.chunks_exact_mut(self.length) {
            row.iter_mut().zip(flags).filter(|(_, flag)| !**flag).for_each(|(number, _)| *number = 0.0);
        }
        Self::new(&self.initial, &self.transition, &self.log_densities)
    }

    /// The log density of the observations, with the states marginalised.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// The probability of each state at each time given the observations up to this time: a row for each
    /// time.
    pub fn filtered(&self) -> Vec<f64> {
        (0..self.length).flat_map(|time| normalised(self.row(time))).collect()
    }

    /// The probability of each state at each time given all observations: a row for each *state*, as in the
    /// log densities.
    pub fn smoothed(&self) -> Vec<f64> {
        let mut memory = vec![0.0; Chain::scratch(self.states, self.length)];
        let mut chain = Chain::new((self.states, self.length), &self.transition, &self.initial, &mut memory);
        chain.alpha.copy_from_slice(&self.forward);
        let mut adjoints = Adjoints::over(&[1.0], &mut []);
        chain.backward_in_logarithms(Columns::all(&self.log_densities, self.length), &mut adjoints);
        chain.weights[..self.states * self.length].to_vec()
    }

    fn row(&self, time: usize) -> &[f64] {
        &self.forward[time * self.states..][..self.states]
    }
}

/// Returns probabilities that are proportional to the exponentials.
fn normalised(logarithms: &[f64]) -> Vec<f64> {
    let total = log_sum_exp(logarithms.iter().copied());
    logarithms.iter().map(|logarithm| (logarithm - total).exp()).collect()
}
