//! The nanoseconds of one call, on a machine that also does other work.

use crate::random::Random;
use monomorph::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one batch of calls lasts at least.
const BATCH: Duration = Duration::from_millis(8);

/// How often everything is measured, from the smallest size to the largest, so that other work hits all sizes
/// alike.
pub const TURNS: usize = 4;

/// How many batches are run in a turn; the fastest counts, since disturbances only ever add time.
const ROUNDS: usize = 8;

/// Nanoseconds of a gradient, at a point near the origin that moves a little from call to call.
pub fn gradient<M: BoundModel>(posterior: &Posterior<M>) -> f64 {
    let mut random = Random::new(777);
    let mut q: Vec<f64> = (0..posterior.dimension()).map(|_| 0.1 * random.normal()).collect();
    let mut gradient = vec![0.0; q.len()];
    let mut workspace = posterior.workspace();
    let mut step = 1e-3;
    fastest(|| {
        q[0] += step;
        step = -step;
        black_box(posterior.log_density_and_gradient(black_box(&q), &mut gradient, &mut workspace));
        black_box(&mut gradient);
    })
}

/// Nanoseconds of gradients of two posteriors by turns, the fastest of each.
pub fn by_turns<M: BoundModel, N: BoundModel>(first: &Posterior<M>, second: &Posterior<N>) -> [f64; 2] {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..TURNS {
        best = [best[0].min(gradient(first)), best[1].min(gradient(second))];
    }
    best
}

/// Nanoseconds of a call in the fastest of some batches.
pub fn fastest(mut function: impl FnMut()) -> f64 {
    let mut calls = 1;
    while batch(&mut function, calls) < BATCH {
        calls *= 2;
    }
    let rounds = (0..ROUNDS).map(|_| batch(&mut function, calls).as_secs_f64() * 1e9 / f64::from(calls));
    rounds.fold(f64::INFINITY, f64::min)
}

fn batch(function: &mut impl FnMut(), calls: u32) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| function());
    start.elapsed()
}
