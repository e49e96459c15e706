//! How far a run is.

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

/// Somebody who is told how far a run is: see [`Nuts::report_to`](crate::sampling::Nuts::report_to).
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
    /// Called at most ten times a second, and once when each chain stops, from the threads of chains, one at
    /// a time.
    fn show(&self, run: &RunProgress<'_>);
}

/// Tells how far a run is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunProgress<'a> {
    /// The chains, also those that have not begun.
    pub chains: &'a [ChainProgress],
    /// The element with the fewest effective draws of its mean so far, and their number, by batch means, over
    /// all chains. Nothing before there are enough draws to tell.
    pub worst: Option<(&'a str, f64)>,
    /// The time since the run began, or went on.
    pub elapsed: Duration,
}

/// Tells how far a chain is. Its transitions are iterations of the sampler: sweeps of Gibbs sampling, and
/// steps of a program's chain.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ChainProgress {
    /// The transitions that are over, those of warmup and of an earlier process too.
    pub transitions: usize,
    /// The transitions that are wanted.
    pub wanted: usize,
    /// The transitions that were made since the run began, or went on.
    pub transitions_here: usize,
    /// True while the chain is in warmup.
    pub is_warmup: bool,
    /// The draws after warmup.
    pub draws: usize,
    /// The divergences after warmup.
    pub divergences: usize,
    /// The step size of the last transition; 0 of samplers that have none, or several.
    pub step_size: f64,
    /// The gradients since the run began, or went on.
    pub gradients: u64,
    /// True when the chain has stopped.
    pub is_over: bool,
}

impl RunProgress<'_> {
    /// The gradients of all chains in a second, on average.
    pub fn gradients_per_second(&self) -> f64 {
        let gradients: u64 = self.chains.iter().map(|chain| chain.gradients).sum();
        gradients as f64 / self.elapsed.as_secs_f64()
    }

    /// The time until all transitions are over, if they take as long as those so far. Nothing before the
    /// first.
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
