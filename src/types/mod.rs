//! The knowledge of the type system: types without names, and numbers as Rust has them.

pub mod erase;
