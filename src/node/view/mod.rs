//! A value seen through a window: yᵢⱼ = x at s + i d + j a, with x̄ at s + i d + j a += ȳᵢⱼ.
//!
//! The source is read in place. A view that is a run of its elements (a row, a slice, an element) is read as
//! the source itself is, from s on. In others a register is read as one where its elements are neighbours in
//! the source, and once where they are one element.

mod bound;
mod written;

pub use bound::BoundView;
pub use written::View;
