//! Proves that draws from laws made of distributions, and from distributions of vectors and categories,
//! follow them: Kolmogorov–Smirnov distances and chi-square statistics against plain formulas, from fixed
//! seeds.

#[path = "../../common/mod.rs"]
mod common;

use common::lgamma;
use monomorph::prelude::*;
use monomorph::rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const COUNT: usize = 20_000;

/// Kolmogorov–Smirnov distances, times √n, are larger than this by chance once in 20 000.
const LARGEST: f64 = 2.3;

fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Φ
fn normal_cdf(z: f64) -> f64 {
    0.5 * pxfm::f_erfc(-z * core::f64::consts::FRAC_1_SQRT_2)
}

/// Compares numbers with a continuous distribution function.
fn follows(what: &str, mut numbers: Vec<f64>, cdf: impl Fn(f64) -> f64) {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let distance = |(rank, &y): (usize, &f64)| {
        let (below, at) = (rank as f64 / count, (rank + 1) as f64 / count);
        (cdf(y) - below).abs().max((at - cdf(y)).abs())
    };
    assert!(!numbers.iter().any(|number| number.is_nan()), "{what}: NaN was drawn");
    let largest = numbers.iter().enumerate().map(distance).fold(0.0, f64::max);
    assert!(largest * count.sqrt() < LARGEST, "{what}: scaled distance {}", largest * count.sqrt());
}

/// Compares counts of categories with probabilities: the statistic of n degrees of freedom is above n + 4.5
/// √(2n) + 10 by chance less than once in 10 000.
fn counted(what: &str, counts: &[u64], probability: &[f64]) {
    assert_eq!(counts.len(), probability.len(), "{what}");
    let total = counts.iter().sum::<u64>() as f64;
    let term = |(&count, &share): (&u64, &f64)| (count as f64 - total * share).powi(2) / (total * share);
    let statistic: f64 = counts.iter().zip(probability).map(term).sum();
    let freedom = counts.len() as f64 - 1.0;
    let largest = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
    assert!(statistic < largest, "{what}: chi-square {statistic} with {freedom} degrees of freedom");
}

/// Returns the number of draws of each whole number below `categories`.
fn tally(numbers: impl Iterator<Item = usize>, categories: usize) -> Vec<u64> {
    let mut counts = vec![0; categories];
    numbers.for_each(|number| counts[number] += 1);
    counts
}

fn poisson_mass(y: usize, rate: f64) -> f64 {
    (y as f64 * rate.ln() - rate - lgamma(y as f64 + 1.0)).exp()
}

#[test]
fn mixtures() {
    let law = mixture((0.3, 0.7), (normal(-1.0, 0.5), exponential(2.0)));
    let draws = generator(1).sample_iter(law).take(COUNT).collect();
    follows("a mixture", draws, |y| 0.3 * normal_cdf((y + 1.0) / 0.5) + 0.7 * -(-2.0 * y.max(0.0)).exp_m1());
    let law = mixture([0.2, 0.5, 0.3], [normal(-9.0, 1.0), normal(0.0, 1.0), normal(9.0, 2.0)]);
    let draws = generator(2).sample_iter(weighted(3.0, law)).take(COUNT).collect();
    follows("three normals", draws, |y| {
        0.2 * normal_cdf(y + 9.0) + 0.5 * normal_cdf(y) + 0.3 * normal_cdf((y - 9.0) / 2.0)
    });
}

#[test]
fn truncations() {
    let between = |lower: f64, upper: f64| {
        let draws = generator(3).sample_iter(normal(1.0, 2.0).truncated(lower, upper)).take(COUNT).collect();
        let z = |y: f64| (y - 1.0) / 2.0;
        follows(&format!("between {lower} and {upper}"), draws, |y| {
            // In the tail where the numbers keep their digits.
            let sign = if lower > 1.0 { -1.0 } else { 1.0 };
            let [at, a, b] = [y, lower, upper].map(|y| normal_cdf(sign * z(y)));
            (at - a) / (b - a)
        });
    };
    between(-1.0, 2.5);
    between(5.0, 30.0);
    between(40.0, 40.5);
    between(-60.0, -58.0);
    let above = generator(4).sample_iter(normal(0.0, 1.0).truncated_below(8.0)).take(COUNT).collect();
    follows("above 8", above, |y| 1.0 - normal_cdf(-y) / normal_cdf(-8.0));
    let below = generator(5).sample_iter(normal(0.0, 1.0).truncated_above(-3.0)).take(COUNT).collect();
    follows("below −3", below, |y| normal_cdf(y) / normal_cdf(-3.0));
    let bounded = generator(6).sample_iter(exponential(2.0).truncated_above(0.7)).take(COUNT).collect();
    follows("an exponential number below 0.7", bounded, |y| (-2.0 * y).exp_m1() / (-1.4f64).exp_m1());
}

#[test]
fn truncated_counts() {
    let draws = generator(7).sample_iter(poisson(2.5).truncated(1, 4)).take(COUNT).map(|y| y as usize);
    let mass: Vec<f64> = (1..=4).map(|y| poisson_mass(y, 2.5)).collect();
    let total: f64 = mass.iter().sum();
    let shares: Vec<f64> = mass.iter().map(|mass| mass / total).collect();
    counted("counts from 1 to 4", &tally(draws.map(|y| y - 1), 4), &shares);
}

#[test]
fn censored_numbers() {
    let draws: Vec<f64> =
        generator(8).sample_iter(normal(0.0, 1.0).censored(-1.0, 2.0)).take(COUNT).collect();
    let low = draws.iter().filter(|&&y| y == -1.0).count() as u64;
    let high = draws.iter().filter(|&&y| y == 2.0).count() as u64;
    let inside = COUNT as u64 - low - high;
    let (p, q) = (normal_cdf(-1.0), normal_cdf(-2.0));
    counted("at the limits", &[low, inside, high], &[p, 1.0 - p - q, q]);
    assert!(draws.iter().all(|y| (-1.0..=2.0).contains(y)));
}

#[test]
fn categories() {
    let shares = [0.1, 0.4, 0.05, 0.45];
    let draws = generator(9).sample_iter(categorical(data(&shares))).take(COUNT);
    counted("categories", &tally(draws, 4), &shares);
    let logits = shares.map(|share: f64| share.ln() + 300.0);
    let draws = generator(10).sample_iter(categorical_logit(data(&logits))).take(COUNT);
    counted("categories of logits", &tally(draws, 4), &shares);

    let cutpoints = [-1.0, 0.5, 2.0];
    let differences = |cdf: &dyn Fn(f64) -> f64| {
        let [a, b, c] = cutpoints.map(|cutpoint| cdf(cutpoint - 0.3));
        [a, b - a, c - b, 1.0 - c]
    };
    let draws = generator(11).sample_iter(ordered_logistic(0.3, data(&cutpoints))).take(COUNT);
    counted("ordered categories", &tally(draws, 4), &differences(&|x| 1.0 / (1.0 + (-x).exp())));
    let draws = generator(12).sample_iter(ordered_probit(0.3, data(&cutpoints))).take(COUNT);
    counted("ordered categories of probits", &tally(draws, 4), &differences(&normal_cdf));
}

/// The first part of a Dirichlet vector is a beta number, its counts are beta-binomial.
#[test]
fn vectors() {
    let mut rng = generator(13);
    // Beta(½, 3/2) has the distribution function (2/π) (asin √y + √(y (1 − y))).
    let first = |_| -> f64 {
        let theta: Vec<f64> = rng.sample(dirichlet(data(&[0.5, 1.0, 0.5])));
        assert!((theta.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        theta[0]
    };
    let draws: Vec<f64> = (0..COUNT).map(first).collect();
    follows("a part of a Dirichlet vector", draws, |y| {
        core::f64::consts::FRAC_2_PI * (y.sqrt().asin() + (y * (1.0 - y)).sqrt())
    });
    let tiny: Vec<f64> = rng.sample(dirichlet(data(&[1e-4, 1e-4, 1e-4])));
    assert!(tiny.iter().all(|share| (0.0..=1.0).contains(share)), "{tiny:?}");

    let shares = [0.2, 0.5, 0.3];
    let counts = multinomial(data(&shares)).counts(COUNT as u64, &mut rng);
    counted("multinomial counts", &counts, &shares);
    let logits = shares.map(f64::ln);
    let counts = multinomial_logit(data(&logits)).counts(COUNT as u64, &mut rng);
    counted("multinomial counts of logits", &counts, &shares);

    // With two categories of concentration 1, each number of the first from 0 to 3 is as probable.
    let one = |rng: &mut dyn Rng| dirichlet_multinomial(data(&[1.0, 1.0])).counts(3, rng)[0] as usize;
    let draws = tally((0..COUNT).map(|_| one(&mut rng)), 4);
    counted("Dirichlet-multinomial counts", &draws, &[0.25; 4]);
}

/// Invalid distributions have no draws.
#[test]
fn invalid_arguments() {
    let mut rng = generator(14);
    assert!(rng.sample::<f64, _>(normal(0.0, -1.0)).is_nan());
    assert!(rng.sample::<f64, _>(normal(0.0, 1.0).censored(1.0, 0.0)).is_nan());
}
