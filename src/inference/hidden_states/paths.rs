//! Paths of hidden states: the most likely one, and drawn ones.

use super::HiddenStates;
#[cfg(feature = "random")]
use crate::random::category_by_logarithm;

impl HiddenStates {
    /// The path of states with the largest probability given the observations; of several, the path with the
    /// lowest numbers.
    pub fn most_likely_path(&self) -> Vec<usize> {
        let mut scores: Vec<f64> = Vec::with_capacity(self.states * self.length);
        for time in 0..self.length {
            for state in 0..self.states {
                let reached = match time {
                    0 => self.initial[state].ln(),
                    _ => self.paths_to(state, time, &scores).fold(f64::NEG_INFINITY, f64::max),
                };
                scores.push(reached + self.log_densities[state * self.length + time]);
            }
        }
        let mut path = vec![first_largest(scores[(self.length - 1) * self.states..].iter().copied())];
        for time in (1..self.length).rev() {
            path.push(first_largest(self.paths_to(path[path.len() - 1], time, &scores)));
        }
        path.reverse();
        path
    }

    /// Draws a path of states given the observations, by filtering forward and sampling backward.
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

    /// Returns the log scores of the paths to `state` at `time`, one for each previous state.
    fn paths_to<'a>(
        &'a self,
        state: usize,
        time: usize,
        scores: &'a [f64],
    ) -> impl Iterator<Item = f64> + 'a {
        let before = &scores[(time - 1) * self.states..][..self.states];
        before.iter().enumerate().map(move |(from, score)| score + self.log_move(time, from, state))
    }

    /// Returns the logarithm of the probability of a transition to the state `to` at `time`.
    fn log_move(&self, time: usize, from: usize, to: usize) -> f64 {
        let square = self.states * self.states;
        let start = if self.transition.len() == square { 0 } else { (time - 1) * square };
        self.transition[start + from * self.states + to].ln()
    }
}

/// Returns the place of the largest number, the first of several.
pub(super) fn first_largest(numbers: impl Iterator<Item = f64>) -> usize {
    let largest = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    numbers.enumerate().fold((0, f64::NEG_INFINITY), largest).0
}
