//! Marginal likelihoods by bridge sampling against closed forms.

use monomorph_diagnostics::bridge::{BridgeError, BridgeSettings, Warp, marginal_likelihood};
use monomorph_numerics::random::{gamma, normal};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

const LOG_TAU: f64 = 1.837_877_066_409_345_3;

fn settings(warp: Warp) -> BridgeSettings {
    BridgeSettings::default().warp(warp).seed(7)
}

/// Regression with a known variance: the posterior is normal, and so is the marginal law of the data.
#[test]
fn a_normal_posterior_leaves_almost_no_error() {
    // Coefficients a, b under N(0, 2²), y ~ N(a + b x, 1): log p(y) = −½ log|2π Σ| − ½ yᵀ Σ⁻¹ y with
    // Σ = I + 4 (1 + x xᵀ), by the posterior's moments.
    let (x, y) = ([-1.0, 0.0, 0.5, 2.0, 3.0], [0.3, 1.0, 0.9, 2.7, 3.1]);
    let log_density = |q: &[f64]| {
        let prior: f64 = q.iter().map(|b| -0.5 * LOG_TAU - 2_f64.ln() - b * b / 8.0).sum();
        let data = x.iter().zip(&y).map(|(x, y)| -0.5 * LOG_TAU - 0.5 * (y - q[0] - q[1] * x).powi(2));
        prior + data.sum::<f64>()
    };
    let (sx, sxx): (f64, f64) = (x.iter().sum(), x.iter().map(|x| x * x).sum());
    let (p, c, r) = (5.0 + 0.25, sx, sxx + 0.25);
    let (ty, txy): (f64, f64) = (y.iter().sum(), x.iter().zip(&y).map(|(x, y)| x * y).sum());
    let determinant = p * r - c * c;
    let mean = [(r * ty - c * txy) / determinant, (p * txy - c * ty) / determinant];
    // The density at the mean divided by the posterior's own.
    let exact = log_density(&mean) - (-LOG_TAU + 0.5 * determinant.ln());

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let u = [p.sqrt(), c / p.sqrt(), (determinant / p).sqrt()];
    let mut draws = Vec::new();
    for _ in 0..2000 {
        let z: [f64; 2] = [normal(0.0, 1.0, &mut rng), normal(0.0, 1.0, &mut rng)];
        let b = z[1] / u[2];
        draws.extend([mean[0] + (z[0] - u[1] * b) / u[0], mean[1] + b]);
    }
    for warp in [Warp::Normal, Warp::Three] {
        let estimate = marginal_likelihood(&draws, 2, 4, log_density, settings(warp)).unwrap();
        assert!((estimate.log - exact).abs() < 0.01, "{warp:?}: {estimate}, not {exact}");
        assert!(estimate.se < 0.01, "{warp:?}: {estimate}");
    }
}

/// The rate of Poisson counts under a gamma prior, on the log scale, where the posterior is skewed.
#[test]
fn a_skewed_posterior() {
    let (shape, rate) = (1.5_f64, 0.7_f64);
    // One count of 0 in a time of 2: log ∫ gamma(λ | a, b) e^(−2 λ) dλ = a log(b / (b + 2)).
    let exact = shape * (rate / (rate + 2.0)).ln();
    // lgamma(1.5) = log(√π / 2).
    let log_gamma = 0.5 * std::f64::consts::PI.ln() - 2_f64.ln();
    let log_density = |q: &[f64]| shape * rate.ln() - log_gamma + shape * q[0] - (rate + 2.0) * q[0].exp();
    let mut errors = Vec::new();
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let draws: Vec<f64> = (0..1000).map(|_| gamma(shape, rate + 2.0, &mut rng).ln()).collect();
        for warp in [Warp::Normal, Warp::Three] {
            let settings = BridgeSettings::default().warp(warp).seed(seed);
            let estimate = marginal_likelihood(&draws, 1, 1, log_density, settings).unwrap();
            errors.push((warp, (estimate.log - exact) / estimate.se, estimate.se));
        }
    }
    for warp in [Warp::Normal, Warp::Three] {
        let of_warp = || errors.iter().filter(|error| error.0 == warp);
        let mean = of_warp().map(|error| error.1).sum::<f64>() / 40.0;
        let squares = of_warp().map(|error| error.1.powi(2)).sum::<f64>() / 40.0;
        let se = of_warp().map(|error| error.2).sum::<f64>() / 40.0;
        // The errors are in units of the standard error of each estimate.
        assert!(mean.abs() < 0.6 && (0.4..2.2).contains(&squares), "{warp:?}: {mean} {squares} {se}");
        assert!(se < 0.06, "{warp:?}: {se}");
    }
}

#[test]
fn draws_that_give_no_marginal_likelihood() {
    let standard = |q: &[f64]| -0.5 * q.iter().map(|x| x * x).sum::<f64>();
    let of = |draws: &[f64], dimension, chains| {
        marginal_likelihood(draws, dimension, chains, standard, BridgeSettings::default()).unwrap_err()
    };
    assert_eq!(of(&[], 1, 1), BridgeError::Length { found: 0, chains: 1, dimension: 1 });
    assert_eq!(of(&[0.0; 7], 2, 2), BridgeError::Length { found: 7, chains: 2, dimension: 2 });
    assert_eq!(of(&[0.0; 12], 2, 1), BridgeError::TooFewDraws { least: 8, found: 6 });
    assert_eq!(of(&[0.5; 100], 2, 1), BridgeError::Singular);
    // The second coordinate is twice the first.
    let together: Vec<f64> =
        (0..50).flat_map(|i| [(f64::from(i) * 0.7).sin(), 2.0 * (f64::from(i) * 0.7).sin()]).collect();
    assert_eq!(of(&together, 2, 1), BridgeError::Singular);
    let moving: Vec<f64> = (0..50).map(|i| (f64::from(i) * 0.7).sin()).collect();
    let impossible = |_: &[f64]| f64::NEG_INFINITY;
    let error = marginal_likelihood(&moving, 1, 1, impossible, BridgeSettings::default()).unwrap_err();
    assert_eq!(error, BridgeError::NotFinite { draw: 25, value: f64::NEG_INFINITY });
}
