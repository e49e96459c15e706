//! Markov chains that are marginalised.

use crate::error::Error;
use crate::frame::Frame;
use crate::hidden_states::HiddenStates;
use crate::model::SummedOut;

/// The states of a Markov chain that is marginalised.
pub(super) fn hidden_states(variable: &SummedOut, frame: &Frame<'_>) -> Option<Result<HiddenStates, Error>> {
    let [initial, transition, log_densities] = variable.chain(frame)?;
    Some(HiddenStates::new(&initial, &transition, &log_densities))
}

/// The states, or nothing, and the error is kept.
pub(super) fn kept(states: Result<HiddenStates, Error>, kept: &mut Option<Error>) -> Option<HiddenStates> {
    states.map_err(|error| *kept = Some(error)).ok()
}
