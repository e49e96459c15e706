//! Tests of names, shapes, supports and their texts.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod names_and_coordinates;
mod notation;
#[cfg(feature = "random")]
mod other_crates;
mod supports;
mod supports_of_matrices;
mod var_names;
mod var_sets;
