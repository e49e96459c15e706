//! A view of a value through a window: yᵢⱼ = x at s + i d + j a, with x̄ at s + i d + j a += ȳᵢⱼ.
//!
//! The source is read in place. If the view is a run of the source's elements (a row, a slice, an element),
//! it is read as the source itself is, from s on. In other views a register is one load if its elements are
//! neighbours in the source, and one broadcast if they are the same element.

mod bound;
mod written;

pub use bound::BoundView;
pub use written::View;
