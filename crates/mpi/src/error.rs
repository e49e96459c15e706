//! The errors of ranks, which all ranks receive.

use core::fmt;

/// An error of one rank or of MPI, which all ranks receive.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MpiError {
    /// MPI cannot be initialised.
    NotInitialized {
        /// The reason why MPI cannot be initialised.
        reason: &'static str,
    },
    /// Ranks that cannot be divided into groups of equal size.
    Groups {
        /// The number of ranks.
        ranks: usize,
        /// The number of shards of each group.
        shards: usize,
    },
    /// A rank that has no posterior: its data are refused, or its model has other parameters than the model
    /// of rank 0.
    Refused {
        /// The rank.
        rank: usize,
        /// The message of the rank.
        reason: String,
    },
    /// A rank that panicked while it computed its part of a log density.
    Panicked {
        /// The rank.
        rank: usize,
        /// The message of the panic.
        reason: String,
    },
    /// The sampling function failed on rank 0.
    Sampler {
        /// The message of the function.
        reason: String,
    },
}

impl fmt::Display for MpiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInitialized { reason } => write!(f, "MPI cannot be initialised: {reason}"),
            Self::Groups { ranks, shards } => {
                write!(f, "{ranks} ranks cannot be divided into groups of {shards} shards")
            }
            Self::Refused { rank, reason } => write!(f, "rank {rank} has no posterior: {reason}"),
            Self::Panicked { rank, reason } => write!(f, "rank {rank} panicked: {reason}"),
            Self::Sampler { reason } => write!(f, "rank 0 stopped sampling: {reason}"),
        }
    }
}

impl std::error::Error for MpiError {}

/// A run that was ended by the failure of a rank, with the draws so far.
#[derive(Clone)]
pub struct Stopped<T> {
    /// The error, which is the same on all ranks.
    pub error: MpiError,
    /// The draws so far, on rank 0; `None` if there are none.
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

impl<T> std::error::Error for Stopped<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
