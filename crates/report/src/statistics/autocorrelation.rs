//! The autocorrelation of chains, and the energy Bayesian fraction of missing information.

use super::mean;

/// Returns the autocorrelation of a chain at lags from 0; empty if all draws are equal or one is not
/// finite.
pub(crate) fn autocorrelation(chain: &[f64], lags: usize) -> Vec<f64> {
    let center = mean(chain);
    let largest = chain.iter().map(|value| (value - center).abs()).fold(0.0, f64::max);
    if chain.iter().any(|value| !value.is_finite())
        || largest.is_nan()
        || largest <= 0.0
        || !largest.is_finite()
    {
        return vec![];
    }
    let scaled: Vec<f64> = chain.iter().map(|value| (value - center) / largest).collect();
    let product = |lag: usize| scaled.iter().zip(&scaled[lag..]).map(|(a, b)| a * b).sum::<f64>();
    let variance = product(0);
    (0..lags.min(chain.len())).map(|lag| product(lag) / variance).collect()
}

/// Returns the energy Bayesian fraction of missing information of a chain; NaN with fewer than two
/// energies.
pub(crate) fn e_bfmi(energy: &[f64]) -> f64 {
    let center = mean(energy);
    let steps: f64 = energy.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
    let spread: f64 = energy.iter().map(|value| (value - center).powi(2)).sum();
    if energy.len() < 2 { f64::NAN } else { steps / spread }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_that_alternate_are_anticorrelated() {
        let chain: Vec<f64> = (0..100).map(|k| f64::from(k % 2)).collect();
        let found = autocorrelation(&chain, 3);
        assert_eq!(found, [1.0, -0.99, 0.98]);
        assert_eq!(autocorrelation(&[1.0; 5], 3), []);
        assert_eq!(autocorrelation(&[1.0, f64::NAN], 3), []);
        assert!((e_bfmi(&chain) - 99.0 / 25.0).abs() < 1e-12);
    }
}
