//! Tests the directions of low rank from draws of known distributions.

use super::super::auto::CLOSEST;
use super::super::low_rank::Directions;
use super::super::window_draws::WindowDraws;
use crate::linalg::{Eigen, product};
use faer::Mat;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;

/// Draws of a normal distribution with the covariance I + Σ (vₖ − 1) uₖ uₖᵀ, and their gradients. The uₖ are
/// sums of two coordinates.
fn draws(dimension: usize, variances: &[f64], count: usize) -> WindowDraws {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut draws = WindowDraws::new(dimension);
    for _ in 0..count {
        let mut point: Vec<f64> = (0..dimension).map(|_| rng.sample(StandardNormal)).collect();
        let mut gradient: Vec<f64> = point.iter().map(|z| -z).collect();
        for (k, variance) in variances.iter().enumerate() {
            let along = (point[2 * k] + point[2 * k + 1]) / 2.0;
            for place in [2 * k, 2 * k + 1] {
                point[place] += (variance.sqrt() - 1.0) * along;
                gradient[place] -= (variance.sqrt().recip() - 1.0) * along;
            }
        }
        draws.add(&point, &gradient);
    }
    draws
}

/// The largest and the least variance of A⁻¹ x, for x of the distribution of [`draws`] and A = I + U (Λ^½ −
/// I) Uᵀ.
fn spread_after(directions: &Directions, variances: &[f64]) -> f64 {
    let n = directions.vectors.len() / directions.variances.len();
    let map = Mat::from_fn(n, n, |i, j| {
        let columns = directions.vectors.chunks_exact(n).zip(&directions.variances);
        let along = columns.map(|(u, variance)| (variance.sqrt().recip() - 1.0) * u[i] * u[j]);
        along.sum::<f64>() + if i == j { 1.0 } else { 0.0 }
    });
    let covariance = Mat::from_fn(n, n, |i, j| {
        let pair = variances.get(i / 2).filter(|_| i / 2 == j / 2);
        pair.map_or(0.0, |variance| (variance - 1.0) / 2.0) + if i == j { 1.0 } else { 0.0 }
    });
    let after = product(product(map.as_ref(), covariance.as_ref()).as_ref(), map.as_ref());
    let values = Eigen::of(after.as_ref()).expect("eigenvalues").values;
    values[n - 1] / values[0]
}

/// The directions are exact with more draws than coordinates; with fewer, the factor of 10⁴ between
/// variances becomes small.
#[test]
fn directions_of_a_normal_distribution_are_found() {
    let variances = [100.0, 25.0, 1e-2];
    for (dimension, count, left) in
        [(30, 200, 1.01), (30, 32, 1.1), (7, 50, 1.01), (30, 20, 200.0), (30, 8, 500.0), (200, 40, 800.0)]
    {
        let directions = Directions::of(&draws(dimension, &variances, count), &vec![1.0; dimension], 0.0);
        let directions = directions.expect("directions");
        let spread = spread_after(&directions, &variances);
        assert!(spread < left, "{dimension}, {count}: {spread}, {:?}", directions.variances);
        assert!(left > 2.0 || directions.variances.len() == 3);
    }
}

/// The diagonal takes the scale of each coordinate; directions are in units of it.
#[test]
fn a_diagonal_distribution_has_no_directions() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let scales: Vec<f64> = (0..40).map(|i| 10.0_f64.powi(i % 5 - 2)).collect();
    let mut draws = WindowDraws::new(40);
    for _ in 0..60 {
        let z: Vec<f64> = (0..40).map(|_| rng.sample(StandardNormal)).collect();
        let point: Vec<f64> = z.iter().zip(&scales).map(|(z, scale)| 3.0 + scale * z).collect();
        let gradient: Vec<f64> = z.iter().zip(&scales).map(|(z, scale)| -z / scale).collect();
        draws.add(&point, &gradient);
    }
    assert!(Directions::of(&draws, &scales, 0.0).is_some_and(|directions| directions.variances.is_empty()));
}

/// A chain that did not move, and gradients that are not numbers, give no directions.
#[test]
fn draws_that_tell_nothing_give_no_directions() {
    let mut still = WindowDraws::new(6);
    (0..10).for_each(|_| still.add(&[1.0; 6], &[0.5; 6]));
    assert!(Directions::of(&still, &[1.0; 6], 0.0).is_none_or(|directions| directions.variances.is_empty()));
    let mut broken = WindowDraws::new(6);
    (0..10).for_each(|k| broken.add(&[f64::from(k); 6], &[f64::NAN; 6]));
    assert!(Directions::of(&broken, &[1.0; 6], 0.0).is_none());
}

/// A direction is not searched for if it cannot pay: its variance and that of the other direction of its
/// coordinates differ by the factor `variance`.
#[test]
fn directions_that_cannot_pay_are_not_looked_for() {
    for (variance, is_looked_for) in [(1.0, false), (1.9, false), (2.6, true)] {
        let draws = draws(12, &[variance], 2000);
        let half = (0.5 * (variance + 1.0_f64), 0.5 * (variance.recip() + 1.0));
        let scale = (half.0 / half.1).sqrt().sqrt();
        let scales: Vec<f64> = (0..12).map(|i| if i < 2 { scale } else { 1.0 }).collect();
        let range = Directions::of(&draws, &scales, CLOSEST).expect("directions").range_without(0);
        assert!((range - if is_looked_for { variance } else { 1.0 }).abs() < 0.2, "{variance}: {range}");
    }
}
