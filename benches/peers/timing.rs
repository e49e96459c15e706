//! A small timer for comparing functions on a machine that does other work.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one batch of calls lasts at least: long against the clock's resolution, so short that many
/// batches are not interrupted even where other processes want the core.
const BATCH: Duration = Duration::from_millis(2);

/// How many batches each contender runs in a pass.
const ROUNDS: usize = 80;

/// A log density with its gradient.
pub type Gradient<'a> = Box<dyn FnMut(&[f64], &mut [f64]) -> f64 + 'a>;

/// Nanoseconds per call of each gradient.
///
/// Their batches alternate, so that other work on the machine hits all alike, and the fastest batch of each
/// counts: disturbances only ever add time.
pub fn race(gradients: &mut [Gradient<'_>], q: &[f64]) -> Vec<f64> {
    let mut contenders: Vec<Contender> =
        gradients.iter_mut().map(|gradient| Contender::new(gradient, q)).collect();
    for _ in 0..ROUNDS {
        contenders.iter_mut().for_each(Contender::batch);
    }
    contenders.iter().map(|contender| contender.best).collect()
}

struct Contender<'a, 'b> {
    evaluate: &'a mut Gradient<'b>,
    q: Vec<f64>,
    gradient: Vec<f64>,
    step: f64,
    /// Calls in a batch.
    calls: u64,
    /// Nanoseconds per call in the fastest batch.
    best: f64,
}

impl<'a, 'b> Contender<'a, 'b> {
    /// Doubles the number of calls until they fill a batch; this also warms up
    /// caches, branch predictors and the processor's clock.
    fn new(evaluate: &'a mut Gradient<'b>, q: &[f64]) -> Self {
        let (q, gradient) = (q.to_vec(), vec![0.0; q.len()]);
        let mut contender = Self { evaluate, q, gradient, step: 1e-3, calls: 1, best: f64::INFINITY };
        while contender.run() < BATCH {
            contender.calls *= 2;
        }
        contender
    }

    fn batch(&mut self) {
        // The first call finds the caches full of the others' data.
        self.call();
        let nanoseconds = self.run().as_secs_f64() * 1e9;
        self.best = self.best.min(nanoseconds / self.calls as f64);
    }

    fn run(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.calls {
            self.call();
        }
        start.elapsed()
    }

    /// One evaluation, at points that differ in each call: a result that an engine might have kept from the
    /// call before is then of no use.
    #[inline(always)]
    fn call(&mut self) {
        self.q[0] += self.step;
        self.step = -self.step;
        black_box((self.evaluate)(black_box(&self.q), &mut self.gradient));
        black_box(&mut self.gradient);
    }
}
