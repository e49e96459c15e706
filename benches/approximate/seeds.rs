//! What one contender gave, seed by seed.

use crate::distance::{Distances, median};
use crate::report::Measured;
use std::time::Instant;

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
    /// Adds a run that has just ended, with its distances if it gave any.
    pub fn add(&mut self, start: Instant, of: impl FnOnce() -> Option<Distances>) {
        self.times.push(start.elapsed().as_secs_f64() * 1e3);
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
