//! Samplers and simulation: the algorithms that use a posterior.

#[cfg(feature = "random")]
pub mod approximate;
#[cfg(feature = "random")]
pub mod calibration;
#[cfg(feature = "random")]
pub mod comparison;
#[cfg(feature = "random")]
pub mod fits;
#[cfg(feature = "random")]
pub mod gibbs;
pub mod hidden_states;
mod lists;
#[cfg(feature = "random")]
pub mod predict;
#[cfg(feature = "random")]
pub mod program;
#[cfg(feature = "random")]
mod recover;
#[cfg(feature = "random")]
pub mod sampling;
#[cfg(feature = "random")]
pub mod sensitivity;
#[cfg(feature = "random")]
pub mod state_space;
#[cfg(feature = "random")]
pub mod target;
