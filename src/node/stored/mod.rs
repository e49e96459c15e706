//! A node whose value stands in the workspace: y = x, with x̄ = ȳ.
//!
//! Gathers, slices and matrix operations read their source in another order than lane by lane, so it must be
//! somewhere. Parameters and definitions already are; anything else is computed into a slot of its own when
//! the sweep begins, and its adjoint goes on when the sweep ends. What is of data alone is computed once, by
//! `compile()`.

mod bound;
mod written;

pub use bound::BoundStored;
pub use written::Stored;
