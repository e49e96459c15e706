//! The filter that takes one observation after the other: log p(sₜ | y₀ … yₜ) at the last time, normalised,
//! and the smoothed state a fixed number of times earlier.
//!
//! Each push is one time of the forward algorithm in logarithms, log αₜ(k) = ℓ(k, t) + log Σⱼ αₜ₋₁(j) T(j,
//! k), minus the log density of the observation, log Σₖ αₜ(k). The fixed-lag smoother passes backward over
//! the last times, which are kept in a ring buffer.

#[cfg(feature = "serde")]
mod saved;

use super::checks::{check, impossible_at, probabilities};
use super::paths::first_largest;
use crate::error::Error;
use crate::inference::lists::make_room;
use crate::time::hidden_markov::{INITIAL, TRANSITIONS, log_sum_exp, paths_from, paths_to};
use core::fmt;

/// The hidden states given observations that arrive one after the other.
///
/// Its results equal those of [`HiddenStates`](super::HiddenStates) for all observations so far. A refused
/// observation leaves it unchanged, and a [`push`](Self::push) allocates nothing. A clone is independent of
/// the original. With the feature `serde` the filter can be written and read, and continues with the same
/// bits if the format keeps all bits of a number.
///
/// ```
/// use monomorph::hidden_states::OnlineFilter;
///
/// let mut filter = OnlineFilter::new(&[0.5, 0.5], &[0.6, 0.4, 0.4, 0.6], 1)?;
/// for log_densities in [[-1.0, -9.0], [-9.0, -1.0], [0.0, 0.0]] {
///     filter.push(&log_densities)?; // those of both states; the last observation was not made
/// }
/// assert!(filter.smoothed().is_some_and(|before| before[1] > 0.99));
/// assert_eq!(filter.most_likely_state(), 1);
/// assert!(filter.filtered()[1] > filter.predicted()[1]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "saved::Saved", try_from = "saved::Saved"))]
pub struct OnlineFilter {
    states: usize,
    lag: usize,
    /// The number of observations so far.
    count: usize,
    log_density: f64,
    log_likelihood: f64,
    kept: Kept,
    /// Working memory for an observation: two rows with a number for each state.
    work: [Vec<f64>; 2],
}

/// The numbers that the filter keeps of the observations so far.
#[derive(Clone, Default)]
struct Kept {
    /// The matrix T of the transition to the next observation.
    transition: Vec<f64>,
    /// The logarithms of the probabilities of the states at the last time.
    forward: Vec<f64>,
    filtered: Vec<f64>,
    /// The probabilities of the states at the next time.
    predicted: Vec<f64>,
    smoothed: Vec<f64>,
    /// For each of the last times: the logarithms, the log densities, and the matrix T of the transition to
    /// it.
    ring: [Vec<f64>; 3],
}

impl Kept {
    /// Returns all lists of numbers, in a fixed order.
    fn lists(&mut self) -> [&mut Vec<f64>; 8] {
        let Self { transition, forward, filtered, predicted, smoothed, ring: [a, b, c] } = self;
        [transition, forward, filtered, predicted, smoothed, a, b, c]
    }

    /// Computes the probabilities of the next states, Σⱼ p(j) T(j, k).
    fn predict(&mut self) {
        let Self { transition, filtered, predicted, .. } = self;
        predicted.fill(0.0);
        for (row, from) in transition.chunks_exact(predicted.len()).zip(filtered) {
            predicted.iter_mut().zip(row).for_each(|(to, probability)| *to += *from * probability);
        }
    }
}

impl fmt::Debug for OnlineFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, lag, count, .. } = self;
        write!(f, "OnlineFilter({states} states, {lag} times back, {count} observations)")
    }
}

/// Returns K × K probabilities, with each row divided by its sum.
fn transitions(states: usize, transition: &[f64]) -> Result<Vec<f64>, Error> {
    let square = states.saturating_mul(states);
    match transition.len() == square {
        true => probabilities(TRANSITIONS, transition, states),
        false => Err(wrong_length(states, "the transitions", square, transition.len())),
    }
}

fn wrong_length(states: usize, what: &str, expected: usize, found: usize) -> Error {
    Error::LengthMismatch {
        statement: "OnlineFilter".to_owned(),
        expected_by: format!("a model of {states} states"),
        expected,
        found_in: what.to_owned(),
        found,
    }
}

impl OnlineFilter {
    /// Returns a filter with the probabilities of the first state; `transition` has a row for each previous
    /// state. It smooths the state `lag` times earlier, in time proportional to `lag`.
    ///
    /// # Errors
    ///
    /// Returns an error for inconsistent numbers of elements, for probabilities that are negative or NaN or
    /// do not sum to 1, and for a lag for which there is no memory. Probabilities are divided by their sum
    /// if it differs from 1 by less than 10⁻⁸.
    pub fn new(initial: &[f64], transition: &[f64], lag: usize) -> Result<Self, Error> {
        let states = initial.len();
        if states == 0 {
            return Err(wrong_length(1, INITIAL, 1, 0));
        }
        let initial = probabilities(INITIAL, initial, states)?;
        let transition = transitions(states, transition)?;
        let (row, back) = (states, if lag > 0 { lag.saturating_add(1) } else { 0 });
        let of_ring = [row, row, row * row].map(|size| size.saturating_mul(back));
        let sizes = [&[row * row, row, row, row, row][..], &of_ring].concat();
        let mut kept = Kept::default();
        make_room(kept.lists(), &sizes, &format!("a lag of {lag} times"))?;
        kept.transition.copy_from_slice(&transition);
        kept.filtered.copy_from_slice(&initial);
        kept.predicted.copy_from_slice(&initial);
        let work = [vec![0.0; states], vec![0.0; states]];
        Ok(Self { states, lag, count: 0, log_density: 0.0, log_likelihood: 0.0, kept, work })
    }

    /// Adds an observation: its log density in each state, all 0 if the observation is missing.
    ///
    /// # Errors
    ///
    /// Returns an error for a wrong number of log densities, for a log density that is NaN or +∞, and for an
    /// observation that no path of states explains. The filter is then unchanged.
    pub fn push(&mut self, log_densities: &[f64]) -> Result<(), Error> {
        let Self { states, lag, count, .. } = *self;
        if log_densities.len() != states {
            return Err(wrong_length(states, "the log densities", states, log_densities.len()));
        }
        check("the log densities", log_densities, |number| number < f64::INFINITY, "be less than ∞")?;
        let Self { kept, work: [now, ahead], .. } = self;
        for (to, now) in now.iter_mut().enumerate() {
            *now = log_densities[to]
                + match count {
                    0 => kept.predicted[to].ln(),
                    _ => paths_to(to, &kept.forward, &kept.transition),
                };
        }
        let log_density = log_sum_exp(now.iter().copied());
        if log_density == f64::NEG_INFINITY {
            let has_density = log_densities.iter().any(|number| *number > f64::NEG_INFINITY);
            return Err(impossible_at(count, has_density));
        }
        // Nothing is refused after this point.
        self.log_density = log_density;
        self.log_likelihood += log_density;
        now.iter_mut().for_each(|now| *now -= log_density);
        kept.forward.copy_from_slice(now);
        kept.filtered.iter_mut().zip(&*now).for_each(|(filtered, now)| *filtered = now.exp());
        if lag > 0 {
            let slot = count % (lag + 1);
            let [logarithms, densities, moves] = &mut kept.ring;
            logarithms[slot * states..][..states].copy_from_slice(now);
            densities[slot * states..][..states].copy_from_slice(log_densities);
            moves[slot * states * states..][..states * states].copy_from_slice(&kept.transition);
            if count >= lag {
                let beta = now;
                beta.fill(0.0);
                for slot in (count - lag + 1..=count).rev().map(|time| time % (lag + 1)) {
                    let densities = &densities[slot * states..][..states];
                    for (place, ahead) in ahead.iter_mut().enumerate() {
                        *ahead = beta[place] + densities[place];
                    }
                    let rows = moves[slot * states * states..][..states * states].chunks_exact(states);
                    beta.iter_mut().zip(rows).for_each(|(beta, row)| *beta = paths_from(row, ahead));
                }
                let filtered = &logarithms[(count - lag) % (lag + 1) * states..][..states];
                beta.iter_mut().zip(filtered).for_each(|(beta, filtered)| *beta += filtered);
                let total = log_sum_exp(beta.iter().copied());
                kept.smoothed.iter_mut().zip(&*beta).for_each(|(to, beta)| *to = (beta - total).exp());
            }
        }
        kept.predict();
        self.count += 1;
        Ok(())
    }

    /// The number of observations so far.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there has been no observation.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of times between the smoothed state and the last observation.
    pub fn lag(&self) -> usize {
        self.lag
    }

    /// The probability of each state at the last time, given all observations; before the first observation,
    /// the probability of each first state.
    pub fn filtered(&self) -> &[f64] {
        &self.kept.filtered
    }

    /// The probability of each state at the next time, given all observations.
    pub fn predicted(&self) -> &[f64] {
        &self.kept.predicted
    }

    /// The probability of each state `lag` times before the last, given all observations; `None` if there
    /// are no more than `lag` observations.
    pub fn smoothed(&self) -> Option<&[f64]> {
        let probabilities = if self.lag == 0 { &self.kept.filtered } else { &self.kept.smoothed };
        (self.count > self.lag).then_some(probabilities)
    }

    /// The most likely state at the last time; of several, the state with the lowest number.
    pub fn most_likely_state(&self) -> usize {
        first_largest(self.kept.filtered.iter().copied())
    }

    /// The log density of the last observation, given the earlier ones; 0 before the first observation.
    pub fn log_density(&self) -> f64 {
        self.log_density
    }

    /// The log density of all observations so far, with the states marginalised.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// Replaces the transition matrix, from the transition to the next observation on.
    ///
    /// # Errors
    ///
    /// The errors of the transition matrix in [`new`](Self::new).
    pub fn set_transition(&mut self, transition: &[f64]) -> Result<(), Error> {
        self.kept.transition = transitions(self.states, transition)?;
        if self.count > 0 {
            self.kept.predict();
        }
        Ok(())
    }
}
