//! Runs that begin with what another run has learned.
//!
//! Draws of the other run, moved to the coordinates of this posterior by the names of their elements, are a
//! window of warmup that is over: with the gradients that this posterior has there they tell the metric, as
//! the draws of a window do. Chains begin at some of them. What is left of warmup finds the step.
//!
//! Nothing of it makes chains wrong, since all of it is over before the first draw that counts: a metric and
//! a point from another posterior cost time alone, unless all chains begin in one mode that they do not
//! leave. Elements that the other run has not begin at random, as all do in a run of its own, and then the
//! windows of warmup learn the metric anew.

mod adaptation;
mod beginning;
mod matching;

pub use adaptation::Adaptation;
pub(super) use adaptation::median;
pub(super) use beginning::WarmStart;
pub(super) use matching::Matching;

/// Fewer draws than these tell no metric.
const FEWEST: usize = 10;

/// Draws whose log densities have a standard deviation above this many times that of a normal distribution
/// are none of this posterior. The tails of a Cauchy distribution have 2.6.
const WIDEST: f64 = 4.0;

/// Up to this number of transitions the metric stays what the other run's draws tell. In a longer warmup the
/// windows learn it anew.
pub(super) const LONGEST: usize = 150;
