//! Detects that a chain has arrived in the typical set of the posterior.
//!
//! On the way there the log density rises from draw to draw; in the typical set it falls about every second
//! time.

/// The number of last draws that are examined.
const DRAWS: u32 = 5;
/// The number of the last [`DRAWS`] draws at which the log density must have fallen.
const FALLS: u32 = 2;

/// The record of rises and falls of the log density from draw to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrival {
    last: f64,
    /// One bit for each draw, the newest first: 1 if the log density fell.
    falls: u32,
}

crate::checkpoint::state!(Arrival { last, falls });

impl Arrival {
    pub fn new() -> Self {
        Self { last: f64::NEG_INFINITY, falls: 0 }
    }

    /// Records the log density of the next draw. Returns true if the chain has arrived.
    pub fn learn(&mut self, log_density: f64) -> bool {
        self.falls = (self.falls << 1 | u32::from(log_density < self.last)) & ((1 << DRAWS) - 1);
        self.last = log_density;
        self.falls.count_ones() >= FALLS
    }
}
