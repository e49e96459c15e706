//! The forward–backward algorithm in logarithms, for probabilities that underflow: the state that fits an
//! observation cannot be reached, and the densities of the other states are below e⁻⁷⁰⁰.
//!
//! log αₜ(k) = ℓ(k, t) + log Σⱼ exp(log αₜ₋₁(j) + log T(j, k)), and log β likewise. It is many times slower,
//! and seldom needed.

use super::chain::Chain;
use super::sequences::Columns;
use crate::frame::Adjoints;

/// Returns log Σ exp xᵢ, −∞ for an empty sum.
pub(crate) fn log_sum_exp(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest + terms.map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// Returns log Σⱼ exp(log αⱼ + log T(j, k)): the sum over all paths to the state k from the previous states.
pub(crate) fn paths_to(to: usize, before: &[f64], transition: &[f64]) -> f64 {
    let column = transition.iter().skip(to).step_by(before.len());
    log_sum_exp(before.iter().zip(column).map(|(before, probability)| before + probability.ln()))
}

/// Returns log Σₖ exp(log T(j, k) + xₖ): the sum over all paths from the state j, with this row of T, to the
/// next states.
pub(crate) fn paths_from(row: &[f64], ahead: &[f64]) -> f64 {
    log_sum_exp(row.iter().zip(ahead).map(|(probability, ahead)| probability.ln() + ahead))
}

impl Chain<'_> {
    /// Computes the logarithms of α, and returns the logarithm of the sum over all paths.
    pub fn forward_in_logarithms(&mut self, log_densities: Columns<'_>) -> f64 {
        let (states, length) = (self.states, self.length);
        for state in 0..states {
            self.alpha[state] = self.initial[state].ln() + log_densities.at(state, 0);
        }
        for time in 1..length {
            let transition = self.transitions(time);
            let (before, now) = self.alpha[(time - 1) * states..][..2 * states].split_at_mut(states);
            for (to, now) in now.iter_mut().enumerate() {
                *now = log_densities.at(to, time) + paths_to(to, before, transition);
            }
        }
        *self.inverse = 0.0;
        self.total_of_logarithms()
    }

    /// Returns the logarithm of the sum over all paths.
    fn total_of_logarithms(&self) -> f64 {
        log_sum_exp(self.alpha[(self.length - 1) * self.states..].iter().copied())
    }

    /// Adds the adjoints: each is the exponential of a sum of logarithms.
    pub fn backward_in_logarithms(&mut self, log_densities: Columns<'_>, adjoints: &mut Adjoints<'_>) {
        let (states, length, adjoint) = (self.states, self.length, adjoints.value[0]);
        let total = self.total_of_logarithms();
        let (beta, ahead) = self.rows.split_at_mut(states);
        beta.fill(0.0);
        for time in (0..length).rev() {
            for state in 0..states {
                ahead[state] = beta[state] + log_densities.at(state, time) - total;
                self.weights[state * length + time] =
                    adjoint * (self.alpha[time * states + state] + beta[state] - total).exp();
            }
            if time == 0 {
                if let Some(of_initial) = adjoints.of(2) {
                    for (of_initial, ahead) in of_initial.iter_mut().zip(&*ahead) {
                        *of_initial += adjoint * ahead.exp();
                    }
                }
                return;
            }
            let place = (time - 1) * self.stride;
            let transition = &self.transition[place..][..states * states];
            let before = &self.alpha[(time - 1) * states..][..states];
            for (from, row) in transition.chunks_exact(states).enumerate() {
                beta[from] = paths_from(row, ahead) + total;
                if let Some(of_transition) = adjoints.of(1) {
                    let of_row = &mut of_transition[place + from * states..][..states];
                    for (of_move, ahead) in of_row.iter_mut().zip(&*ahead) {
                        *of_move += adjoint * (before[from] + ahead).exp();
                    }
                }
            }
        }
    }
}
