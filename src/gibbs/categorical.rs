//! One of several numbers, given the logarithms of their weights.

use rand::{Rng, RngExt};

/// Weights below e⁻⁴⁰ of the largest are less than a number can tell beside it, and take no exponential.
const NEGLIGIBLE: f64 = -40.0;

/// The place of one of the weights, which are replaced; any, if all of them are 0. NaN counts as the weight 0.
pub(crate) fn choose(logarithms: &mut [f64], rng: &mut dyn Rng) -> usize {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return rng.random_range(0..logarithms.len());
    }
    let mut sum = 0.0;
    for weight in logarithms.iter_mut() {
        let below = *weight - largest;
        *weight = if below > NEGLIGIBLE { below.exp() } else { 0.0 };
        sum += *weight;
    }
    pick(logarithms.iter().copied(), rng.random::<f64>() * sum)
}

/// The place in whose part of the running sum a number falls; the last with a weight, if rounding leaves it beyond.
pub(crate) fn pick(weights: impl Iterator<Item = f64>, mut rest: f64) -> usize {
    let mut last = 0;
    for (place, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = place;
            if rest < weight {
                return place;
            }
            rest -= weight;
        }
    }
    last
}
