//! Covariances by their sparse inverses.

mod autoregressive;
mod bound;
mod given;

#[cfg_attr(doc, doc(hidden))]
pub use autoregressive::Autoregressive;
pub use autoregressive::{car, leroux};
#[cfg_attr(doc, doc(hidden))]
pub use bound::BoundSparsePrecision;
#[cfg_attr(doc, doc(hidden))]
pub use given::SparsePrecision;
pub use given::sparse_precision;
