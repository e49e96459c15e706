//! Edge cases: empty, known, extreme, large or narrow parts, models of data alone and without statements,
//! parameters at the ends of their supports, and probabilities of intervals in tails.

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
