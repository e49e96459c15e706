//! Distances between the results of programs and the exact results.

use monomorph::program::ProgramFit;

/// Returns the total variation distance between draws and the probabilities `exact`.
pub fn total_variation<T>(fit: &ProgramFit<T>, exact: &[f64], number: impl Fn(&T) -> usize) -> f64 {
    let mut found = vec![0.0; exact.len()];
    let mut rest = 0.0;
    for (value, weight) in fit.values().iter().zip(fit.weights()) {
        match found.get_mut(number(value)) {
            Some(found) => *found += weight,
            None => rest += weight,
        }
    }
    0.5 * (found.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).sum::<f64>() + rest)
}

/// Weights that sum to 1.
pub fn normalised(weights: impl Iterator<Item = f64>) -> Vec<f64> {
    let weights: Vec<f64> = weights.collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// Returns P(count) of a Poisson distribution with this rate.
pub fn poisson_probability(count: u64, rate: f64) -> f64 {
    (1..=count).fold((-rate).exp(), |product, k| product * rate / k as f64)
}
