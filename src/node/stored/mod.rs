//! A node whose value stands in the workspace: y = x, with x̄ = ȳ.
//!
//! Gathers, slices and matrix operations read their source in another order than lane by lane, so it must
//! stand in memory. Parameters and definitions do already; other values are computed into a slot of their
//! own when the sweep begins, and their adjoints are passed on when the sweep ends. A value that depends on
//! data alone is computed once, by `compile()`.

mod bound;
mod written;

pub use bound::BoundStored;
pub use written::Stored;
