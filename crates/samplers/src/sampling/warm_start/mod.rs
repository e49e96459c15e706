//! Runs that begin with the adaptation of another run.
//!
//! The draws of the other run, converted to the coordinates of this posterior by the names of their
//! elements, replace a window of warmup: with the gradients of this posterior at these draws they determine
//! the metric, as the draws of a window do. Chains begin at some of them. The rest of warmup adapts the
//! step size.
//!
//! A warm start does not bias the draws, since it ends before the first draw that is kept: a metric and a
//! point from another posterior only cost time, unless all chains begin in one mode that they do not leave.
//! Elements that the other run does not have begin at random, as all elements do without a warm start, and
//! then the windows of warmup learn the metric anew.

mod adaptation;
mod beginning;
mod matching;

pub use adaptation::Adaptation;
pub(super) use adaptation::median;
pub(super) use beginning::WarmStart;
pub(super) use matching::Matching;

/// The least number of draws that determine a metric.
const FEWEST: usize = 10;

/// The largest standard deviation of the log densities at draws of this posterior, in units of that of a
/// normal distribution. At draws of a Cauchy distribution it is 2.6.
const WIDEST: f64 = 4.0;

/// The most transitions of a warmup that keeps the metric from the other run's draws. In a longer warmup
/// the windows learn it anew.
pub(super) const LONGEST: usize = 150;
