//! How often a run is saved.

use std::time::Duration;

/// How often each chain of a run is saved: a number of transitions (or of sweeps), or a time.
///
/// A checkpoint takes some milliseconds, most of which the disk takes, and rewrites the states of all chains:
/// seconds from one to the next are a good choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Every {
    /// After this number of transitions of the chain, those of warmup too.
    Transitions(usize),
    /// When the chain's last checkpoint is so old.
    Time(Duration),
}

impl Default for Every {
    /// Ten seconds.
    fn default() -> Self {
        Self::Time(Duration::from_secs(10))
    }
}

impl From<usize> for Every {
    fn from(transitions: usize) -> Self {
        Self::Transitions(transitions)
    }
}

impl From<Duration> for Every {
    fn from(time: Duration) -> Self {
        Self::Time(time)
    }
}
