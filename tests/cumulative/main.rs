//! Cumulative probabilities, truncation, and where counts, shapes and intervals are extreme.

#[path = "../common/mod.rs"]
mod common;

mod cumulative;
mod cumulative_discrete;
