//! Covariances by their sparse inverses.

mod autoregressive;
mod bound;
mod given;
mod spde;

#[cfg_attr(doc, doc(hidden))]
pub use autoregressive::Autoregressive;
pub use autoregressive::{car, leroux};
#[cfg_attr(doc, doc(hidden))]
pub use bound::BoundSparsePrecision;
#[cfg_attr(doc, doc(hidden))]
pub use given::SparsePrecision;
pub use given::sparse_precision;
#[cfg_attr(doc, doc(hidden))]
pub use spde::Spde;
pub use spde::{SpdeMatrices, spde};
