//! Tests of optional features: threads, files, and memory with all features.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "sampling")]
mod collections;
#[cfg(feature = "rayon")]
#[cfg(feature = "mapped")]
mod data_in_files;
#[cfg(feature = "rayon")]
mod parts;
#[cfg(feature = "rayon")]
mod parts_of_statements;
mod soundness;
#[cfg(all(feature = "serde", feature = "sampling"))]
mod stored_results;
mod traces;
#[cfg(all(feature = "serde", feature = "sampling"))]
mod written_down;
