//! The parts of a log density in a frame, if the feature `rayon` allows any.

#[cfg(feature = "rayon")]
mod memory;
#[cfg(not(feature = "rayon"))]
mod none;

#[cfg(feature = "rayon")]
pub(super) use memory::Parts;
#[cfg(feature = "rayon")]
pub(crate) use memory::{Part, Sums, in_parts};
#[cfg(not(feature = "rayon"))]
pub(super) use none::Parts;
