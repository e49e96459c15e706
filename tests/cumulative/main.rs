//! Cumulative probabilities, truncation, and where counts, shapes and intervals are extreme.

#[path = "../common/mod.rs"]
mod common;

mod bounds_of_counts;
mod cumulative;
mod cumulative_discrete;
mod large_counts;
mod large_shapes;
mod narrow_intervals;
