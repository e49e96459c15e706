//! Checks that the probabilities of the first state, and those of transitions, are valid if they are data.

use crate::compiler::Context;
use crate::contract::operation::Sizes;
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Operands};
use crate::node::broken;
use crate::probabilities::sum;

/// The name in messages of the probabilities of the first state.
pub(crate) const INITIAL: &str = "the initial probabilities";

/// The name in messages of the probabilities of the transitions.
pub(crate) const TRANSITIONS: &str = "the transitions";

/// Checks the arguments in these places; messages use these names for them.
pub(crate) fn check_probabilities(
    context: &Context,
    sizes: &Sizes,
    is_data: [bool; MAX_ARGUMENTS],
    operands: &Operands<'_>,
    places: [(usize, &str); 2],
) -> Result<(), Error> {
    for (place, name) in places.into_iter().filter(|&(place, _)| is_data[place]) {
        // A vector is one row.
        let length = if sizes[place].columns == 1 { sizes[place].rows } else { sizes[place].columns };
        for (row, numbers) in operands.arguments[place].chunks_exact(length).enumerate() {
            let of_row = if sizes[place].columns == 1 { String::new() } else { format!("row {row} of ") };
            sum(numbers.iter().copied())
                .map_err(|fault| broken(context, fault, &format!("{of_row}{name}")))?;
        }
    }
    Ok(())
}
