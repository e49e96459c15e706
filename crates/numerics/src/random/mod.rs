//! Random numbers that distributions and samplers share. With invalid parameters they are NaN, and with
//! valid ones they never are, however extreme: a result that is too small or too large for a number is 0 or
//! ∞, or the closest number to these if the documentation says so.
//!
//! Numbers stay logarithms as long as possible: gamma numbers of small shapes by log G(α + 1) − E/α, beta
//! numbers and proportions by differences of these; scales are added before the exponential. Binomial
//! numbers of more than 2³¹ trials, or of a probability of which 1 − p loses the digits, go by order
//! statistics (Ahrens and Dieter 1974), hypergeometric ones by ratios of uniforms (Stadlober 1990) against
//! probabilities in their saddle-point form (Loader 2000), which keeps its digits in populations of 10¹⁵.

mod counts;
mod gamma;
mod hypergeometric;
mod normals;

pub use counts::{binomial, counts, overdispersed, poisson};
pub use gamma::{
    beta, beta_and_rest, bounded_gamma, gamma, inverse_gamma, log_gamma, proportions, student_t,
};
pub use hypergeometric::hypergeometric;
pub use normals::fill_normal;

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

/// The logarithm of the ratio to the largest weight below which a weight is negligible, and its exponential
/// is not computed: e⁻⁴⁰ is less than rounding.
const NEGLIGIBLE: f64 = -40.0;

/// Draws a normal number.
pub fn normal(mean: f64, sd: f64, rng: &mut dyn Rng) -> f64 {
    mean + sd * rng.sample::<f64, _>(StandardNormal)
}

/// Returns `factor` e^`exponent` for a factor of 0 or more, also if the power or an intermediate product is
/// too large or too small for a number.
pub fn times_exp(factor: f64, exponent: f64) -> f64 {
    let is_plain = exponent.abs() < 700.0;
    if factor == 0.0 {
        0.0
    } else if is_plain {
        factor * exponent.exp()
    } else {
        (factor.ln() + exponent).exp()
    }
}

/// Returns probabilities, given their logarithms up to a common constant.
pub fn softmax(logits: &[f64]) -> Vec<f64> {
    let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// Returns true if the numbers can be weights: none is negative or NaN, and one is positive.
pub fn are_weights(weights: &[f64]) -> bool {
    weights.iter().all(|weight| *weight >= 0.0 && weight.is_finite())
        && weights.iter().any(|weight| *weight > 0.0)
}

/// Returns the category whose part of the running sum of weights contains a uniform number; if that number
/// is beyond the sum because of rounding, the last category with a positive weight. NaN counts as the
/// weight 0.
pub fn category<R: Rng + ?Sized>(weights: &[f64], rng: &mut R) -> usize {
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

/// Draws `count` places in ascending order, each as often as its weight says (systematic resampling). The
/// sum of the weights is 1.
pub fn systematic<R: Rng + ?Sized>(weights: &[f64], count: usize, rng: &mut R) -> Vec<usize> {
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

/// Draws a category as [`category`] does, given the logarithms of the weights, which are overwritten; any
/// category if all weights are 0.
pub fn category_by_logarithm(logarithms: &mut [f64], rng: &mut dyn Rng) -> usize {
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
