//! The results of one contender for each seed.

use crate::distance::{Distances, median};
use crate::report::Measured;
use std::time::Instant;

/// How often each run is made.
const REPEATS: usize = 5;

/// The result of a run, and the milliseconds that it takes: the fastest of a few counts, since whatever else
/// the machine does makes it slower.
pub fn fastest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let start = Instant::now();
        let found = run();
        (start.elapsed().as_secs_f64() * 1e3, found)
    };
    let (mut least, mut found) = once();
    for _ in 1..REPEATS {
        let milliseconds;
        (milliseconds, found) = once();
        least = least.min(milliseconds);
    }
    (least, found)
}

/// What the seeds gave.
#[derive(Default)]
pub struct Seeds {
    pub times: Vec<f64>,
    pub plain: Vec<f64>,
    pub weighted: Vec<f64>,
    pub khat: Vec<f64>,
    pub gradients: Vec<f64>,
    pub densities: Vec<f64>,
}

impl Seeds {
    /// Adds the milliseconds of a run, with its distances if it gave any.
    pub fn add(&mut self, milliseconds: f64, of: impl FnOnce() -> Option<Distances>) {
        self.times.push(milliseconds);
        let nowhere = Distances { plain: f64::INFINITY, weighted: f64::INFINITY, khat: f64::INFINITY };
        let Distances { plain, weighted, khat } = of().unwrap_or(nowhere);
        self.plain.push(plain);
        self.weighted.push(weighted);
        self.khat.push(khat);
    }

    /// The medians.
    pub fn measured(self) -> Measured {
        Measured {
            milliseconds: median(self.times),
            distance: median(self.plain),
            weighted: median(self.weighted),
            khat: median(self.khat),
        }
    }
}
