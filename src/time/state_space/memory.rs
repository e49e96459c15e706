//! The numbers that the forward pass stores for the backward pass.

use super::adjoint::StateAdjoints;
use super::steady::Steady;
use crate::frame::scratch;
use monomorph_macros::inlined;

/// The working memory of a filter, whose length is linear in the number of observations.
pub struct FilterMemory<'a> {
    /// v, the prediction error of each observation.
    pub errors: &'a mut [f64],
    /// 1/F of each observation, 0 for a missing one; 1/F∞ if F∞ is not 0.
    pub inverses: &'a mut [f64],
    /// F of each observation, 1 for a missing one; F∞ if F∞ is not 0.
    pub variances: &'a mut [f64],
    /// The state before each observation.
    pub rows: Rows<'a>,
    /// The diffuse part of the state before each observation.
    pub diffuse: DiffuseRows<'a>,
    /// The first time at which no state is diffuse.
    pub first_known: &'a mut f64,
    /// The times at which the covariance is that of an earlier time.
    pub steady: Steady<'a>,
    /// Working memory for one time.
    pub work: &'a mut [f64],
}

/// A row for each observation: a, and P with P z.
pub struct Rows<'a> {
    means: &'a mut [f64],
    matrices: &'a mut [f64],
}

/// The record of an observation: the state before it, and P z.
pub struct Row<'a> {
    /// The mean a of the state.
    pub mean: &'a mut [f64],
    /// The covariance P of the state.
    pub covariance: &'a mut [f64],
    /// P z.
    pub gain: &'a mut [f64],
}

/// A row for each observation, and the filtered state for each time, while states are diffuse.
pub struct DiffuseRows<'a> {
    rows: &'a mut [f64],
    filtered: &'a mut [f64],
    states: usize,
}

scratch! {
    /// The record of an observation while a state is diffuse.
    pub struct DiffuseRow(states) {
        /// The diffuse covariance P∞ of the state.
        covariance: states * states,
        /// P∞ z.
        gain: states,
        /// F∞, 0 for an observation that does not depend on diffuse states.
        variance: 1,
    }
}

scratch! {
    /// The state after the observations of a time.
    pub struct Filtered(states) {
        /// The mean a of the state.
        mean: states,
        /// The covariance P of the state.
        covariance: states * states,
        /// The diffuse covariance P∞ of the state.
        diffuse: states * states,
    }
}

scratch! {
    struct Parts(
        states: usize, length: usize, series: usize, is_diffuse: bool;
        states = states,
        times = length,
        series = series,
        steady = Steady::length(states, series),
        // `Predicted` needs less.
        work = StateAdjoints::length(states),
        diffuse_times = if is_diffuse { length } else { 0 },
        diffuse_row = DiffuseRow::length(states),
        filtered = Filtered::length(states),
    ) {
        errors: times * series,
        inverses: times * series,
        variances: times * series,
        means: times * series * states,
        matrices: times * series * (states * states + states),
        first_known: 1,
        steady: steady,
        work: work,
        diffuse: diffuse_times * series * diffuse_row,
        filtered: diffuse_times * filtered,
    }
}

impl<'a> FilterMemory<'a> {
    /// Returns the length of the memory. The sum saturates, and such a memory cannot be reserved.
    pub fn length(states: usize, length: usize, series: usize, is_diffuse: bool) -> usize {
        Parts::length(states, length, series, is_diffuse)
    }

    /// Splits the numbers into the parts of the memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(
        states: usize,
        length: usize,
        series: usize,
        is_diffuse: bool,
        numbers: &'a mut [f64],
    ) -> Self {
        let parts = Parts::divide(numbers, states, length, series, is_diffuse);
        let Parts { errors, inverses, variances, means, matrices, first_known, steady, work, .. } = parts;
        let rows = Rows { means, matrices };
        let diffuse = DiffuseRows { rows: parts.diffuse, filtered: parts.filtered, states };
        let (first_known, steady) = (&mut first_known[0], Steady::divide(steady, states, series));
        Self { errors, inverses, variances, rows, diffuse, first_known, steady, work }
    }

    /// Returns the place of the first observation at a time with the same covariance as the given time.
    pub fn place_of_covariance(&self, time: usize, series: usize) -> usize {
        self.steady.time().map_or(time, |steady| steady.min(time)) * series
    }
}

#[inlined(all)]
impl Rows<'_> {
    /// Returns the row of an observation; the number of states may be a constant of the caller.
    pub fn row(&mut self, place: usize, states: usize) -> Row<'_> {
        let length = states * states + states;
        let mean = &mut self.means[place * states..][..states];
        let (covariance, gain) = self.matrices[place * length..][..length].split_at_mut(states * states);
        Row { mean, covariance, gain }
    }

    /// Returns a before an observation.
    pub fn mean(&self, place: usize, states: usize) -> &[f64] {
        &self.means[place * states..][..states]
    }

    /// Returns a before the observations of some times: the first state at all times, then the next state.
    pub fn columns(&self, start: usize, count: usize, states: usize) -> &[f64] {
        &self.means[start * states..][..count * states]
    }

    /// Returns a before the observations of some times: the first state at all times, then the next state.
    pub fn columns_mut(&mut self, start: usize, count: usize, states: usize) -> &mut [f64] {
        &mut self.means[start * states..][..count * states]
    }

    /// Returns P before an observation, and P z.
    pub fn matrices(&self, place: usize, states: usize) -> (&[f64], &[f64]) {
        let length = states * states + states;
        self.matrices[place * length..][..length].split_at(states * states)
    }

    /// Copies P and P z of `count` observations from one place to another.
    pub fn copy_matrices(&mut self, from: usize, to: usize, count: usize, states: usize) {
        let length = states * states + states;
        self.matrices.copy_within(from * length..(from + count) * length, to * length);
    }
}

impl DiffuseRows<'_> {
    /// Returns the row of an observation.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn row(&mut self, place: usize) -> DiffuseRow<'_> {
        let length = DiffuseRow::length(self.states);
        DiffuseRow::divide(&mut self.rows[place * length..][..length], self.states)
    }

    /// Returns P∞ before an observation.
    pub fn before(&mut self, place: usize) -> &[f64] {
        self.row(place).covariance
    }

    /// Returns a, P and P∞ after the observations of a time.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn filtered(&mut self, time: usize) -> Filtered<'_> {
        let length = Filtered::length(self.states);
        Filtered::divide(&mut self.filtered[time * length..][..length], self.states)
    }
}
