//! Checks that the sizes of the arguments are consistent.

use crate::contract::operation::{Setup, Side};
use crate::error::Error;
use crate::shape::Size;

/// Checks all sizes. Returns true if each sequence has its own transitions.
pub(crate) fn check(setup: &Setup<'_>, sequences: Option<&[usize]>) -> Result<bool, Error> {
    (0..3).try_for_each(|place| setup.check_not_empty(place))?;
    let [emission, transition, initial] = [0, 1, 2].map(|place| setup.size(place));
    let (states, length) = (emission.rows, emission.columns);
    let count = sequences.map_or(Ok(1), |lengths| count_of(setup, lengths, length))?;
    if initial.columns == 1 {
        setup.check_same((0, Side::Column), (2, Side::Column))?;
    } else if initial != Size::new(count, states) {
        let reason = format!(
            "`{}` is a matrix of {} rows and {} columns; {states} states and {count} sequences need a vector of {states} elements, or \
             one row of them for each sequence",
            setup.name(2),
            initial.rows,
            initial.columns
        );
        return Err(setup.refused("hidden_markov", reason));
    }
    let is = |matrices: usize| Some(transition.rows) == states.checked_mul(matrices);
    if transition.columns != states || !(is(1) || is(length - 1) || is(count)) {
        let or_sequence = if sequences.is_some() { ", or one for each sequence" } else { "" };
        let reason = format!(
            "`{}` is a matrix of {} rows and {} columns; {states} states and {length} observations need {states} rows and columns, or \
             one such matrix for each observation after the first{or_sequence}, on top of each other",
            setup.name(1),
            transition.rows,
            transition.columns
        );
        return Err(setup.refused("hidden_markov", reason));
    }
    // If the sizes fit both one matrix for each step and one for each sequence, only one sequence has a
    // step, the step with its number.
    Ok(!is(1) && !is(length - 1))
}

/// Checks that the sequences contain all observations; returns their number.
fn count_of(setup: &Setup<'_>, lengths: &[usize], length: usize) -> Result<usize, Error> {
    if let Some(number) = lengths.iter().position(|&length| length == 0) {
        let reason = format!("the sequence {number}, counted from 0, has no observations");
        return Err(setup.refused("sequences", reason));
    }
    let sum = lengths.iter().fold(0, |sum: usize, &length| sum.saturating_add(length));
    if sum != length {
        let count = lengths.len();
        let reason =
            format!("the lengths of {count} sequences add up to {sum}; there are {length} observations");
        return Err(setup.refused("sequences", reason));
    }
    Ok(lengths.len())
}
