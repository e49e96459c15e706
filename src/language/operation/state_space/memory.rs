//! What the way forward leaves for the way back.

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
    /// What is not known before each observation.
    pub diffuse: DiffuseRows<'a>,
    /// The time after the last one that is diffuse.
    pub first_known: &'a mut f64,
    /// Numbers for one time.
    pub work: &'a mut [f64],
}

/// A row for each observation: a, P and P z.
pub struct Rows<'a>(&'a mut [f64]);

/// What is kept of an observation: the state before it, and P z.
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

/// What is kept of an observation while there is a state without a known beginning.
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
    /// How many numbers it takes. They cannot be claimed if they are more than there are.
    pub fn length(states: usize, length: usize, series: usize, is_diffuse: bool) -> usize {
        let (count, square) = (length.saturating_mul(series), states.saturating_mul(states));
        let row = square.saturating_add(states.saturating_mul(2)).saturating_add(3);
        let diffuse_row = square.saturating_add(states).saturating_add(1);
        let filtered = square.saturating_mul(2).saturating_add(states).saturating_mul(length);
        let diffuse = count.saturating_mul(diffuse_row).saturating_add(filtered);
        let all = count.saturating_mul(row).saturating_add(if is_diffuse { diffuse } else { 0 });
        all.saturating_add(work(states)).saturating_add(1)
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
        let (rows, rest) = rest.split_at_mut(count * (square + 2 * states));
        let (first_known, rest) = rest.split_at_mut(1);
        let (work, rest) = rest.split_at_mut(work(states));
        let diffuse = if is_diffuse { count * (square + states + 1) } else { 0 };
        let (diffuse, filtered) = rest.split_at_mut(diffuse);
        let diffuse = DiffuseRows { rows: diffuse, filtered, states };
        let first_known = &mut first_known[0];
        Self { errors, inverses, variances, rows: Rows(rows), diffuse, first_known, work }
    }
}

impl Rows<'_> {
    /// The row of an observation, for a number of states that the caller may know as a constant.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn row(&mut self, place: usize, states: usize) -> Row<'_> {
        let length = states * states + 2 * states;
        let row = &mut self.0[place * length..][..length];
        let (mean, rest) = row.split_at_mut(states);
        let (covariance, gain) = rest.split_at_mut(states * states);
        Row { mean, covariance, gain }
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
    #[cfg(feature = "random")]
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
