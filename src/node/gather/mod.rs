//! Elements that data name: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ. The elements of a vector are
//! named by an index each, kᵢ; the cells of a matrix with c columns by a row and a column each, at
//! kᵢ = rᵢ c + cᵢ.

mod address;
mod bound;
mod written;

pub use address::{Address, Cells};
pub use bound::BoundGather;
pub use written::Gather;
