//! Progress that nobody sees, without the feature `sampling`.

use super::statistics::DrawStatistics;

/// The progress of a run.
pub(super) struct Progress;

impl Progress {
    pub fn new(_: bool, _: usize) -> Self {
        Self
    }

    /// The progress of a chain that begins.
    pub fn chain(&self, _: usize) -> ChainProgress {
        ChainProgress
    }
}

/// The progress of one chain.
pub(super) struct ChainProgress;

impl ChainProgress {
    /// One transition more.
    pub fn advance(&mut self, _: bool, _: &DrawStatistics) {}
}
