//! What a program sees of a run, and tells it, while it goes on.

use super::progress::Progress;
use super::statistics::DrawStatistics;
use crate::chains;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A draw, as a function that is called with each of them sees it: see
/// [`Nuts::on_draw`](super::Nuts::on_draw).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Draw<'a> {
    /// The chain, from 0.
    pub chain: usize,
    /// The number of the draw in its chain, from 0, without warmup.
    pub index: usize,
    /// The values of all parameters and definitions, in the order of
    /// [`Posterior::variables`](crate::posterior::Posterior::variables).
    pub values: &'a [f64],
    /// What the sampler says about the draw.
    pub statistics: DrawStatistics,
}

/// A function that sees each draw.
pub(super) type OnDraw<'a> = Arc<dyn Fn(&Draw<'_>) + Send + Sync + 'a>;

/// What a program gives a run beside its settings.
#[derive(Clone, Default)]
pub(super) struct Hooks<'a> {
    pub on_draw: Option<OnDraw<'a>>,
    pub interrupt: Option<&'a AtomicBool>,
    pub progress: Option<&'a dyn Progress>,
}

impl Hooks<'_> {
    /// Whether chains shall stop.
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        chains::is_set(self.interrupt)
    }
}
