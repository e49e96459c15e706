//! Marginalised Markov chains.

use crate::error::Error;
use crate::frame::Frame;
use crate::hidden_states::HiddenStates;
use crate::model::SummedOut;

/// Returns the states of a marginalised Markov chain; `None` for a variable whose elements are independent.
pub(super) fn hidden_states(variable: &SummedOut, frame: &Frame<'_>) -> Option<Result<HiddenStates, Error>> {
    let [initial, transition, log_densities] = variable.chain(frame)?;
    Some(HiddenStates::new(&initial, &transition, &log_densities))
}

/// Returns the states, or `None` with the error stored in `kept`.
pub(super) fn kept(states: Result<HiddenStates, Error>, kept: &mut Option<Error>) -> Option<HiddenStates> {
    states.map_err(|error| *kept = Some(error)).ok()
}
