//! Conformance: every law and function, with every argument in every role, against plain formulas and their
//! exact derivatives, at lengths around every boundary of a register, with rewrites and without, on every
//! instruction set.
//!
//! `tests/thorough/conformance` has the tables of what is tested, the search for combinations of roles, and
//! what writes the models when this package is built; this folder has what the roles mean (`bench.rs`), the
//! reference (`reference.rs`, `dual.rs`), and what cannot be written so: laws of vectors, categories and
//! matrices (`whole`). The baseline says how much is compared, and `complete.rs` that no law is left out
//! without a reason.

#[path = "../../../common/mod.rs"]
mod common;

mod baseline;
mod bench;
mod complete;
mod dual;
mod reference;
mod whole;

/// A number with derivatives by the slots of a row, of which there are four at most.
type D = dual::Dual<4>;

/// The laws of `laws.txt`.
#[allow(clippy::all, unused_imports, unused_parens, unused_variables)] // What is written for all rows alike.
mod laws {
    use super::D;
    use super::bench::{Kind, Of, Sheet};
    use monomorph::distribution;
    use monomorph::prelude::*;

    include!(concat!(env!("OUT_DIR"), "/laws.rs"));
}

/// The functions of `functions.txt`.
#[allow(clippy::all, unused_imports, unused_parens, unused_variables)]
mod functions {
    use super::D;
    use super::bench::{Kind, Of, Sheet};
    use monomorph::functions;
    use monomorph::prelude::*;

    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}
