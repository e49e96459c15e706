//! What is empty, known, at an end, large or narrow: models of data alone and of nothing, parameters at the
//! ends of their supports, probabilities of intervals in tails.

#[path = "../../../common/mod.rs"]
mod common;

mod bounds_of_counts;
mod constants;
mod empty;
mod ends;
mod large_counts;
mod large_shapes;
mod matrix_order;
mod narrow_intervals;
mod ordered_vectors;
mod ownership;
mod probabilities;
mod shards;
mod unit_vectors;
