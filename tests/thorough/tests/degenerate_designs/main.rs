//! Proves that rewrites change nothing beyond rounding on thousands of degenerate designs, for random models,
//! and that what is marginalised is a dense normal there. `tests/model/degenerate_designs.rs` has a few
//! models and designs for every `cargo test`.

#[path = "../../../common/mod.rs"]
mod common;
mod marginal;
mod random;

/// The number of designs of each model.
fn designs() -> u64 {
    std::env::var("MONOMORPH_DESIGNS").map_or(100, |count| count.parse().expect("a number"))
}
