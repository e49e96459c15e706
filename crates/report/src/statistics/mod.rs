//! The few statistics that figures need.

mod autocorrelation;
mod kde;
mod quantile;
mod ranks;

pub(crate) use autocorrelation::{autocorrelation, e_bfmi};
pub(crate) use kde::{Density, density};
pub(crate) use quantile::{mean, quantile};
pub(crate) use ranks::{band, ranks};

/// Returns the finite values, sorted.
pub(crate) fn sorted<'a>(values: impl IntoIterator<Item = &'a f64>) -> Vec<f64> {
    sorted_of(&mut values.into_iter())
}

fn sorted_of(values: &mut dyn Iterator<Item = &f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Returns the places of keys in ascending order; equal keys keep their order, NaN comes last.
pub(crate) fn ascending(keys: &[f64]) -> Vec<usize> {
    let key = |place: usize| if keys[place].is_nan() { f64::INFINITY } else { keys[place] + 0.0 };
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by(|a, b| key(*a).total_cmp(&key(*b)));
    places
}
