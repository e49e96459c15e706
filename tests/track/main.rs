//! Tracked functions and the kernels that know what they computed.

#[cfg(feature = "track")]
mod checkpoints;
#[cfg(feature = "track")]
mod track;
#[cfg(feature = "track")]
mod tracked_programs;
