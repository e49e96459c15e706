//! Tests the exact moments of normal distributions.

use super::{Chain, adapting, sampler_at};
use crate::sampling::nuts::{Metric, Warmup};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The number of chains, whose means are compared with each other.
const CHAINS: usize = 16;

/// Means of qᵢ, qᵢ² and qᵢ qᵢ₋₁ of a chain, in units of the scales, and of the acceptance.
fn sampled(
    chain: &Chain,
    metric: Metric,
    max_error: Option<f64>,
    seed: u64,
    draws: usize,
) -> (Vec<f64>, f64) {
    let dimension = chain.scales.len();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let begin = vec![0.1; dimension];
    let mut sampler =
        max_error.map_or_else(|| sampler_at(chain, &begin), |error| adapting(chain, &begin, error));
    let mut warmup = Warmup::new(&mut sampler, metric, 0.8, 300);
    while !warmup.is_over() {
        sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
        warmup.learn(&mut sampler);
    }
    let mut sums = vec![0.0; 3 * dimension];
    let mut acceptance = 0.0;
    for _ in 0..draws {
        sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
        assert!(!sampler.is_divergent());
        acceptance += sampler.acceptance() / draws as f64;
        let z: Vec<f64> = sampler.point().iter().zip(&chain.scales).map(|(q, scale)| q / scale).collect();
        for i in 0..dimension {
            sums[i] += z[i];
            sums[dimension + i] += z[i] * z[i];
            sums[2 * dimension + i] += if i > 0 { z[i] * z[i - 1] } else { 0.0 };
        }
    }
    (sums.iter().map(|sum| sum / draws as f64).collect(), acceptance)
}

/// The exact moments of the chain's target: zᵢ has the variance vᵢ = 1 + r² vᵢ₋₁, and zᵢ zᵢ₋₁ the mean r
/// vᵢ₋₁.
fn exact(chain: &Chain) -> Vec<f64> {
    let (dimension, r) = (chain.scales.len(), chain.correlation);
    let mut moments = vec![0.0; 3 * dimension];
    for i in 0..dimension {
        let before = if i == 0 { 0.0 } else { moments[dimension + i - 1] };
        moments[dimension + i] = 1.0 + r * r * before;
        moments[2 * dimension + i] = r * before;
    }
    moments
}

#[test]
fn normal_distributions_have_their_moments() {
    // The scales of 20 coordinates differ by up to a factor of 10⁴.
    let spread = |dimension: usize, factor: f64| -> Vec<f64> {
        (0..dimension).map(|i| factor.powf(i as f64 / dimension as f64 - 0.5)).collect()
    };
    let cases = [
        (spread(1, 1.0), 0.0, Metric::Diagonal, None, 2000),
        (spread(1, 1.0), 0.0, Metric::Fisher, None, 2000),
        (spread(2, 100.0), 0.95, Metric::Dense, None, 1000),
        (spread(20, 1e4), 0.6, Metric::Diagonal, None, 300),
        (spread(20, 1e4), 0.6, Metric::Fisher, None, 300),
        (spread(9, 1e4), -0.8, Metric::Dense, None, 300),
        (spread(100, 1e2), 0.3, Metric::Diagonal, None, 100),
        (spread(20, 1e4), 0.7, Metric::LowRank, None, 300),
        (spread(3, 10.0), 0.7, Metric::Diagonal, Some(0.1), 500),
        (spread(9, 10.0), 0.5, Metric::LowRank, Some(0.3), 300),
    ];
    // Tests each metric, and steps of a bounded error; all combinations if `.ci/run` sets the sweep to all
    // cases.
    let is_swept = std::env::var("MONOMORPH_SWEEPS").is_ok_and(|sweeps| sweeps == "all");
    let is_run = |place: usize| is_swept || [0, 1, 2, 9].contains(&place);
    let chosen = cases.into_iter().enumerate().filter(|(place, _)| is_run(*place));
    for (seed, (scales, correlation, metric, max_error, draws)) in chosen {
        let chain = Chain { scales, correlation, quartic: 0.0 };
        let (runs, acceptances): (Vec<Vec<f64>>, Vec<f64>) = (0..CHAINS)
            .map(|run| sampled(&chain, metric, max_error, 1000 + (seed * CHAINS + run) as u64, draws))
            .unzip();
        let mut squares = Vec::new();
        for (place, exact) in exact(&chain).into_iter().enumerate() {
            let mean = runs.iter().map(|run| run[place]).sum::<f64>() / CHAINS as f64;
            let deviations: f64 = runs.iter().map(|run| (run[place] - mean).powi(2)).sum();
            let error = (deviations / ((CHAINS - 1) * CHAINS) as f64).sqrt();
            if error > 0.0 {
                squares.push(((mean - exact) / error).powi(2));
            }
        }
        let dimension = chain.scales.len();
        // The acceptance in few coordinates does not decrease monotonically with the step.
        let acceptance = acceptances.iter().sum::<f64>() / CHAINS as f64;
        assert!(dimension < 20 || (acceptance - 0.8).abs() < 0.04, "{metric:?}: acceptance {acceptance}");
        assert!(squares.len() >= 3 * dimension - 1);
        // Squares of Student's t with 15 degrees of freedom have the mean 15/13. Those of neighbours are not
        // independent.
        let (mean, largest) =
            (squares.iter().sum::<f64>() / squares.len() as f64, squares.iter().copied().fold(0.0, f64::max));
        let allowed = 15.0 / 13.0 * (1.0 + 5.0 / (squares.len() as f64).sqrt());
        assert!(
            mean < allowed && largest < 5.0_f64.powi(2),
            "{metric:?}, dimension {dimension}: {mean}, {largest}"
        );
    }
}
