//! The stored form of a filter: the numbers that it keeps of the observations so far.

use super::OnlineFilter;
use crate::draws::{any_number, any_numbers};
use crate::error::Error;
use crate::inference::lists::fill;

/// The stored form of a filter.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    states: usize,
    lag: usize,
    count: usize,
    #[serde(with = "any_number")]
    log_density: f64,
    #[serde(with = "any_number")]
    log_likelihood: f64,
    #[serde(with = "any_numbers")]
    numbers: Vec<f64>,
}

impl From<OnlineFilter> for Saved {
    fn from(filter: OnlineFilter) -> Self {
        let OnlineFilter { states, lag, count, log_density, log_likelihood, mut kept, .. } = filter;
        let numbers = kept.lists().into_iter().flat_map(|list| list.drain(..)).collect();
        Self { states, lag, count, log_density, log_likelihood, numbers }
    }
}

impl TryFrom<Saved> for OnlineFilter {
    type Error = Error;

    fn try_from(saved: Saved) -> Result<Self, Error> {
        let Saved { states, lag, count, log_density, log_likelihood, numbers } = saved;
        let wrong = |what: &str| Error::results(format!("this is no filter of hidden states: {what}"));
        // There must be more numbers than states and than times, so stored sizes cannot cause a larger
        // allocation than the stored numbers.
        if states == 0 || states >= numbers.len() || lag >= numbers.len() {
            return Err(wrong("the numbers are fewer than states or times"));
        }
        let transition = numbers.get(..states * states).ok_or_else(|| wrong("numbers are lost"))?;
        let initial: Vec<f64> = (0..states).map(|state| f64::from(u8::from(state == 0))).collect();
        let mut filter = Self::new(&initial, transition, lag)?;
        fill(filter.kept.lists(), &numbers).map_err(wrong)?;
        Ok(Self { count, log_density, log_likelihood, ..filter })
    }
}
