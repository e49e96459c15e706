//! Models with an order in time: recursions, series, hidden states and differential equations.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/solutions.rs"]
mod solutions;

#[cfg(feature = "random")]
mod hidden_markov;
mod linear_odes;
mod odes;
mod processes;
mod scans;
#[cfg(feature = "random")]
mod state_spaces;
