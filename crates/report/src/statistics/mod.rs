//! The few statistics that figures are made of.

mod autocorrelation;
mod kde;
mod quantile;
mod ranks;

pub(crate) use autocorrelation::{autocorrelation, e_bfmi};
pub(crate) use kde::{Density, density};
pub(crate) use quantile::{mean, quantile};
pub(crate) use ranks::{band, ranks};

/// The values that are finite, sorted.
pub(crate) fn sorted<'a>(values: impl IntoIterator<Item = &'a f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.into_iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}
