//! The errors of ranks, which all ranks are told.

use core::fmt;

/// An error of one rank, or of MPI, told on all ranks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MpiError {
    /// MPI cannot be begun.
    NotInitialized {
        /// Why.
        reason: &'static str,
    },
    /// Ranks that cannot be parted into groups of equal size.
    Groups {
        /// The number of ranks.
        ranks: usize,
        /// The number of shards of each group.
        shards: usize,
    },
    /// A rank that has no posterior: its data are refused, or its model has other parameters than that of
    /// rank 0.
    Refused {
        /// The rank.
        rank: usize,
        /// Its own words.
        reason: String,
    },
    /// A rank that panicked while it computed its part of a log density.
    Panicked {
        /// The rank.
        rank: usize,
        /// The message of the panic.
        reason: String,
    },
    /// The function that samples failed on rank 0.
    Sampler {
        /// Its own words.
        reason: String,
    },
}

impl fmt::Display for MpiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInitialized { reason } => write!(f, "MPI cannot be begun: {reason}"),
            Self::Groups { ranks, shards } => {
                write!(f, "{ranks} ranks cannot be parted into groups of {shards} shards")
            }
            Self::Refused { rank, reason } => write!(f, "rank {rank} has no posterior: {reason}"),
            Self::Panicked { rank, reason } => write!(f, "rank {rank} panicked: {reason}"),
            Self::Sampler { reason } => write!(f, "rank 0 stopped sampling: {reason}"),
        }
    }
}

impl std::error::Error for MpiError {}

/// A run that a rank has ended, with what there is of it.
#[derive(Clone)]
pub struct Stopped<T> {
    /// The error, the same on all ranks.
    pub error: MpiError,
    /// The draws up to there, on rank 0; nothing if there are none.
    pub kept: Option<T>,
}

impl<T> fmt::Debug for Stopped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T> fmt::Display for Stopped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T> std::error::Error for Stopped<T> {}
