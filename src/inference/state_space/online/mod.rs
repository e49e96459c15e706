//! The filter that takes one observation after the other: a and P at the last time, their prediction for the
//! next time, and the smoothed state a fixed number of times earlier.
//!
//! Each row is one time of the filter of whole series. The fixed-lag smoother, p(αₜ₋ₗ | y₁ … yₜ), passes
//! backward through the last times, of which l + 1 are kept in a ring buffer.
//!
//! Anderson and Moore 1979, "Optimal filtering", 7.3, for the fixed lag.

mod push;
#[cfg(feature = "serde")]
mod saved;

use super::backward::Backward;
use super::checks::refused;
use super::filtered::known_or_infinite;
use super::{Forecast, StateSpace};
use crate::error::Error;
use crate::inference::lists::make_room;
use crate::time::state_space::filter::{Predicted, begin};
use crate::time::state_space::memory::FilterMemory;
use core::fmt;

/// A filter of observations that arrive one after the other, made by
/// [`online_filter`](StateSpace::online_filter).
///
/// Its results equal those of [`filter`](StateSpace::filter), [`smooth`](StateSpace::smooth) and
/// [`log_likelihood`](StateSpace::log_likelihood) for all rows so far. A refused row leaves it unchanged,
/// and a [`push`](Self::push) allocates nothing. A clone is independent of the original. With the feature
/// `serde` the filter can be written and read, and continues with the same bits if the format keeps all bits
/// of a number.
///
/// ```
/// use monomorph::state_space::StateSpace;
///
/// let model = StateSpace::new(1, &[1.0], &[15099.0], &[1.0], &[1469.0]);
/// let mut filter = model.online_filter(1)?;
/// for flow in [1120.0, 1160.0, f64::NAN, 963.0] {
///     filter.push(&[flow])?;
/// }
/// assert!(filter.mean()[0] < 1140.0 && filter.log_density() < 0.0);
/// let (level, variance) = filter.smoothed().expect("a second time"); // of the time before
/// assert!(level[0] > filter.mean()[0] && variance[0] > 0.0);
/// let next = filter.forecast(1)?;
/// assert_eq!(next.means[0], filter.mean()[0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "saved::Saved", try_from = "saved::Saved"))]
pub struct OnlineFilter {
    model: StateSpace,
    lag: usize,
    /// The number of rows so far.
    count: usize,
    /// The number of rows since the model was last replaced, or since the first row.
    since: usize,
    /// The number of observations that diffuse states still need.
    unknown: usize,
    /// The first time at which no state is diffuse.
    first_known: usize,
    /// False if the model has no matrices for the transition to the next time.
    goes_on: bool,
    log_density: f64,
    log_likelihood: f64,
    kept: Kept,
    work: Work,
}

/// The numbers that the filter keeps of the rows so far.
#[derive(Clone, Default)]
struct Kept {
    /// a, P and P∞ at the next time.
    next: [Vec<f64>; 3],
    /// a and P at the last time.
    filtered: [Vec<f64>; 2],
    /// The means and the variances of the last observations, given the earlier ones.
    predicted: [Vec<f64>; 2],
    /// a and P at the smoothed time.
    smoothed: [Vec<f64>; 2],
    /// The memory of the last times.
    ring: Vec<f64>,
    /// Z, the diagonal of H, and T at the last times, if the filter has a lag.
    matrices: [Vec<f64>; 3],
}

/// Working memory for a row.
#[derive(Clone)]
struct Work {
    /// The observations without their offset; only those of one row are read.
    observations: Vec<f64>,
    observed: Vec<u32>,
    predicted: Vec<f64>,
    backward: Backward,
}

impl Kept {
    /// Returns all lists of numbers, in a fixed order.
    fn lists(&mut self) -> [&mut Vec<f64>; 13] {
        let Self { next: [a, b, c], matrices: [j, k, l], ring, .. } = self;
        let ([d, e], [f, g], [h, i]) = (&mut self.filtered, &mut self.predicted, &mut self.smoothed);
        [a, b, c, d, e, f, g, h, i, j, k, l, ring]
    }
}

impl fmt::Debug for OnlineFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model: StateSpace { states, series, .. }, lag, count, .. } = self;
        write!(f, "OnlineFilter({states} states, {series} series, {lag} times back, {count} rows)")
    }
}

impl StateSpace {
    /// Returns a filter of observations that arrive one after the other. It smooths the state `lag` times
    /// earlier, in time proportional to `lag`.
    ///
    /// If matrices are given for a number of times, they belong to the first rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes of the matrices do not fit, if their numbers are not those of a model
    /// (see [`StateSpace`]), or if there is no memory for the lag.
    pub fn online_filter(&self, lag: usize) -> Result<OnlineFilter, Error> {
        let Self { states, series, diffuse, .. } = *self;
        self.check(series)?;
        self.check_numbers(&[])?;
        let (square, times) = (states * states, lag.saturating_add(1));
        let back = if lag > 0 { times } else { 0 };
        let sizes = [
            [states, square, square].as_slice(),
            &[states, square, series, series, states, square],
            &[series * states, series, square].map(|size| size.saturating_mul(back)),
            &[FilterMemory::length(states, times, series, diffuse > 0)],
        ]
        .concat();
        let mut kept = Kept::default();
        make_room(kept.lists(), &sizes, &format!("a lag of {lag} times"))?;
        kept.predicted.iter_mut().for_each(|list| list.fill(f64::NAN));
        let mut work = Work {
            observations: vec![0.0; times * series],
            observed: vec![0; times * series],
            predicted: vec![0.0; Predicted::length(states)],
            backward: Backward::new(states),
        };
        let mut at = Predicted::divide(&mut work.predicted, states);
        begin(&self.system(&[], &[]), states, &mut at);
        for (kept, at) in kept.next.iter_mut().zip([at.mean, at.covariance, at.diffuse]) {
            kept.copy_from_slice(at);
        }
        let [mean, covariance, unknown] = &kept.next;
        kept.filtered[0].copy_from_slice(mean);
        for (at, element) in kept.filtered[1].iter_mut().enumerate() {
            *element = known_or_infinite(covariance[at], unknown[at]);
        }
        Ok(OnlineFilter {
            model: self.clone(),
            lag,
            count: 0,
            since: 0,
            unknown: diffuse,
            first_known: if diffuse > 0 { usize::MAX } else { 0 },
            goes_on: true,
            log_density: 0.0,
            log_likelihood: 0.0,
            kept,
            work,
        })
    }
}

impl OnlineFilter {
    /// The number of rows so far.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there has been no row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of times between the smoothed state and the last row.
    pub fn lag(&self) -> usize {
        self.lag
    }

    /// The mean of the state at the time of the last row, given all rows; before the first row, the mean of
    /// the first state.
    pub fn mean(&self) -> &[f64] {
        &self.kept.filtered[0]
    }

    /// The covariance of the state at the time of the last row, given all rows, row by row; before the first
    /// row, the covariance of the first state. Its variances are infinite while the state is not determined.
    pub fn covariance(&self) -> &[f64] {
        &self.kept.filtered[1]
    }

    /// The mean and the covariance of the state `lag` times before the last, given all rows. They are `None`
    /// if there are no more than `lag` rows, or while a state is diffuse.
    pub fn smoothed(&self) -> Option<(&[f64], &[f64])> {
        let [mean, covariance] = if self.lag == 0 { &self.kept.filtered } else { &self.kept.smoothed };
        (self.count > self.lag && self.unknown == 0).then_some((mean, covariance))
    }

    /// The mean of each observation of the last row, given the earlier rows; NaN before the first row.
    pub fn predicted_means(&self) -> &[f64] {
        &self.kept.predicted[0]
    }

    /// The variance of each observation of the last row, given the earlier rows, including the variance of
    /// the noise; NaN before the first row, and infinite while a state that it reads is diffuse.
    pub fn predicted_variances(&self) -> &[f64] {
        &self.kept.predicted[1]
    }

    /// The log density of the last row, given the earlier rows; 0 if all of its observations are missing.
    pub fn log_density(&self) -> f64 {
        self.log_density
    }

    /// The log density of all rows so far, as in [`StateSpace::log_likelihood`].
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// The observations at the next times, given all rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices of the model end before the horizon.
    pub fn forecast(&self, horizon: usize) -> Result<Forecast, Error> {
        let mut ahead = Self { lag: 0, ..self.clone() };
        let row = vec![f64::NAN; self.model.series];
        let (mut means, mut variances) = (Vec::new(), Vec::new());
        for _ in 0..horizon {
            ahead.push(&row)?;
            means.extend_from_slice(ahead.predicted_means());
            variances.extend_from_slice(ahead.predicted_variances());
        }
        Ok(Forecast { means, variances })
    }

    /// Replaces the matrices, intercepts and offsets by those of another model from the next row on, for
    /// example if predictors in Z become known with each row. The state does not change: the initial state
    /// of the new model is not read, and the transition from the last row to the next one was that of the
    /// previous model.
    ///
    /// # Errors
    ///
    /// Returns an error for another number of states or series, and the errors of
    /// [`online_filter`](StateSpace::online_filter).
    pub fn set_model(&mut self, model: &StateSpace) -> Result<(), Error> {
        let StateSpace { states, series, .. } = self.model;
        if (model.states, model.series) != (states, series) {
            return Err(refused(format!(
                "a model of {} states and {} series cannot replace a model of {states} states and {series} \
                 series",
                model.states, model.series
            )));
        }
        model.check(series)?;
        model.check_numbers(&[])?;
        self.model = StateSpace { diffuse: self.model.diffuse, ..model.clone() };
        self.since = 0;
        Ok(())
    }
}
