//! Random numbers of the full conditionals. Draws stay inside the open supports, where transforms are finite; with numbers that
//! make no distribution they are NaN.

use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma, StandardNormal};

/// A normal number.
pub(super) fn normal(mean: f64, sd: f64, rng: &mut dyn Rng) -> f64 {
    mean + sd * rng.sample::<f64, _>(StandardNormal)
}

/// A gamma number of a shape and a rate.
pub(super) fn gamma(shape: f64, rate: f64, rng: &mut dyn Rng) -> f64 {
    if !(shape > 0.0 && rate > 0.0) {
        return f64::NAN;
    }
    (log_gamma(shape, rng) - rate.ln()).exp().clamp(f64::MIN_POSITIVE, f64::MAX)
}

/// The logarithm of a gamma number of rate 1: log G(α) = log G(α + 1) + log(U)/α, which does not underflow for small α.
fn log_gamma(shape: f64, rng: &mut dyn Rng) -> f64 {
    let sample =
        |shape: f64, rng: &mut dyn Rng| Gamma::new(shape, 1.0).map_or(f64::NAN, |gamma| gamma.sample(rng));
    if shape >= 1.0 {
        return sample(shape, rng).ln();
    }
    sample(shape + 1.0, rng).ln() + (1.0 - rng.random::<f64>()).ln() / shape
}

/// A beta number, away from the ends by no less than a number can tell.
pub(super) fn beta(alpha: f64, beta: f64, rng: &mut dyn Rng) -> f64 {
    if !(alpha > 0.0 && beta > 0.0) {
        return f64::NAN;
    }
    let difference = log_gamma(beta, rng) - log_gamma(alpha, rng);
    (1.0 + difference.exp()).recip().clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
}

/// Replaces concentrations by probabilities.
pub(super) fn dirichlet(numbers: &mut [f64], rng: &mut dyn Rng) {
    if numbers.iter().any(|concentration| concentration.is_nan() || *concentration <= 0.0) {
        numbers.fill(f64::NAN);
        return;
    }
    for number in numbers.iter_mut() {
        *number = log_gamma(*number, rng);
    }
    softmax(numbers);
    for number in numbers {
        *number = number.max(f64::MIN_POSITIVE);
    }
}

/// Replaces logarithms by what they are in proportion to, with sum 1.
fn softmax(logarithms: &mut [f64]) {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for number in logarithms.iter_mut() {
        *number = (*number - largest).exp();
        sum += *number;
    }
    for number in logarithms {
        *number /= sum;
    }
}
