//! The measured programs.

use monomorph::prelude::*;
use monomorph::program::{Program, Run, program};
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};

/// How many tosses it takes until the first success.
pub fn geometric(run: &mut Run, p: f64) -> u64 {
    if run.sample("stop", bernoulli(p)) { 1 } else { 1 + run.call("next", |run| geometric(run, p)) }
}

/// A geometric number with an unknown probability is the rate of a count.
pub fn counted() -> Program<impl Fn(&mut Run) -> u64 + Sync> {
    program(|run| {
        let p = run.sample("p", beta(3.0, 1.0));
        let n = run.call("n", |run| geometric(run, p));
        run.observe("y", poisson(n as f64), 4);
        n
    })
}

/// P(n | y) ∝ 18/(n (n + 1) (n + 2) (n + 3)) · n⁴ e⁻ⁿ.
pub fn counted_exactly() -> Vec<f64> {
    let joint = |n: usize| {
        let n = n as f64;
        if n == 0.0 { 0.0 } else { n.powi(4) * (-n).exp() / (n * (n + 1.0) * (n + 2.0) * (n + 3.0)) }
    };
    let sum: f64 = (0..200).map(joint).sum();
    (0..200).map(|n| joint(n) / sum).collect()
}

/// A walk from at most 3 km until it is home or has gone 10 km, of which it is known about how long it was:
/// where it began.
pub fn walk(run: &mut Run) -> f64 {
    let start = run.sample("start", uniform(0.0, 3.0));
    let (mut position, mut distance, mut steps) = (start, 0.0, 0);
    while position > 0.0 && distance < 10.0 {
        let step = run.sample(("step", steps), uniform(-1.0, 1.0));
        position += step;
        distance += step.abs();
        steps += 1;
    }
    run.observe("distance", normal(1.1, 0.1), distance);
    start
}

pub type Point = [f64; 3];

/// log p of a point under equal parts of normal laws with these means and the standard deviation 10.
pub fn log_density(point: &Point, means: &[Point]) -> f64 {
    let square = |mean: &Point| -> f64 { point.iter().zip(mean).map(|(x, m)| (0.1 * (x - m)).powi(2)).sum() };
    let least = means.iter().map(square).fold(f64::INFINITY, f64::min);
    let sum: f64 = means.iter().map(|mean| (0.5 * (least - square(mean))).exp()).sum();
    let constant = 3.0 * (10.0_f64.ln() + 0.5 * (2.0 * std::f64::consts::PI).ln());
    sum.ln() - 0.5 * least - (means.len() as f64).ln() - constant
}

/// Nine means, 200 points around them, and 50 others.
pub fn points() -> (Vec<Point>, Vec<Point>, Vec<Point>) {
    let mut rng = SmallRng::seed_from_u64(1);
    let truth: Vec<Point> = (0..9).map(|_| [0; 3].map(|_| rng.random_range(0.0..100.0))).collect();
    let mut points = |count: usize| -> Vec<Point> {
        let point = |_| {
            let mean = truth[rng.random_range(0..truth.len())];
            mean.map(|m| rng.sample(normal(m, 10.0)))
        };
        (0..count).map(point).collect()
    };
    let (seen, unseen) = (points(200), points(50));
    (truth, seen, unseen)
}

/// A mixture of one and a Poisson number of normal laws with equal parts.
pub fn mixture(seen: Vec<Point>) -> Program<impl Fn(&mut Run) -> Vec<Point> + Sync> {
    program(move |run: &mut Run| {
        let count = run.sample("more", poisson(10.0)) as usize + 1;
        let mean = |run: &mut Run, number: usize| {
            [0, 1, 2].map(|axis| run.sample(("mean", 3 * number + axis), uniform(0.0, 100.0)))
        };
        let means: Vec<Point> = (0..count).map(|number| mean(run, number)).collect();
        run.factor(seen.iter().map(|point| log_density(point, &means)).sum());
        means
    })
}
