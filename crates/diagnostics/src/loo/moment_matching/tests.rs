//! Tests on a normal regression, where all results have closed forms.

use super::*;
use crate::loo::{LogLikelihood, Pointwise};
use monomorph_numerics::random::normal;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The data; the last row is an outlier with high leverage.
const X: [f64; 7] = [-1.0, -0.6, -0.2, 0.1, 0.5, 0.9, 2.5];
const Y: [f64; 7] = [-0.8, -0.9, 0.1, 0.2, 0.4, 1.3, 8.0];
const DRAWS: usize = 2000;

/// Returns the mean and the covariance (aa, ab, bb) of intercept and slope given rows with the variance 1,
/// under priors with the variance 100.
fn posterior(rows: &[usize]) -> ([f64; 2], [f64; 3]) {
    let (mut aa, mut ab, mut bb, mut a, mut b) = (0.01, 0.0, 0.01, 0.0, 0.0);
    for &row in rows {
        let (x, y) = (X[row], Y[row]);
        (aa, ab, bb, a, b) = (aa + 1.0, ab + x, bb + x * x, a + y, b + x * y);
    }
    let det = aa * bb - ab * ab;
    ([(bb * a - ab * b) / det, (aa * b - ab * a) / det], [bb / det, -ab / det, aa / det])
}

fn log_normal(y: f64, mean: f64, variance: f64) -> f64 {
    -0.5 * (std::f64::consts::TAU * variance).ln() - 0.5 * (y - mean).powi(2) / variance
}

fn exact(left_out: usize) -> f64 {
    let rows: Vec<usize> = (0..X.len()).filter(|row| *row != left_out).collect();
    let ([a, b], [aa, ab, bb]) = posterior(&rows);
    let x = X[left_out];
    log_normal(Y[left_out], a + b * x, 1.0 + aa + 2.0 * ab * x + bb * x * x)
}

fn log_likelihood(row: usize, point: &[f64]) -> f64 {
    log_normal(Y[row], point[0] + point[1] * X[row], 1.0)
}

fn log_density(point: &[f64]) -> f64 {
    (0..X.len()).map(|row| log_likelihood(row, point)).sum::<f64>()
        - 0.005 * point.iter().map(|x| x * x).sum::<f64>()
}

fn draws() -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let ([a, b], [aa, ab, bb]) = posterior(&[0, 1, 2, 3, 4, 5, 6]);
    let mut points = Vec::new();
    for _ in 0..DRAWS {
        let z = [normal(0.0, 1.0, &mut rng), normal(0.0, 1.0, &mut rng)];
        points.extend([a + aa.sqrt() * z[0], b + ab / aa.sqrt() * z[0] + (bb - ab * ab / aa).sqrt() * z[1]]);
    }
    points
}

fn plain(points: &[f64]) -> Loo {
    let values = (0..X.len()).flat_map(|row| points.chunks_exact(2).map(move |p| log_likelihood(row, p)));
    Loo::of(&LogLikelihood::new(values.collect::<Vec<_>>(), 4, DRAWS / 4).unwrap()).unwrap()
}

#[test]
fn moved_draws_come_closer() {
    let points = draws();
    let (before, exact) = (plain(&points), exact(6));
    let error = (before.pointwise_elpd()[6] - exact).abs();
    assert!(before.unreliable() == [6] && error > 1.0, "{error} {before}");
    for split in [false, true] {
        let settings = MomentMatching::default().split(split);
        let mut loo = before.clone();
        loo.match_moments(&points, log_density, log_likelihood, settings).unwrap();
        assert!(loo.unreliable().is_empty() && loo.quality()[6].pareto_k < 0.5, "{loo}");
        assert_eq!(loo.influence_pareto_k()[6], before.quality()[6].pareto_k);
        // The other observations and lpd are unchanged.
        assert_eq!(loo.pointwise_elpd()[..6], before.pointwise_elpd()[..6]);
        let lpd = |loo: &Loo| loo.pointwise_elpd()[6] + loo.pointwise_p().unwrap()[6];
        assert!((lpd(&loo) - lpd(&before)).abs() < 1e-12);
        // If all draws are moved, the weights for the posterior itself are not reliable.
        let (elpd, allowed) = (loo.pointwise_elpd()[6], if split { 0.1 } else { 0.6 * error });
        assert!((elpd - exact).abs() < allowed, "split {split}: {elpd}, not {exact}; it was {error} off");
    }
}

#[test]
fn what_cannot_be_moved_stays() {
    let points = draws();
    let before = plain(&points);
    let matched = |density: fn(&[f64]) -> f64, steps| {
        let mut loo = before.clone();
        let settings = MomentMatching::default().steps(steps);
        loo.match_moments(&points, density, log_likelihood, settings).map(|()| loo)
    };
    assert_eq!(matched(log_density, 0).unwrap(), before);
    // The log density is NaN at every moved draw.
    let nowhere = matched(|point| if point[0].to_bits() % 2 == 0 { f64::NAN } else { 0.0 }, 30);
    assert!(matches!(nowhere, Err(LooError::LogDensity { .. })), "{nowhere:?}");
    let mut loo = before.clone();
    let error = loo.match_moments(&points[1..], log_density, log_likelihood, MomentMatching::default());
    assert!(matches!(error, Err(LooError::Length { .. })), "{error:?}");
}

/// An effect for each observation: without the observation only the prior determines it, so draws must
/// spread.
#[test]
fn effects_of_single_observations() {
    let y = [2.8, 0.8, -0.3, 0.7, -0.1, 0.1, 1.8, 9.2];
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    // The mean of the effects, which have the variance 4, and the effects given the mean.
    let precision = 0.04 + 8.0 / 5.0;
    let mut points = Vec::new();
    for _ in 0..DRAWS {
        let mean = normal(y.iter().sum::<f64>() / 5.0 / precision, 1.0 / f64::sqrt(precision), &mut rng);
        points.push(mean);
        points.extend(y.map(|y| normal((mean / 4.0 + y) / 1.25, 1.0 / 1.25_f64.sqrt(), &mut rng)));
    }
    let log_likelihood = |row: usize, point: &[f64]| log_normal(y[row], point[row + 1], 1.0);
    let log_density = |point: &[f64]| {
        let row = |row: usize| log_likelihood(row, point) + log_normal(point[row + 1], point[0], 4.0);
        log_normal(point[0], 0.0, 25.0) + (0..8).map(row).sum::<f64>()
    };
    let values = (0..8).flat_map(|row| points.chunks_exact(9).map(move |p| log_likelihood(row, p)));
    let values = LogLikelihood::new(values.collect::<Vec<_>>(), 4, DRAWS / 4).unwrap();
    let before = Loo::of(&values).unwrap();
    let mut loo = before.clone();
    loo.match_moments(&points, log_density, log_likelihood, MomentMatching::default()).unwrap();
    assert!(before.unreliable().len() == 7 && loo.unreliable().is_empty(), "{before} {loo}");
    let exact = |row: usize| {
        let precision = 0.04 + 7.0 / 5.0;
        log_normal(y[row], (y.iter().sum::<f64>() - y[row]) / 5.0 / precision, 5.0 + 1.0 / precision)
    };
    let (mut error, mut error_before) = (0.0, 0.0);
    for row in before.unreliable() {
        error += (loo.pointwise_elpd()[row] - exact(row)).abs();
        error_before += (before.pointwise_elpd()[row] - exact(row)).abs();
        assert!(loo.quality()[row].pareto_k < before.quality()[row].pareto_k);
    }
    assert!(error < 0.1 * error_before, "{error} {error_before}");
}
