//! The numbers that the forward pass leaves for the backward pass.

use super::steady::Steady;

/// The working memory of a filter, all of it linear in the number of observations.
pub struct Memory<'a> {
    /// v of each observation.
    pub errors: &'a mut [f64],
    /// 1/F of each observation, 0 where there is none; 1/F∞ where that is not 0.
    pub inverses: &'a mut [f64],
    /// F of each observation, 1 where there is none; F∞ where that is not 0.
    pub variances: &'a mut [f64],
    /// The state before each observation.
    pub rows: Rows<'a>,
    /// The facts that are not known before each observation.
    pub diffuse: DiffuseRows<'a>,
    /// The time after the last one that is diffuse.
    pub first_known: &'a mut f64,
    /// The times at which the covariance is that of a time before.
    pub steady: Steady<'a>,
    /// Numbers for one time.
    pub work: &'a mut [f64],
}

/// A row for each observation: a, and P with P z.
pub struct Rows<'a> {
    means: &'a mut [f64],
    matrices: &'a mut [f64],
}

/// The record of an observation: the state before it, and P z.
pub struct Row<'a> {
    /// a.
    pub mean: &'a mut [f64],
    /// P.
    pub covariance: &'a mut [f64],
    /// P z.
    pub gain: &'a mut [f64],
}

/// A row for each observation, and the filtered state for each time.
pub struct DiffuseRows<'a> {
    rows: &'a mut [f64],
    filtered: &'a mut [f64],
    states: usize,
}

/// The record of an observation while there is a state without a known beginning.
pub struct DiffuseRow<'a> {
    /// F∞, 0 where the observation is an ordinary one.
    pub variance: &'a mut f64,
    /// P∞.
    pub covariance: &'a mut [f64],
    /// P∞ z.
    pub gain: &'a mut [f64],
}

/// The number of numbers that one time needs.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn work(states: usize) -> usize {
    states.saturating_mul(states).saturating_mul(4).saturating_add(states.saturating_mul(5))
}

impl<'a> Memory<'a> {
    /// The number of numbers that the memory takes. They cannot be claimed if they are more than there are.
    pub fn length(states: usize, length: usize, series: usize, is_diffuse: bool) -> usize {
        let (count, square) = (length.saturating_mul(series), states.saturating_mul(states));
        let row = square.saturating_add(states.saturating_mul(2)).saturating_add(3);
        let diffuse_row = square.saturating_add(states).saturating_add(1);
        let filtered = square.saturating_mul(2).saturating_add(states).saturating_mul(length);
        let diffuse = count.saturating_mul(diffuse_row).saturating_add(filtered);
        let all = count.saturating_mul(row).saturating_add(if is_diffuse { diffuse } else { 0 });
        let steady = Steady::length(states, series);
        all.saturating_add(work(states)).saturating_add(steady).saturating_add(1)
    }

    /// Takes the numbers apart.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(
        states: usize,
        length: usize,
        series: usize,
        is_diffuse: bool,
        numbers: &'a mut [f64],
    ) -> Self {
        let (count, square) = (length * series, states * states);
        let (errors, rest) = numbers.split_at_mut(count);
        let (inverses, rest) = rest.split_at_mut(count);
        let (variances, rest) = rest.split_at_mut(count);
        let (means, rest) = rest.split_at_mut(count * states);
        let (matrices, rest) = rest.split_at_mut(count * (square + states));
        let (first_known, rest) = rest.split_at_mut(1);
        let (steady, rest) = rest.split_at_mut(Steady::length(states, series));
        let (work, rest) = rest.split_at_mut(work(states));
        let diffuse = if is_diffuse { count * (square + states + 1) } else { 0 };
        let (diffuse, filtered) = rest.split_at_mut(diffuse);
        let diffuse = DiffuseRows { rows: diffuse, filtered, states };
        let first_known = &mut first_known[0];
        let (rows, steady) = (Rows { means, matrices }, Steady::new(states, series, steady));
        Self { errors, inverses, variances, rows, diffuse, first_known, steady, work }
    }

    /// The place of the first observation in a time whose covariance is that of the given one.
    pub fn place_of_covariance(&self, time: usize, series: usize) -> usize {
        self.steady.time().map_or(time, |steady| steady.min(time)) * series
    }
}

impl Rows<'_> {
    /// The row of an observation, for a number of states that the caller may know as a constant.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn row(&mut self, place: usize, states: usize) -> Row<'_> {
        let length = states * states + states;
        let mean = &mut self.means[place * states..][..states];
        let (covariance, gain) = self.matrices[place * length..][..length].split_at_mut(states * states);
        Row { mean, covariance, gain }
    }

    /// a before an observation.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn mean(&self, place: usize, states: usize) -> &[f64] {
        &self.means[place * states..][..states]
    }

    /// a before the observations of some times, the first state of all, then the next.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn columns(&self, start: usize, count: usize, states: usize) -> &[f64] {
        &self.means[start * states..][..count * states]
    }

    /// a before the observations of some times, the first state of all, then the next.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn columns_mut(&mut self, start: usize, count: usize, states: usize) -> &mut [f64] {
        &mut self.means[start * states..][..count * states]
    }

    /// P before an observation, and P z.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn matrices(&self, place: usize, states: usize) -> (&[f64], &[f64]) {
        let length = states * states + states;
        self.matrices[place * length..][..length].split_at(states * states)
    }

    /// Copies P and P z of `count` observations from one place to another.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn copy_matrices(&mut self, from: usize, to: usize, count: usize, states: usize) {
        let length = states * states + states;
        self.matrices.copy_within(from * length..(from + count) * length, to * length);
    }
}

impl DiffuseRows<'_> {
    /// The row of an observation.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn row(&mut self, place: usize) -> DiffuseRow<'_> {
        let square = self.states * self.states;
        let length = square + self.states + 1;
        let (covariance, rest) = self.rows[place * length..][..length].split_at_mut(square);
        let (gain, variance) = rest.split_at_mut(self.states);
        DiffuseRow { variance: &mut variance[0], covariance, gain }
    }

    /// P∞ before an observation.
    pub fn before(&mut self, place: usize) -> &[f64] {
        self.row(place).covariance
    }

    /// a, P and P∞ behind the observations of a time.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn filtered(&mut self, time: usize) -> [&mut [f64]; 3] {
        let square = self.states * self.states;
        let length = 2 * square + self.states;
        let (mean, rest) = self.filtered[time * length..][..length].split_at_mut(self.states);
        let (covariance, diffuse) = rest.split_at_mut(square);
        [mean, covariance, diffuse]
    }
}
