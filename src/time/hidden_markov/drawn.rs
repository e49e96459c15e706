//! Paths of states, drawn forward, and the log densities of single observations given those before,
//! log p(yₜ | y₀ … yₜ₋₁) = log Σₖ αₜ(k) − log Σₖ αₜ₋₁(k).
//!
//! If some observations are given, a path continues from their last state, p(sₜ | y₀ … yₜ) ∝ αₜ. If there
//! are several sequences of observations, each is continued by the same number of steps.

use super::{BoundHiddenMarkov, Chain, log_sum_exp};
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::Sizes;
use crate::frame::{Operands, split_off};
use crate::random::{are_weights, category, category_by_logarithm};

/// The placeholder for the state of a given observation: it is not a state.
const NO_STATE: f64 = f64::INFINITY;

impl BoundHiddenMarkov {
    /// Replaces each value by a state, except the values of given observations. Returns false if the number
    /// of values is not the number of observations.
    pub(crate) fn draw_states(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let Operands { arguments, scratch, indices, .. } = operands;
        let (probabilities, length) = (self.probabilities(sizes, &arguments), sizes[0].columns);
        if to.values.len() != length {
            return false;
        }
        let (log_densities, mut scratch) = self.split(sizes, arguments[0], scratch, indices, true);
        let (states, square) = (probabilities.states, probabilities.states * probabilities.states);
        // This is the number of steps by which each sequence of observations is continued.
        let first = self.sequences.each(indices, length).next().map_or(length, |first| first.length);
        let steps = (to.is_observed && to.known > 0).then(|| first.saturating_sub(to.known));
        for sequence in self.sequences.each(indices, length) {
            let own = split_off(&mut scratch, Chain::scratch(states, sequence.length));
            let known = match steps {
                Some(steps) => sequence.length.saturating_sub(steps),
                None => to.known.saturating_sub(sequence.start).min(sequence.length),
            };
            let (start, count) = probabilities.moves_of(sequence);
            let moves = &probabilities.transition[start..][..count];
            let mut weights = &probabilities.initial[probabilities.initial_of(sequence)..][..states];
            let after = |time: usize, state: usize| {
                // No transition follows the last state.
                let place = if count == square { 0 } else { time.min(sequence.length - 2) * square };
                &moves[place + state * states..][..states]
            };
            if known > 0 && known < sequence.length {
                let chain = &mut probabilities.chain(sequence, own);
                chain.forward_in_logarithms(log_densities.of(sequence));
                let filtered = &mut chain.alpha[(known - 1) * states..][..states];
                weights = after(known - 1, category_by_logarithm(filtered, to.rng));
            }
            let values = &mut to.values[sequence.start..][..sequence.length];
            if steps.is_some() {
                values[..known].fill(NO_STATE);
            }
            for (time, drawn) in values.iter_mut().enumerate().skip(known) {
                if !are_weights(weights) {
                    *drawn = f64::NAN;
                    return true;
                }
                let state = category(weights, to.rng);
                *drawn = state as f64;
                weights = after(time, state);
            }
        }
        true
    }

    /// Stores the log density of each observation given the earlier ones in its sequence. Returns false if
    /// `each` has another length.
    pub(crate) fn given_the_past(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        let Operands { arguments, scratch, indices, .. } = operands;
        let (probabilities, length) = (self.probabilities(sizes, &arguments), sizes[0].columns);
        if each.len() != length {
            return false;
        }
        let (log_densities, mut scratch) = self.split(sizes, arguments[0], scratch, indices, true);
        for sequence in self.sequences.each(indices, length) {
            let own = split_off(&mut scratch, Chain::scratch(probabilities.states, sequence.length));
            let mut chain = probabilities.chain(sequence, own);
            chain.forward_in_logarithms(log_densities.of(sequence));
            let mut before = 0.0;
            let rows = chain.alpha.chunks_exact(probabilities.states);
            for (each, row) in each[sequence.start..].iter_mut().zip(rows) {
                let sum = log_sum_exp(row.iter().copied());
                (*each, before) = (sum - before, sum);
            }
        }
        true
    }
}
