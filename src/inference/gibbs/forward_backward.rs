//! The states of a Markov chain, all at once: forward filtering, backward sampling.
//!
//!   a₁(k) ∝ p(k) e₁(k),   aᵢ(k) ∝ eᵢ(k) Σⱼ aᵢ₋₁(j) T(j, k),
//!   sₙ ~ aₙ,   sᵢ ~ aᵢ(j) T(j, sᵢ₊₁),
//!
//! where eᵢ(k) is the density of sᵢ = k in the other statements, up to a constant for each i. The work is n
//! K². The filter is that of [`hidden_markov`](crate::time::hidden_markov), in logarithms if probabilities
//! underflow.
//!
//! Scott 2002, "Bayesian methods for hidden Markov models: recursive computing in the 21st century".

use super::enumerate;
use super::scope::Blanket;
use super::state::State;
use crate::frame::Slot;
use crate::model::BoundVariable;
use crate::model::statement::BoundModel;
use crate::posterior::Slots;
use crate::random::{category, category_by_logarithm};
use crate::time::hidden_markov::{Chain, Columns, forward};
use pulp::Scalar;
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

    let mut memory = vec![0.0; Chain::scratch(count, length)];
    let sizes = (count, length);
    let chain = Chain::new(sizes, &transition, &first, &mut memory);
    forward(Scalar::new(), Columns::all(&evidence, length), chain);
    let filtered = Chain::new(sizes, &transition, &first, &mut memory);
    let is_logarithm = *filtered.inverse == 0.0;

    let mut later: Option<usize> = None;
    let mut weights = vec![0.0; count];
    for element in (0..length).rev() {
        let now = &filtered.alpha[element * count..][..count];
        for (j, (weight, a)) in weights.iter_mut().zip(now).enumerate() {
            let moves = later.map_or(1.0, |later| transition[j * count + later]);
            *weight = if is_logarithm { a + moves.ln() } else { a * moves };
        }
        let drawn =
            if is_logarithm { category_by_logarithm(&mut weights, rng) } else { category(&weights, rng) };
        state.get(variable)[element] = range.0 + drawn as f64;
        later = Some(drawn);
    }
}
