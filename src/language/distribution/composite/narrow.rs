//! The mass of a narrow interval, of which a difference of probabilities has no digits: the integral of the density,
//!
//! log ∫ₗᵘ p(y) dy,  ∂/∂l = −p(l)/mass,  ∂/∂u = p(u)/mass,  ∂/∂θ = the mean of ∂ log p/∂θ under p,
//!
//! by Gauss and Legendre's rule, where the density hardly changes between the ends.

use super::super::at_numbers::evaluate_numbers;
use crate::distribution::Family;
use crate::math::scalar::integrate;
use crate::node::MAX_ARGUMENTS;

/// Below this difference of the logarithms of both probabilities.
pub(super) const NARROW: f64 = 1e-4;

/// How much the log density may change.
const MOST_CHANGE: f64 = 1.0;

/// A value with its slopes.
pub(super) const RESULTS: usize = MAX_ARGUMENTS + 1;

/// The arguments, between the lower point and the upper one, with what a difference has for the mass.
pub(super) const INPUTS: usize = MAX_ARGUMENTS + RESULTS;

/// The log mass and its slopes, or what the difference has if the density changes much.
pub(super) fn mass_or_difference<F: Family>(inputs: [f64; INPUTS]) -> [f64; RESULTS] {
    let mut numbers = [0.0; MAX_ARGUMENTS];
    numbers.copy_from_slice(&inputs[..MAX_ARGUMENTS]);
    let mut difference = [0.0; RESULTS];
    difference.copy_from_slice(&inputs[MAX_ARGUMENTS..]);
    mass::<F>(numbers).unwrap_or(difference)
}

fn mass<F: Family>(mut numbers: [f64; MAX_ARGUMENTS]) -> Option<[f64; RESULTS]> {
    let count = F::ARGUMENTS.len();
    let (lower, upper) = (numbers[0], numbers[count]);
    let width = upper - lower;
    let mut log_density = |y: f64| {
        numbers[0] = y;
        evaluate_numbers::<F>(&numbers)
    };
    let (at_lower, _) = log_density(lower)?;
    let (at_upper, _) = log_density(upper)?;
    let (reference, _) = log_density(lower + 0.5 * width)?;
    let changes = [at_lower - reference, at_upper - reference];
    if !(width > 0.0 && changes.iter().all(|change| change.abs() < MOST_CHANGE)) {
        return None;
    }
    // The mass, and of each argument the integral of its slope.
    let sums: [f64; RESULTS] = integrate(width, |part| {
        let mut at = numbers;
        at[0] = lower + part;
        let mut sums = [0.0; RESULTS];
        if let Some((value, slopes)) = evaluate_numbers::<F>(&at) {
            let weight = (value - reference).exp();
            sums[0] = weight;
            sums[1..].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum = weight * slope);
        }
        sums
    });
    let mut results = sums.map(|sum| sum / sums[0]);
    results[0] = reference + sums[0].ln();
    results[1] = -changes[0].exp() / sums[0];
    results[1 + count] = changes[1].exp() / sums[0];
    results.iter().all(|result| result.is_finite()).then_some(results)
}
