//! Sums of exponentials that neither overflow nor underflow: `log Σ exp xᵢ = m + log Σ exp(xᵢ − m)`,
//! `m = max x`.

/// Computes `log Σ exp x`; −∞ without numbers.
pub fn log_sum_exp(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = numbers.clone().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() {
        return largest;
    }
    largest + numbers.map(|number| (number - largest).exp()).sum::<f64>().ln()
}

/// Computes the logarithm of the mean of exponentials.
pub(super) fn log_mean_exp(numbers: &[f64]) -> f64 {
    log_sum_exp(numbers.iter().copied()) - (numbers.len() as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes() {
        assert_eq!(log_mean_exp(&[-1e5; 4]), -1e5);
        assert_eq!(log_mean_exp(&[1e5, f64::NEG_INFINITY]), 1e5 - 2_f64.ln());
        assert_eq!(log_sum_exp([f64::NEG_INFINITY; 2].into_iter()), f64::NEG_INFINITY);
        assert_eq!(log_sum_exp(std::iter::empty()), f64::NEG_INFINITY);
    }
}
