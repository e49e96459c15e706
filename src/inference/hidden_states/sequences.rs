//! Hidden states of several consecutive sequences.

use super::HiddenStates;
use super::checks::{check_lengths, refused};
use crate::error::Error;

impl HiddenStates {
    /// Filters the states of each of several consecutive sequences, given the length of each, as for
    /// [`sequences`](Self::sequences). The arguments are those of [`new`](Self::new); no path needs to lead
    /// from one sequence to the next.
    ///
    /// ```
    /// use monomorph::hidden_states::HiddenStates;
    ///
    /// // what is in the second state stays there, and each sequence begins in the first
    /// let never = f64::NEG_INFINITY;
    /// let log_densities = [-1.0, never, -1.0, -1.0, /* the second state */ never, -1.0, -9.0, -1.0];
    /// let each = HiddenStates::of_sequences(&[1.0, 0.0], &[0.5, 0.5, 0.0, 1.0], &log_densities, &[2, 2])?;
    /// assert_eq!(each[0].most_likely_path(), [0, 1]);
    /// assert_eq!(each[1].most_likely_path(), [0, 0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new) and of [`sequences`](Self::sequences).
    pub fn of_sequences(
        initial: &[f64],
        transition: &[f64],
        log_densities: &[f64],
        lengths: &[usize],
    ) -> Result<Vec<Self>, Error> {
        let states = initial.len();
        let length = log_densities.len().checked_div(states).unwrap_or(0);
        check_lengths(states, length, transition, log_densities)?;
        split(states, length, initial, transition, log_densities, lengths)
    }

    /// Returns the states of each of several consecutive sequences, given the length of each. All sequences
    /// begin with the same probabilities; if transitions differ from step to step, a sequence has the
    /// transitions to its own times.
    ///
    /// ```
    /// use monomorph::hidden_states::HiddenStates;
    ///
    /// let log_densities = [-1.0, -9.0, -1.0, /* the second state */ -9.0, -1.0, -9.0];
    /// let states = HiddenStates::new(&[0.5, 0.5], &[0.9, 0.1, 0.1, 0.9], &log_densities)?;
    /// let each = states.sequences(&[1, 2])?;
    /// assert_eq!(each[0].most_likely_path(), [0]);
    /// assert_eq!(each[1].most_likely_path(), [1, 0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error for a sequence of length 0, for lengths whose sum is not the number of times, and
    /// for a sequence that no path of states explains.
    pub fn sequences(&self, lengths: &[usize]) -> Result<Vec<Self>, Error> {
        let Self { states, length, initial, transition, log_densities, .. } = self;
        split(*states, *length, initial, transition, log_densities, lengths)
    }
}

/// Returns the states of each of several sequences, given their lengths.
fn split(
    states: usize,
    length: usize,
    initial: &[f64],
    transition: &[f64],
    log_densities: &[f64],
    lengths: &[usize],
) -> Result<Vec<HiddenStates>, Error> {
    let sum = lengths.iter().fold(0, |sum: usize, &length| sum.saturating_add(length));
    if sum != length || lengths.contains(&0) {
        return Err(refused(format!(
            "the lengths {lengths:?} of sequences must be above 0, and their sum must be the number of times, {length}"
        )));
    }
    let (square, mut start) = (states * states, 0);
    let each = lengths.iter().map(|&own| {
        let columns = |row: &[f64]| row[start..][..own].to_vec();
        let log_densities: Vec<f64> = log_densities.chunks_exact(length).flat_map(columns).collect();
        let is_one = transition.len() == square;
        let (first, count) =
            if is_one || own == 1 { (0, square) } else { (start * square, (own - 1) * square) };
        start += own;
        HiddenStates::new(initial, &transition[first..][..count], &log_densities)
    });
    each.collect()
}
