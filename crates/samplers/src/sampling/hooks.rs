//! [`Draw`]: a draw as a function of the program receives it during a run.

use super::statistics::DrawStatistics;
use std::sync::Arc;

/// A draw as it is passed to the function of [`Nuts::on_draw`](super::Nuts::on_draw).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Draw<'a> {
    /// The number of the chain, from 0.
    pub chain: usize,
    /// The number of the draw in its chain, from 0, without warmup.
    pub index: usize,
    /// The values of all parameters and definitions, in the order of
    /// `Posterior::variables`.
    pub values: &'a [f64],
    /// The statistics of the draw.
    pub statistics: DrawStatistics,
}

/// A function that is called with each draw.
pub(super) type OnDraw<'a> = Arc<dyn Fn(&Draw<'_>) + Send + Sync + 'a>;
