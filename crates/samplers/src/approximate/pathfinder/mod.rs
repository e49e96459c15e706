//! Pathfinder: normal distributions along the path of an optimiser.

mod builder;
mod candidate;
mod factors;
mod path;
mod start;
#[cfg(test)]
mod tests;

pub use builder::{PathSummary, Pathfinder};
pub(crate) use start::start_of_chain;
