//! Tracked functions, and the kernels that use the recorded computations of a run.

#[cfg(feature = "track")]
mod checkpoints;
#[cfg(feature = "track")]
#[path = "../common/plain.rs"]
mod plain;
#[cfg(feature = "track")]
mod track;
#[cfg(feature = "track")]
mod tracked_programs;
