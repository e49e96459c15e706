use super::*;
use crate::chains::inverse_normal_cdf;

/// Draws at the quantiles of a normal distribution.
fn normal(count: u32, mean: f64, sd: f64) -> Vec<f64> {
    let quantile = |k| inverse_normal_cdf((f64::from(k) + 0.5) / f64::from(count));
    (0..count).map(|k| mean + sd * quantile(k)).collect()
}

/// Returns the sensitivities to the prior and to the likelihood of a normal mean, with data y of variance
/// 1/n under a prior of variance 1.
fn sensitivities(y: f64, n: f64) -> (f64, f64) {
    let theta = normal(4000, n * y / (n + 1.0), (n + 1.0).sqrt().recip());
    let prior: Vec<f64> = theta.iter().map(|x| -0.5 * x * x).collect();
    let likelihood: Vec<f64> = theta.iter().map(|x| -0.5 * n * (x - y) * (x - y)).collect();
    let of = |component: &Vec<f64>| PowerScaled::of(&[component]).unwrap().sensitivity(&theta);
    (of(&prior), of(&likelihood))
}

#[test]
fn strong_data_move_more_than_weak_priors() {
    let (prior, likelihood) = sensitivities(0.3, 100.0);
    assert!(prior < THRESHOLD && likelihood > THRESHOLD, "{prior}, {likelihood}");
    let (prior, likelihood) = sensitivities(0.3, 0.05);
    assert!(prior > THRESHOLD && likelihood < THRESHOLD, "{prior}, {likelihood}");
}

#[test]
fn conflicts_move_by_both() {
    let (prior, likelihood) = sensitivities(9.0, 10.0);
    assert!(prior > THRESHOLD && likelihood > THRESHOLD, "{prior}, {likelihood}");
}

#[test]
fn distances_are_those_of_arviz() {
    // arviz_stats 1.3, `_cjs_dist` of these draws and weights, and of the draws times −1.
    let draws = [0.3, -1.2, 2.5, 0.9, 1.4];
    let weights = [0.1, 0.3, 0.05, 0.35, 0.2];
    let expected: f64 = 0.16422870011614002;
    let found = cumulative_jensen_shannon(&draws, &weights);
    assert!((found - expected).abs() < 1e-12, "{found}");
}

#[test]
fn draws_that_do_not_change_or_are_none() {
    assert_eq!(cumulative_jensen_shannon(&[2.0; 3], &[0.5, 0.3, 0.2]), 0.0);
    assert!(cumulative_jensen_shannon(&[], &[]).is_nan());
    assert!(cumulative_jensen_shannon(&[1.0, f64::NAN], &[0.5, 0.5]).is_nan());
    assert!(cumulative_jensen_shannon(&[1.0], &[0.5, 0.5]).is_nan());
    assert!(PowerScaled::of(&[&[1.0, f64::NAN]]).is_err());
    assert!(PowerScaled::of(&[]).is_err());
}
