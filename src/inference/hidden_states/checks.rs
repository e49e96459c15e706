//! Checks of the numbers from which hidden states are computed.

use crate::error::Error;
use crate::probabilities::sum;
use crate::time::hidden_markov::INITIAL;

/// Checks that the numbers of elements are consistent.
pub(super) fn check_lengths(
    states: usize,
    length: usize,
    transition: &[f64],
    log_densities: &[f64],
) -> Result<(), Error> {
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
    Ok(())
}

/// Returns the error of numbers that are inconsistent.
pub(super) fn refused(reason: String) -> Error {
    Error::Refused { statement: "HiddenStates".to_owned(), function: "HiddenStates", reason }
}

/// Returns the error of observations that no path of states explains, given the logarithms of the filter.
pub(super) fn impossible(forward: &[f64], log_densities: &[f64], states: usize) -> Error {
    let is_impossible = |number: &f64| *number == f64::NEG_INFINITY;
    let time = forward.chunks_exact(states).position(|row| row.iter().all(is_impossible)).unwrap_or(0);
    let has_density =
        log_densities.chunks_exact(forward.len() / states).any(|row| !is_impossible(&row[time]));
    impossible_at(time, has_density)
}

/// Returns the error of the observation at a time that no path of states explains; `has_density` is true if
/// its density is positive in some state.
pub(super) fn impossible_at(time: usize, has_density: bool) -> Error {
    let why = if has_density {
        "no path leads to a state that explains it"
    } else {
        "its log density is −∞ in all states (a missing observation has the log density 0)"
    };
    refused(format!(
        "no path of states explains the observations: the observation at time {time}, counted from 0, is \
         impossible, because {why}"
    ))
}

/// Returns the probabilities in rows of this length, each row divided by its sum.
pub(super) fn probabilities(what: &str, numbers: &[f64], length: usize) -> Result<Vec<f64>, Error> {
    let mut divided = Vec::with_capacity(numbers.len());
    for (row, numbers) in numbers.chunks_exact(length).enumerate() {
        let of_row = if what == INITIAL { what.to_owned() } else { format!("row {row} of {what}") };
        let sum = sum(numbers.iter().copied()).map_err(|fault| {
            let (what, index, value, rule) = fault.in_words(&of_row);
            Error::OutsideSupport {
                statement: "HiddenStates::new".to_owned(),
                what,
                index,
                value,
                rule: rule.to_owned(),
            }
        })?;
        divided.extend(numbers.iter().map(|number| number / sum));
    }
    Ok(divided)
}

/// Checks each number.
pub(super) fn check(
    what: &str,
    numbers: &[f64],
    is_right: impl Fn(f64) -> bool,
    rule: &str,
) -> Result<(), Error> {
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
