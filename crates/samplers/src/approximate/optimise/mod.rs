//! Modes of the log density.

mod bounds;
mod builder;
mod mode;
mod standard_errors;
mod table;

pub use builder::Optimise;
pub use mode::{Mode, ModeRow};
