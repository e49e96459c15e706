//! An operation on whole values: y = f(X₁, …, Xₖ), with X̄ⱼ = (∂f/∂Xⱼ)ᵀ ȳ in closed form.
//!
//! The arguments stand in slots, and so does the value: one contiguous array with one contiguous adjoint,
//! row after row for a matrix. The value is computed when the sweep begins, and read as if it were a leaf.
//! When the sweep ends, the operation passes the adjoint, which the value's readers have added up, to the
//! arguments in one step.

mod bound;
mod written;

pub use bound::BoundWhole;
pub(crate) use bound::has_symmetric;
pub use written::Whole;
