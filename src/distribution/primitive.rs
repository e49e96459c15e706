//! Families of single numbers outside of models: what a draw is in Rust.

use crate::contract::family::Draw;
use crate::native::Native;

/// A family of distributions of single numbers, which draws have as `Value`.
pub trait Primitive: Draw {
    /// The type of a draw in Rust.
    type Value: Native;
}
