//! Whether a chain has arrived where the posterior is.
//!
//! On its way there the log density rises from draw to draw; where it stays, it falls about every second
//! time.

/// The last draws that count, of which this many must have fallen.
const DRAWS: u32 = 5;
const FALLS: u32 = 2;

/// Watches whether the log density still rises from draw to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrival {
    last: f64,
    /// One bit for each draw, the newest first, where the log density fell.
    falls: u32,
}

crate::checkpoint::state!(Arrival { last, falls });

impl Arrival {
    pub fn new() -> Self {
        Self { last: f64::NEG_INFINITY, falls: 0 }
    }

    /// Learns the log density of the next draw. True if the chain has arrived.
    pub fn learn(&mut self, log_density: f64) -> bool {
        self.falls = (self.falls << 1 | u32::from(log_density < self.last)) & ((1 << DRAWS) - 1);
        self.last = log_density;
        self.falls.count_ones() >= FALLS
    }
}
