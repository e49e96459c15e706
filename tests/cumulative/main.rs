//! Tests of cumulative probabilities, of truncation, and of extreme counts, shapes and intervals.

#[path = "../common/mod.rs"]
mod common;

mod cumulative;
mod cumulative_discrete;
