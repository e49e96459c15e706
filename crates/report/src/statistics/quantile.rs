//! Quantiles and means.

/// Returns a quantile of sorted values, interpolated between two of them; NaN without values.
pub(crate) fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = last as f64 * probability.clamp(0.0, 1.0);
    let below = place.floor() as usize;
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    // Both values are weighted, since their difference may be infinite.
    let share = place - below as f64;
    low * (1.0 - share) + high * share
}

/// Returns the mean of values of any size; NaN without values.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    values.iter().map(|value| value / count).sum::<f64>() + if values.is_empty() { f64::NAN } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_values() {
        let sorted = [1.0, 2.0, 4.0];
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|p| quantile(&sorted, p)), [1.0, 1.5, 2.0, 3.0, 4.0]);
        assert!(quantile(&[], 0.5).is_nan() && mean(&[]).is_nan());
        assert_eq!(quantile(&[f64::MIN, f64::MAX], 0.5), 0.0);
        assert_eq!(mean(&[f64::MAX, f64::MAX]), f64::MAX);
    }
}
