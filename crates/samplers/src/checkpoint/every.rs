//! The interval between two checkpoints of a run.

use std::time::Duration;

/// The interval at which each chain of a run is saved: a number of iterations, or a time.
///
/// A checkpoint takes some milliseconds, most of them for the disk, and rewrites the states of all chains:
/// an interval of seconds is a good choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Every {
    /// After this number of iterations of the chain, warmup included: transitions of the No-U-Turn sampler,
    /// sweeps of Gibbs sampling, steps of a program's chain.
    Transitions(usize),
    /// After this time since the chain was last saved.
    Time(Duration),
}

impl Default for Every {
    /// Ten seconds.
    fn default() -> Self {
        Self::Time(Duration::from_secs(10))
    }
}

impl From<usize> for Every {
    fn from(iterations: usize) -> Self {
        Self::Transitions(iterations)
    }
}

impl From<Duration> for Every {
    fn from(time: Duration) -> Self {
        Self::Time(time)
    }
}
