//! Updates of discrete elements by enumeration of their possible values.
//!
//! Elements that are independent given the rest are drawn together: with all of them set to the same number
//! k, one pass over the rows gives log p(zᵢ = k | rest) for every i, so K passes suffice for all elements,
//! each of which needs K numbers. Elements that depend on each other are drawn one after the other, each
//! given the newest values of the others; drawn together, they would have a stationary distribution that is
//! not the posterior.

use super::scope::Blanket;
use super::state::State;
use crate::error::Error;
use crate::model::BoundVariable;
use crate::model::statement::BoundModel;
use crate::random::category_by_logarithm;
use rand::{Rng, RngExt};

/// The lowest value, and the number of values.
pub(super) type Range = (f64, usize);

/// Draws first values at random.
pub(super) fn start<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    (lowest, count): Range,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    for value in state.get(variable) {
        *value = lowest + rng.random_range(0..count) as f64;
    }
    state.restore(variable)
}

/// Returns the table of log p(zᵢ = k | rest), up to a constant for each i, with a row for each k.
pub(super) fn table<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    (lowest, count): Range,
) -> Vec<f64> {
    let length = variable.extent().size();
    let mut table = vec![0.0; length * count];
    for (number, sums) in table.chunks_exact_mut(length).enumerate() {
        state.get(variable).fill(lowest + number as f64);
        if variable.extent().length().is_none() {
            sums[0] = state.log_density::<Blanket<M, Target, false>>();
        } else {
            let State { posterior, workspace, point, .. } = state;
            posterior.conditional_rows::<Blanket<M, Target, false>>(point, workspace, sums);
        }
    }
    table
}

/// Draws all elements at once.
pub(super) fn together<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    range: Range,
    rng: &mut dyn Rng,
) {
    let table = table::<M, Target>(state, variable, range);
    let length = variable.extent().size();
    let mut weights = vec![0.0; range.1];
    for element in 0..length {
        for (number, weight) in weights.iter_mut().enumerate() {
            *weight = table[number * length + element];
        }
        let drawn = category_by_logarithm(&mut weights, rng);
        state.get(variable)[element] = range.0 + drawn as f64;
    }
}

/// Draws one element after the other.
pub(super) fn one_by_one<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    range: Range,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let mut weights = vec![0.0; range.1];
    let known = state.known_elements(variable)?;
    for element in 0..variable.extent().size() {
        if known.binary_search(&element).is_ok() {
            continue;
        }
        for (number, weight) in weights.iter_mut().enumerate() {
            state.get(variable)[element] = range.0 + number as f64;
            *weight = state.log_density::<Blanket<M, Target, false>>();
        }
        let drawn = category_by_logarithm(&mut weights, rng);
        state.get(variable)[element] = range.0 + drawn as f64;
    }
    Ok(())
}
