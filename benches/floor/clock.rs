//! Times of calls, where contenders take turns.

use crate::Gradient;
use monomorph::sampling::Fit;
use std::hint::black_box;
use std::time::Instant;

/// The relation of a call to the next one.
#[derive(Clone, Copy, PartialEq)]
pub enum Calls {
    Independent,
    /// The next point is computed from the gradient.
    Dependent,
}

/// The number of calls between two looks at the clock.
const CALLS: u32 = 2_000;

/// The number of such batches of each contender.
const BATCHES: usize = 300;

/// What a gradient is multiplied with before it is added to the point: nothing that would move it.
const STEP: f64 = 1e-300;

/// The least nanoseconds a call of each contender.
pub fn least<const N: usize>(
    calls: Calls,
    point: &[f64],
    mut contenders: [&mut Gradient<'_>; N],
) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..BATCHES {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            *least = least.min(batch(calls, point, contender));
        }
    }
    least
}

/// The nanoseconds a call of one batch.
fn batch(calls: Calls, start: &[f64], contender: &mut Gradient<'_>) -> f64 {
    let (mut point, mut gradient) = (start.to_vec(), vec![0.0; start.len()]);
    let begin = Instant::now();
    for _ in 0..CALLS {
        black_box(contender(black_box(&point), black_box(&mut gradient)));
        if calls == Calls::Dependent {
            // One by one, as they were stored: a load that spans two stores waits for both.
            for (coordinate, slope) in point.iter_mut().zip(&gradient) {
                let (coordinate, slope) = (black_box(coordinate), black_box(slope));
                *coordinate += slope * STEP;
            }
        }
    }
    begin.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

/// The number of chains of which the fastest counts.
const CHAINS: u64 = 20;

/// The least nanoseconds a leapfrog step of chains after warmup.
pub fn leapfrog(nuts: &dyn Fn(u64) -> Fit) -> f64 {
    let of_chain = |seed| {
        let fit = nuts(seed);
        let chain = &fit.chains()[0];
        chain.sampling_time().as_nanos() as f64 / chain.leapfrogs() as f64
    };
    (0..CHAINS).map(of_chain).fold(f64::INFINITY, f64::min)
}
