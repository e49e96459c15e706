//! The progress of many fits.

use std::time::Duration;

/// The progress of the fits of many data sets.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FitsProgress {
    /// The number of all fits.
    pub all: usize,
    /// The number of finished fits, including failed fits and fits of an earlier process.
    pub finished: usize,
    /// The number of fits that an earlier process finished and recorded.
    pub resumed: usize,
    /// The number of fits that failed.
    pub failed: usize,
    /// The time since the fits began or were resumed in this process.
    pub elapsed: Duration,
}

/// A function that shows the progress of many fits.
pub type ShowFits<'a> = dyn Fn(&FitsProgress) + Sync + 'a;

impl FitsProgress {
    /// Begins to measure the progress of many fits, some of which an earlier run finished.
    #[doc(hidden)]
    pub fn begun(all: usize, resumed: usize) -> Self {
        Self { all, finished: resumed, resumed, failed: 0, elapsed: Duration::ZERO }
    }

    /// The mean number of fits that finish in a second.
    pub fn per_second(&self) -> f64 {
        (self.finished - self.resumed) as f64 / self.elapsed.as_secs_f64()
    }

    /// The time until all fits are finished, if the rest take as long as the finished ones. `None` before
    /// the first fit finishes.
    pub fn time_left(&self) -> Option<Duration> {
        Duration::try_from_secs_f64((self.all - self.finished) as f64 / self.per_second()).ok()
    }
}
