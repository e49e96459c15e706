//! Random numbers that distributions and samplers share. With numbers that make no distribution they are NaN.

use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma, StandardNormal};

/// Weights below e⁻⁴⁰ of the largest are less than a number can tell beside it, and take no exponential.
const NEGLIGIBLE: f64 = -40.0;

/// A normal number.
pub(crate) fn normal(mean: f64, sd: f64, rng: &mut dyn Rng) -> f64 {
    mean + sd * rng.sample::<f64, _>(StandardNormal)
}

/// The logarithm of a gamma number of rate 1: log G(α) = log G(α + 1) + log(U)/α, which does not underflow for small α.
fn log_gamma<R: Rng + ?Sized>(shape: f64, rng: &mut R) -> f64 {
    let sample = |shape: f64, rng: &mut R| Gamma::new(shape, 1.0).map_or(f64::NAN, |gamma| gamma.sample(rng));
    if shape >= 1.0 {
        return sample(shape, rng).ln();
    }
    sample(shape + 1.0, rng).ln() + (1.0 - rng.random::<f64>()).ln() / shape
}

/// A gamma number of a shape and a rate, positive and finite.
pub(crate) fn gamma(shape: f64, rate: f64, rng: &mut dyn Rng) -> f64 {
    if !(shape > 0.0 && rate > 0.0) {
        return f64::NAN;
    }
    (log_gamma(shape, rng) - rate.ln()).exp().clamp(f64::MIN_POSITIVE, f64::MAX)
}

/// A beta number, away from the ends by no less than a number can tell.
pub(crate) fn beta(alpha: f64, beta: f64, rng: &mut dyn Rng) -> f64 {
    if !(alpha > 0.0 && beta > 0.0) {
        return f64::NAN;
    }
    let difference = log_gamma(beta, rng) - log_gamma(alpha, rng);
    (1.0 + difference.exp()).recip().clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
}

/// Proportions that follow a Dirichlet distribution: gamma numbers, divided by their sum.
pub(crate) fn proportions<R: Rng + ?Sized>(concentration: &[f64], rng: &mut R) -> Vec<f64> {
    let log_gamma = |&alpha: &f64| if alpha > 0.0 { log_gamma(alpha, rng) } else { f64::NAN };
    softmax(&concentration.iter().map(log_gamma).collect::<Vec<f64>>())
}

/// Probabilities from the logarithms of what they are proportional to.
pub(crate) fn softmax(logits: &[f64]) -> Vec<f64> {
    let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The category in whose part of the running sum of weights a uniform number falls; the last that has one, if rounding leaves the
/// number beyond. NaN counts as the weight 0.
pub(crate) fn category<R: Rng + ?Sized>(weights: &[f64], rng: &mut R) -> usize {
    let weighted = || weights.iter().copied().enumerate().filter(|(_, weight)| *weight > 0.0);
    let mut rest = rng.random::<f64>() * weighted().map(|(_, weight)| weight).sum::<f64>();
    let mut last = 0;
    for (place, weight) in weighted() {
        last = place;
        if rest < weight {
            break;
        }
        rest -= weight;
    }
    last
}

/// As many places as are wanted, each as often as its weight says, in order (systematic resampling). The weights add up to 1.
pub(crate) fn systematic<R: Rng + ?Sized>(weights: &[f64], count: usize, rng: &mut R) -> Vec<usize> {
    let (start, mut sum, mut place) = (rng.random::<f64>(), weights[0], 0);
    let next = |number: usize| {
        while sum < (start + number as f64) / count as f64 && place + 1 < weights.len() {
            place += 1;
            sum += weights[place];
        }
        place
    };
    (0..count).map(next).collect()
}

/// The category that [`category`] draws, given the logarithms of the weights, which are replaced; any, if all weights are 0.
pub(crate) fn category_by_logarithm(logarithms: &mut [f64], rng: &mut dyn Rng) -> usize {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return rng.random_range(0..logarithms.len());
    }
    for weight in logarithms.iter_mut() {
        let below = *weight - largest;
        *weight = if below > NEGLIGIBLE { below.exp() } else { 0.0 };
    }
    category(logarithms, rng)
}
