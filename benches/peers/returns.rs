//! Returns with a changing volatility, for time series models.

use crate::random::Random;

/// The number of days.
pub const DAYS: usize = 1_000;

/// Returns of all days.
pub fn returns() -> Vec<f64> {
    let (mean, phi, sigma) = (-1.0, 0.95_f64, 0.25);
    let mut random = Random::new(20_240_604);
    let mut h = mean + sigma / (1.0 - phi * phi).sqrt() * random.normal();
    let mut day = || {
        let y = (0.5 * h).exp() * random.normal();
        h = mean + phi * (h - mean) + sigma * random.normal();
        y
    };
    (0..DAYS).map(|_| day()).collect()
}
