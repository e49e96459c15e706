//! How often a run is saved.

use std::time::Duration;

/// The interval at which each chain of a run is saved: a number of iterations, or a time.
///
/// A checkpoint takes some milliseconds, most of which the disk takes, and rewrites the states of all chains:
/// seconds from one to the next are a good choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Every {
    /// After this number of iterations of the chain, warmup included: transitions of the No-U-Turn sampler,
    /// sweeps of Gibbs sampling, steps of a program's chain.
    Transitions(usize),
    /// When this time has passed since the chain was saved.
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
