//! The hidden states of a hidden Markov model, when its parameters are known: for a draw of the posterior, say.
//!
//! With the log densities ℓ(k, t) of the observations, the forward algorithm in logarithms gives
//!
//!   log αₜ(k) = ℓ(k, t) + log Σⱼ αₜ₋₁(j) T(j, k),  log βₜ(j) = log Σₖ T(j, k) exp(ℓ(k, t + 1)) βₜ₊₁(k),
//!
//! and from them p(sₜ | y₀ … yₜ) ∝ αₜ, p(sₜ | y) ∝ αₜ βₜ, and draws of whole paths backward, sₜ ~ αₜ(j) T(j, sₜ₊₁). The most likely path
//! has maxima in the place of sums (Viterbi 1967).
//!
//! Rabiner 1989, "A tutorial on hidden Markov models and selected applications in speech recognition".

use crate::error::Error;
#[cfg(feature = "random")]
use crate::random::category_by_logarithm;
use core::fmt;

/// What is known of the hidden states, given observations and parameters.
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
/// In a model that is `data(&y) |= hidden_markov(p, t, …)` the log densities of the states are reported with the draws if they are a
/// definition, `log_densities = stack_rows([law(0).log_density(data(&y)), …])`.
#[derive(Clone)]
pub struct HiddenStates {
    states: usize,
    length: usize,
    initial: Vec<f64>,
    transition: Vec<f64>,
    log_densities: Vec<f64>,
    /// log α, a row for each time.
    forward: Vec<f64>,
}

impl fmt::Debug for HiddenStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HiddenStates({} states, {} times)", self.states, self.length)
    }
}

impl HiddenStates {
    /// Filters the states. `initial` has a probability for each of K states; `transition` is a K × K matrix row after row, a row for each
    /// state before, or one such matrix for each time after the first; `log_densities` has a row for each state and a column for each
    /// time, row after row.
    ///
    /// # Errors
    ///
    /// Numbers of elements that do not fit each other, probabilities that are negative or NaN, and log densities that are NaN or +∞.
    pub fn new(initial: &[f64], transition: &[f64], log_densities: &[f64]) -> Result<Self, Error> {
        let states = initial.len();
        let length = log_densities.len().checked_div(states).unwrap_or(0);
        let wrong = |what: &str, expected: usize, found: usize| {
            Err(Error::LengthMismatch {
                statement: "HiddenStates::new".to_owned(),
                expected_by: format!("a model of {states} states and {length} times"),
                expected,
                found_in: what.to_owned(),
                found,
            })
        };
        if states == 0 || length == 0 || log_densities.len() != states * length {
            return wrong("the log densities", states.max(1) * length.max(1), log_densities.len());
        }
        let whole = states * states * (length - 1);
        if transition.len() != states * states && transition.len() != whole {
            return wrong("the transitions", states * states, transition.len());
        }
        check("the initial probabilities", initial, |number| number >= 0.0, "be 0 or positive")?;
        check("the transitions", transition, |number| number >= 0.0, "be 0 or positive")?;
        check("the log densities", log_densities, |number| number < f64::INFINITY, "be less than ∞")?;
        let mut filter = Self {
            states,
            length,
            initial: initial.to_vec(),
            transition: transition.to_vec(),
            log_densities: log_densities.to_vec(),
            forward: Vec::new(),
        };
        filter.forward = filter.run(log_sum_exp).0;
        Ok(filter)
    }

    /// The log density of the observations, with the states summed out.
    pub fn log_likelihood(&self) -> f64 {
        log_sum_exp(&mut self.row(self.length - 1).iter().copied())
    }

    /// The probability of each state at each time given the observations up to that time: a row for each time.
    pub fn filtered(&self) -> Vec<f64> {
        (0..self.length).flat_map(|time| normalised(self.row(time))).collect()
    }

    /// The probability of each state at each time given all observations: a row for each *state*, as the log densities have.
    pub fn smoothed(&self) -> Vec<f64> {
        let mut smoothed = vec![0.0; self.states * self.length];
        let mut backward = vec![0.0; self.states];
        for time in (0..self.length).rev() {
            let both: Vec<f64> = self.row(time).iter().zip(&backward).map(|(a, b)| a + b).collect();
            for (state, probability) in normalised(&both).into_iter().enumerate() {
                smoothed[state * self.length + time] = probability;
            }
            if time > 0 {
                let ahead: Vec<f64> =
                    (0..self.states).map(|to| self.log_density(to, time) + backward[to]).collect();
                let back = |from| {
                    log_sum_exp(&mut (0..self.states).map(|to| self.log_move(time, from, to) + ahead[to]))
                };
                backward = (0..self.states).map(back).collect();
            }
        }
        smoothed
    }

    /// The path of states whose probability given the observations is largest; of several, the one with the lowest numbers.
    pub fn most_likely_path(&self) -> Vec<usize> {
        let (scores, origins) = self.run(|terms| terms.fold(f64::NEG_INFINITY, f64::max));
        let last = &scores[(self.length - 1) * self.states..];
        let mut state = first_largest(last.iter().copied());
        let mut path = vec![0; self.length];
        for time in (0..self.length).rev() {
            path[time] = state;
            state = origins[time * self.states + state];
        }
        path
    }

    /// A path of states, drawn given the observations: by filtering forward and sampling backward.
    #[cfg(feature = "random")]
    pub fn draw_path<R: rand::Rng>(&self, rng: &mut R) -> Vec<usize> {
        let mut path = vec![0; self.length];
        let mut after: Option<usize> = None;
        for time in (0..self.length).rev() {
            let weight = |from: usize| {
                self.row(time)[from] + after.map_or(0.0, |to| self.log_move(time + 1, from, to))
            };
            let mut weights: Vec<f64> = (0..self.states).map(weight).collect();
            path[time] = category_by_logarithm(&mut weights, rng);
            after = Some(path[time]);
        }
        path
    }

    /// The log score of each state at each time, where paths that meet are combined by `combine`, and the best state before it.
    fn run(&self, combine: impl Fn(&mut dyn Iterator<Item = f64>) -> f64) -> (Vec<f64>, Vec<usize>) {
        let mut scores = vec![0.0; self.states * self.length];
        let mut origins = vec![0; self.states * self.length];
        for time in 0..self.length {
            for state in 0..self.states {
                let reached = if time == 0 {
                    self.initial[state].ln()
                } else {
                    let before = &scores[(time - 1) * self.states..][..self.states];
                    let path = |from: usize| before[from] + self.log_move(time, from, state);
                    origins[time * self.states + state] = first_largest((0..self.states).map(path));
                    combine(&mut (0..self.states).map(path))
                };
                scores[time * self.states + state] = reached + self.log_density(state, time);
            }
        }
        (scores, origins)
    }

    fn row(&self, time: usize) -> &[f64] {
        &self.forward[time * self.states..][..self.states]
    }

    fn log_density(&self, state: usize, time: usize) -> f64 {
        self.log_densities[state * self.length + time]
    }

    /// The logarithm of the probability of a move to the state of a time.
    fn log_move(&self, time: usize, from: usize, to: usize) -> f64 {
        let square = self.states * self.states;
        let start = if self.transition.len() == square { 0 } else { (time - 1) * square };
        self.transition[start + from * self.states + to].ln()
    }
}

/// Checks each number.
fn check(what: &str, numbers: &[f64], is_right: impl Fn(f64) -> bool, rule: &str) -> Result<(), Error> {
    match numbers.iter().position(|&number| !is_right(number)) {
        None => Ok(()),
        Some(place) => Err(Error::OutsideSupport {
            statement: "HiddenStates::new".to_owned(),
            what: what.to_owned(),
            index: Some(place),
            value: numbers[place],
            rule: rule.to_owned(),
        }),
    }
}

/// log Σ exp xᵢ.
fn log_sum_exp(terms: &mut dyn Iterator<Item = f64>) -> f64 {
    let terms: Vec<f64> = terms.collect();
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// The probabilities that are proportional to the exponentials.
fn normalised(logarithms: &[f64]) -> Vec<f64> {
    let total = log_sum_exp(&mut logarithms.iter().copied());
    logarithms.iter().map(|logarithm| (logarithm - total).exp()).collect()
}

/// The place of the largest number, the first of several.
fn first_largest(numbers: impl Iterator<Item = f64>) -> usize {
    let largest = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    numbers.enumerate().fold((0, f64::NEG_INFINITY), largest).0
}
