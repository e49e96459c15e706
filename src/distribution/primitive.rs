//! Families of single numbers outside models, and the Rust type of their draws.

use crate::contract::family::Draw;
use crate::native::Native;

/// A family of distributions of single numbers; its draws have the type `Value`.
pub trait Primitive: Draw {
    /// The type of a draw in Rust.
    type Value: Native;
}
