//! Elements at addresses that are data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ. The address of
//! an element of a vector is an index kᵢ; the address of a cell of a matrix with c columns is a row and a
//! column, with kᵢ = rᵢ c + cᵢ.

mod address;
mod bound;
mod written;

pub use address::{Address, Cells};
pub use bound::BoundGather;
pub use written::Gather;
