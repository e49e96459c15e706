//! The progress of a run.

#[cfg_attr(feature = "bars", path = "bars.rs")]
#[cfg_attr(not(feature = "bars"), path = "none.rs")]
mod bars;
mod board;
mod fits;
mod running_ess;

pub(super) use bars::bars;
pub use bars::line_of_fits;
pub(super) use board::{Board, ProgressReporter};
pub use fits::FitsProgress;
pub use fits::ShowFits;
use std::time::Duration;

/// A receiver of the progress of a run: see [`Nuts::report_to`](crate::sampling::Nuts::report_to).
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::sampling::{Progress, RunProgress};
///
/// struct Lines;
/// impl Progress for Lines {
///     fn show(&self, run: &RunProgress<'_>) {
///         let draws: usize = run.chains.iter().map(|chain| chain.draws).sum();
///         let (speed, left) = (run.gradients_per_second(), run.time_left());
///         println!("{draws} draws, {speed:.0} gradients a second, {left:?} left");
///     }
/// }
/// params! { mu: real() }
/// let model = model! { mu |= normal(0.0, 1.0) };
/// let fit = model.compile()?.nuts().chains(1).warmup(100).draws(100).report_to(&Lines).run()?;
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait Progress: Sync {
    /// Shows the progress. The threads of the chains call it, one at a time, at most ten times a second,
    /// and once when each chain stops.
    fn show(&self, run: &RunProgress<'_>);
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunProgress<'a> {
    /// The progress of each chain, including chains that have not begun.
    pub chains: &'a [ChainProgress],
    /// The element with the smallest number of effective draws of its mean so far, and that number, by
    /// batch means over all chains. `None` while there are too few draws for an estimate.
    pub worst: Option<(&'a str, f64)>,
    /// The time since the run began or was resumed in this process.
    pub elapsed: Duration,
}

/// The progress of a chain. A transition is an iteration of the sampler, such as a sweep of Gibbs sampling
/// or a step of a program's own chain.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ChainProgress {
    /// The number of finished transitions, including those of warmup and of an earlier process.
    pub transitions: usize,
    /// The number of all transitions of the chain.
    pub wanted: usize,
    /// The number of transitions since the run began or was resumed in this process.
    pub transitions_here: usize,
    /// True while the chain is in warmup.
    pub is_warmup: bool,
    /// The number of draws after warmup.
    pub draws: usize,
    /// The number of divergences after warmup.
    pub divergences: usize,
    /// The step size of the last transition; 0 for samplers without a step size or with several.
    pub step_size: f64,
    /// The number of gradients since the run began or was resumed in this process.
    pub gradients: u64,
    /// True if the chain has stopped.
    pub is_over: bool,
}

impl RunProgress<'_> {
    /// The mean number of gradients of all chains in a second.
    pub fn gradients_per_second(&self) -> f64 {
        let gradients: u64 = self.chains.iter().map(|chain| chain.gradients).sum();
        gradients as f64 / self.elapsed.as_secs_f64()
    }

    /// The time until all transitions are finished, if the rest take as long as the finished ones. `None`
    /// before the first transition finishes.
    pub fn time_left(&self) -> Option<Duration> {
        let left = |chain: &ChainProgress| match chain.is_over {
            true => 0,
            false => chain.wanted.saturating_sub(chain.transitions),
        };
        let made: usize = self.chains.iter().map(|chain| chain.transitions_here).sum();
        let left: usize = self.chains.iter().map(left).sum();
        let seconds = self.elapsed.as_secs_f64() * left as f64 / made as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}
