//! The stored form of a filter: its model, and the numbers of the rows so far.

use super::{OnlineFilter, StateSpace};
use crate::draws::{any_number, any_numbers};
use crate::error::Error;
use crate::inference::lists::fill;

/// The stored form of a filter.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    model: StateSpace,
    lag: usize,
    count: usize,
    since: usize,
    unknown: usize,
    first_known: usize,
    goes_on: bool,
    #[serde(with = "any_number")]
    log_density: f64,
    #[serde(with = "any_number")]
    log_likelihood: f64,
    #[serde(with = "any_numbers")]
    numbers: Vec<f64>,
}

impl From<OnlineFilter> for Saved {
    fn from(filter: OnlineFilter) -> Self {
        let OnlineFilter { model, lag, count, since, unknown, first_known, goes_on, .. } = filter;
        let OnlineFilter { log_density, log_likelihood, mut kept, .. } = filter;
        let numbers = kept.lists().into_iter().flat_map(|list| list.drain(..)).collect();
        Self { model, lag, count, since, unknown, first_known, goes_on, log_density, log_likelihood, numbers }
    }
}

impl TryFrom<Saved> for OnlineFilter {
    type Error = Error;

    fn try_from(saved: Saved) -> Result<Self, Error> {
        let Saved { model, lag, count, since, unknown, first_known, goes_on, .. } = saved;
        let wrong = |what: &str| Error::results(format!("this is no filter of a series: {what}"));
        // There must be more numbers than times, so a wrong lag cannot cause a larger allocation than the
        // stored numbers.
        if lag >= saved.numbers.len() {
            return Err(wrong("the numbers are fewer than the lag"));
        }
        let mut filter = model.online_filter(lag)?;
        if unknown > model.diffuse || (first_known > 0) != (model.diffuse > 0) {
            return Err(wrong("diffuse states are others than those of the model"));
        }
        fill(filter.kept.lists(), &saved.numbers).map_err(wrong)?;
        let (log_density, log_likelihood) = (saved.log_density, saved.log_likelihood);
        Ok(Self { count, since, unknown, first_known, goes_on, log_density, log_likelihood, ..filter })
    }
}
