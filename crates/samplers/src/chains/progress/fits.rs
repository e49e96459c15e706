//! How far many fits are.

use std::time::Duration;

/// Tells how far the fits of many data sets are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FitsProgress {
    /// The number of all fits.
    pub all: usize,
    /// The fits that are over, those that failed and those of an earlier process too.
    pub finished: usize,
    /// The fits of an earlier process, which the record had.
    pub resumed: usize,
    /// The fits that failed.
    pub failed: usize,
    /// The time since the fits began, or went on.
    pub elapsed: Duration,
}

/// Shows how far many fits are.
pub type ShowFits<'a> = dyn Fn(&FitsProgress) + Sync + 'a;

impl FitsProgress {
    /// Many fits that begin now, some of which were finished in an earlier run.
    #[doc(hidden)]
    pub fn begun(all: usize, resumed: usize) -> Self {
        Self { all, finished: resumed, resumed, failed: 0, elapsed: Duration::ZERO }
    }

    /// The fits that came to their end in a second, on average.
    pub fn per_second(&self) -> f64 {
        (self.finished - self.resumed) as f64 / self.elapsed.as_secs_f64()
    }

    /// The time until all fits are over, if they take as long as those so far. Nothing before the first.
    pub fn time_left(&self) -> Option<Duration> {
        Duration::try_from_secs_f64((self.all - self.finished) as f64 / self.per_second()).ok()
    }
}
