//! A small timer for comparing two functions on a machine that does other work.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one batch of calls lasts at least: long against the clock's
/// resolution, short against the pauses between disturbances.
const BATCH: Duration = Duration::from_millis(20);

/// How many batches each contender runs.
const ROUNDS: usize = 15;

/// Nanoseconds per call of `ours` and of `theirs`, in that order.
///
/// Batches of the two alternate, so that other work on the machine hits both
/// alike, and the fastest batch of each counts: disturbances only ever add time.
///
/// Each contender should write its result to a captured variable, or pass it
/// through [`black_box`], so that the compiler cannot leave out the work.
pub fn compare(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (f64, f64) {
    let our_calls = calls_per_batch(&mut ours);
    let their_calls = calls_per_batch(&mut theirs);
    let (mut our_best, mut their_best) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        our_best = our_best.min(nanoseconds_per_call(&mut ours, our_calls));
        their_best = their_best.min(nanoseconds_per_call(&mut theirs, their_calls));
    }
    (our_best, their_best)
}

/// Doubles the number of calls until they fill a batch; this also warms up
/// caches, branch predictors and the processor's clock.
fn calls_per_batch(function: &mut impl FnMut()) -> u64 {
    let mut calls = 1;
    while run(function, calls) < BATCH {
        calls *= 2;
    }
    calls
}

fn nanoseconds_per_call(function: &mut impl FnMut(), calls: u64) -> f64 {
    run(function, calls).as_secs_f64() * 1e9 / calls as f64
}

fn run(function: &mut impl FnMut(), calls: u64) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        // Opaque in every pass, so that equal calls are not merged into one.
        black_box(&mut *function)();
    }
    start.elapsed()
}
