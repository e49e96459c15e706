//! Tests the state machine against a recursive sampler with the same random numbers, and against exact
//! moments.

mod balance;
mod directions;
mod funnel;
mod moments;
mod naive;

use super::map::Map;
use super::uniform::Uniform;
use super::{Metric, Sampler, Warmup};
use crate::linalg::sparse::Pattern;
use crate::sampling::PrecisionMatrix;
use crate::simd::InstructionSet;
use naive::Naive;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// The largest tree depth.
const DEPTH: u32 = 10;

/// The normal distribution of the deviations dᵢ = qᵢ/sᵢ − r dᵢ₋₁ of variance 1, where only the first 0.7 of
/// all coordinates are connected, and with a fourth power in the first.
struct Chain {
    scales: Vec<f64>,
    correlation: f64,
    quartic: f64,
}

impl Chain {
    fn evaluate(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let mut log_density = 0.0;
        gradient.fill(0.0);
        for i in 0..q.len() {
            let here = q[i] / self.scales[i];
            let before = if i == 0 { 0.0 } else { q[i - 1] / self.scales[i - 1] };
            let deviation = here - self.correlation * before;
            let power = if i == 0 { self.quartic * here.powi(3) } else { 0.0 };
            log_density -= 0.5 * deviation * deviation + 0.25 * power * here;
            gradient[i] -= (deviation + power) / self.scales[i];
            if i > 0 {
                gradient[i - 1] += self.correlation * deviation / self.scales[i - 1];
            }
        }
        log_density
    }
}

fn sampler_at(chain: &Chain, point: &[f64]) -> Sampler {
    let mut sampler = Sampler::new(point.len(), DEPTH, InstructionSet::best()).expect("memory");
    let mut gradient = vec![0.0; point.len()];
    let log_density = chain.evaluate(point, &mut gradient);
    sampler.place(point, &gradient, log_density);
    sampler
}

/// Makes a transition, and the same transition with the naive sampler.
fn same_transition<'a>(
    chain: &'a Chain,
    sampler: &mut Sampler,
    rng: &mut ChaCha8Rng,
    max_depth: u32,
) -> Naive<'a> {
    let what = format!("dimension {}, step {}", sampler.point().len(), sampler.step());
    let [mut own, mut same] = [rng.random::<u64>(); 2].map(ChaCha8Rng::seed_from_u64);
    let naive = Naive::transition(chain, sampler, same.random(), max_depth);
    sampler.transition(&mut own, |q, gradient| chain.evaluate(q, gradient));

    assert_eq!(sampler.leapfrogs(), naive.leapfrogs, "{what}");
    assert_eq!((sampler.depth(), sampler.is_divergent()), (naive.depth, naive.is_divergent));
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-7 * (1.0 + b.abs());
    let (acceptance, all) =
        (naive.acceptance, if sampler.orbit.is_some() { naive.steps } else { naive.leapfrogs });
    assert!(near(sampler.acceptance(), acceptance / all as f64), "{what}");
    assert!(near(sampler.energy(), naive.chosen.energy), "{} {}", sampler.energy(), naive.chosen.energy);
    assert!(near(sampler.log_density(), naive.chosen.log_density));
    assert!(sampler.point().iter().zip(&naive.chosen.point).all(|(a, b)| near(*a, *b)), "{what}");
    naive
}

/// Warms up for some transitions.
fn warm(chain: &Chain, sampler: &mut Sampler, rng: &mut ChaCha8Rng, metric: Metric, length: usize) {
    let mut warmup = Warmup::new(sampler, metric, 0.8, length);
    while !warmup.is_over() {
        sampler.transition(rng, |q, gradient| chain.evaluate(q, gradient));
        warmup.learn(sampler);
    }
}

/// Both samplers make transitions from the same points, with steps from tiny to unstable, and every metric
/// in turn.
#[test]
fn transitions_are_those_of_a_recursive_sampler() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut depths, mut divergent, mut ranks) = ([0; DEPTH as usize + 1], 0, Vec::new());
    for (dimension, correlation) in [(1, 0.0), (3, 0.9), (10, 0.5), (18, -0.7)] {
        let scales = (0..dimension).map(|i| (0.3 * (i % 7) as f64).exp()).collect();
        let chain = Chain { scales, correlation, quartic: 0.1 };
        let mut sampler = sampler_at(&chain, &vec![0.5; dimension]);
        for round in 0..600 {
            match round {
                120 => warm(&chain, &mut sampler, &mut rng, Metric::Diagonal, 60),
                240 => warm(&chain, &mut sampler, &mut rng, Metric::Dense, 60),
                360 => warm(&chain, &mut sampler, &mut rng, Metric::Fisher, 60),
                480 => warm(&chain, &mut sampler, &mut rng, Metric::LowRank, 60),
                _ => {}
            }
            let size: f64 = rng.random();
            sampler.set_step(0.02 + 2.2 * size.powi(3));
            sampler.set_max_depth(if round % 10 == 0 { 3 } else { DEPTH });
            let max_depth = if round % 10 == 0 { 3 } else { DEPTH };
            same_transition(&chain, &mut sampler, &mut rng, max_depth);
            depths[sampler.depth() as usize] += 1;
            divergent += u32::from(sampler.is_divergent());
        }
        if let Map::LowRank { stretches, .. } = sampler.map() {
            ranks.push(stretches.len());
        }
    }
    assert!(ranks.iter().any(|&rank| rank > 4 && rank % 4 > 0), "{ranks:?}");
    assert!(
        depths[1..9].iter().all(|&count| count > 10) && divergent > 20,
        "{depths:?}, {divergent} divergent"
    );
}

/// Both samplers make transitions in the coordinates of a precision that is not the distribution's, with
/// steps of one length and with steps that adapt.
#[test]
fn transitions_with_a_precision_are_those_of_a_recursive_sampler() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut deep, mut ranks) = (0, 0);
    for (dimension, max_error) in [(1, None), (3, Some(0.3)), (18, None), (18, Some(0.3))] {
        let scales = (0..dimension).map(|i| (0.3 * (i % 7) as f64).exp()).collect();
        let chain = Chain { scales, correlation: 0.9, quartic: 0.1 };
        let start = vec![0.5; dimension];
        let mut sampler = match max_error {
            Some(max_error) => adapting(&chain, &start, max_error),
            None => sampler_at(&chain, &start),
        };
        let pattern = Pattern::new(dimension, (1..dimension).map(|row| (row, row / 2))).expect("a pattern");
        let value = |(row, column)| if row == column { 2.0 + row as f64 } else { -0.7 };
        let values: Vec<f64> = pattern.iter().map(value).collect();
        sampler.give_precision(Arc::new(PrecisionMatrix::new(&pattern, &values).expect("a precision")));
        for round in 0..150 {
            match round {
                50 => warm(&chain, &mut sampler, &mut rng, Metric::Diagonal, 60),
                100 => warm(&chain, &mut sampler, &mut rng, Metric::LowRank, 60),
                _ => {}
            }
            let size: f64 = rng.random();
            sampler.set_step(0.05 + 2.0 * size.powi(3));
            same_transition(&chain, &mut sampler, &mut rng, DEPTH);
            deep += u64::from(sampler.depth() > 2);
        }
        let squares = naive::scales_of(&sampler).into_iter().map(|row| row.iter().map(|s| s * s).sum());
        for (found, want) in sampler.inverse_metric().into_iter().zip(squares.collect::<Vec<f64>>()) {
            assert!((found - want).abs() < 1e-9 * want, "{found} {want}");
        }
        if let Map::LowRank { stretches, .. } = sampler.map() {
            ranks += stretches.len();
        }
    }
    assert!(deep > 200 && ranks > 3, "{deep} {ranks}");
}

/// A sampler whose steps adapt within the orbit.
fn adapting(chain: &Chain, point: &[f64], max_error: f64) -> Sampler {
    let mut sampler =
        Sampler::within_orbit(point.len(), DEPTH, InstructionSet::best(), max_error).expect("memory");
    let mut gradient = vec![0.0; point.len()];
    let log_density = chain.evaluate(point, &mut gradient);
    sampler.place(point, &gradient, log_density);
    sampler
}

/// Both samplers make transitions with steps that adapt, with most metrics in turn.
#[test]
fn transitions_that_adapt_are_those_of_a_recursive_sampler() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut halved, mut irreversible, mut divergent, mut whole, mut deep) = (0, 0, 0, 0, 0);
    for (dimension, correlation) in [(1, 0.0), (3, 0.9), (18, -0.7)] {
        let scales = (0..dimension).map(|i| (0.3 * (i % 7) as f64).exp()).collect();
        let chain = Chain { scales, correlation, quartic: 3.0 };
        let mut sampler = adapting(&chain, &vec![0.5; dimension], 0.3);
        for round in 0..200 {
            match round {
                50 => warm(&chain, &mut sampler, &mut rng, Metric::Diagonal, 40),
                100 => warm(&chain, &mut sampler, &mut rng, Metric::LowRank, 40),
                150 => warm(&chain, &mut sampler, &mut rng, Metric::Dense, 40),
                _ => {}
            }
            let size: f64 = rng.random();
            // A step that is far too long is divided into thousands of small ones, in which rounding grows.
            let longest = if round % 20 == 0 && dimension == 1 { 2e4 } else { 3.0 };
            sampler.set_step(0.05 + longest * size.powi(2));
            let naive = same_transition(&chain, &mut sampler, &mut rng, DEPTH);
            halved += naive.halved;
            irreversible += naive.irreversible;
            whole += naive.steps;
            divergent += u64::from(sampler.is_divergent());
            deep += u64::from(sampler.depth() > 2);
        }
    }
    let counts = [halved, irreversible, divergent, whole - halved, deep];
    assert!(counts.into_iter().zip([200, 20, 3, 200, 100]).all(|(count, least)| count > least), "{counts:?}");
}

/// If no step is halved, transitions are those of NUTS up to rounding.
#[test]
fn without_halvings_transitions_are_those_of_nuts() {
    let chain = Chain { scales: vec![1.0, 3.0, 0.5], correlation: 0.5, quartic: 0.1 };
    let (mut plain, mut other) = (sampler_at(&chain, &[0.5; 3]), adapting(&chain, &[0.5; 3], 900.0));
    for seed in 0..100 {
        let size = 0.1 + 0.003 * seed as f64;
        for sampler in [&mut plain, &mut other] {
            sampler.set_step(size);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
        }
        assert_eq!((plain.leapfrogs(), plain.depth()), (other.leapfrogs(), other.depth()));
        assert!(plain.point().iter().zip(other.point()).all(|(a, b)| (a - b).abs() < 1e-9));
        let (point, gradient, log_density) =
            (plain.point().to_vec(), plain.gradient().to_vec(), plain.log_density());
        other.place(&point, &gradient, log_density);
    }
}

/// A chain that starts far away gains more energy than the exponential function can represent, and goes to
/// a point with the most weight.
#[test]
fn a_chain_comes_from_far_off() {
    let chain = Chain { scales: vec![1.0; 2], correlation: 0.0, quartic: 0.0 };
    let mut sampler = sampler_at(&chain, &[1e3, -1e3]);
    let [mut rng, mut same] = [2, 2].map(ChaCha8Rng::seed_from_u64);
    let square: f64 = naive::momenta(2, &mut Uniform(same.random())).iter().map(|z| z * z).sum();
    let energy = 0.5 * square + 1e6;
    sampler.set_step(0.5);
    let mut lowest = energy;
    sampler.begin(&mut rng);
    loop {
        let (q, gradient) = sampler.request();
        let log_density = chain.evaluate(q, gradient);
        let is_over = sampler.continue_with(log_density);
        lowest = lowest.min(energy - sampler.gain());
        if is_over {
            break;
        }
    }
    assert!(energy - sampler.energy() > 2000.0 && !sampler.is_divergent(), "{}", energy - sampler.energy());
    assert!(sampler.energy() - lowest < 1e4 && (0.3..=1.0).contains(&sampler.acceptance()));
    sampler.set_step(0.1);
    for _ in 0..50 {
        sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
    }
    assert!(sampler.log_density() > -20.0);
}

/// A copy made within a trajectory continues in the same way.
#[test]
fn all_of_the_state_is_in_the_sampler() {
    let chain = Chain { scales: vec![1.0; 5], correlation: 0.4, quartic: 0.3 };
    let mut sampler = sampler_at(&chain, &[0.1; 5]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    sampler.set_step(0.05);
    sampler.begin(&mut rng);
    for _ in 0..11 {
        let (q, gradient) = sampler.request();
        let log_density = chain.evaluate(q, gradient);
        assert!(!sampler.continue_with(log_density), "the trajectory is long");
    }
    let ends = [sampler.clone(), sampler].map(|mut sampler| {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        loop {
            let (q, gradient) = sampler.request();
            let log_density = chain.evaluate(q, gradient);
            if sampler.continue_with(log_density) {
                break;
            }
        }
        for _ in 0..20 {
            sampler.transition(&mut rng, |q, gradient| chain.evaluate(q, gradient));
        }
        (sampler.point().to_vec(), sampler.gradient().to_vec(), sampler.energy().to_bits())
    });
    assert_eq!(ends[0], ends[1]);
}
