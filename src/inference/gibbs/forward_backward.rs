//! The states of a Markov chain, all at once: forward filtering, backward sampling.
//!
//!   a₁(k) ∝ p(k) e₁(k),   aᵢ(k) ∝ eᵢ(k) Σⱼ aᵢ₋₁(j) T(j, k),
//!   sₙ ~ aₙ,   sᵢ ~ aᵢ(j) T(j, sᵢ₊₁),
//!
//! where eᵢ(k) is what the other statements say of sᵢ = k, up to a constant for each i. The work is n K².
//!
//! Scott 2002, "Bayesian methods for hidden Markov models: recursive computing in the 21st century".

use super::enumerate;
use super::scope::Blanket;
use super::state::State;
use crate::frame::Slot;
use crate::model::BoundVariable;
use crate::model::statement::BoundModel;
use crate::posterior::Slots;
use crate::random::category;
use rand::Rng;

/// Draws all states given the rest; `operands` are the places of the first state's probabilities and of the
/// transitions.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    operands: [Slot; 2],
    rng: &mut dyn Rng,
) {
    let range = variable.integers().unwrap_or((0.0, 1));
    let (count, length) = (range.1, variable.extent().size());
    let evidence = enumerate::table::<M, Target>(state, variable, range);
    // Probabilities that are expressions are computed with the statement.
    state.log_density::<Blanket<M, Target, false>>();
    let [first, transition] = operands;
    let first = state.workspace.values_mut(first.0, count).to_vec();
    let transition = state.workspace.values_mut(transition.0, count * count).to_vec();

    let mut filtered = vec![0.0; length * count];
    for element in 0..length {
        let (before, now) = filtered.split_at_mut(element * count);
        let now = &mut now[..count];
        let of_element = (0..count).map(|number| evidence[number * length + element]);
        let largest = of_element.clone().fold(f64::NEG_INFINITY, f64::max);
        for (k, (now, log_evidence)) in now.iter_mut().zip(of_element).enumerate() {
            let predicted = match before.chunks_exact(count).next_back() {
                None => first[k],
                Some(before) => before.iter().enumerate().map(|(j, a)| a * transition[j * count + k]).sum(),
            };
            *now = predicted * (log_evidence - largest).exp();
        }
        let sum: f64 = now.iter().sum();
        now.iter_mut().for_each(|a| *a /= sum);
    }

    let mut later: Option<usize> = None;
    let mut weights = vec![0.0; count];
    for element in (0..length).rev() {
        let now = &filtered[element * count..][..count];
        for (j, (weight, a)) in weights.iter_mut().zip(now).enumerate() {
            *weight = later.map_or(*a, |later| a * transition[j * count + later]);
        }
        let drawn = category(&weights, rng);
        state.get(variable)[element] = range.0 + drawn as f64;
        later = Some(drawn);
    }
}
