//! Hand-written functions for some models: the log density with its gradient as loops over plain numbers.

pub mod eight_schools;
pub mod mixture;
pub mod translated;
pub mod volatility;

/// ½ log 2π
const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_7;
