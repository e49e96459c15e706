//! What has an order in time: recursions, series, hidden states and differential equations.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "random")]
mod hidden_markov;
mod linear_odes;
mod odes;
mod processes;
mod scans;
#[cfg(feature = "random")]
mod state_spaces;
