//! Intrinsic Gaussian Markov random fields: normal laws of the differences between neighbours, which do not
//! determine a level, or a level and a trend. For a structure R with the null space U,
//!
//!   log p(x) = −½ xᵀR x/σ² − r log σ + ½ log pdet R − r/2 log 2π,   Uᵀx = 0,
//!
//! where r is the rank of R and pdet the product of its eigenvalues that are not 0.
//!
//! [`Adjacency`] is the graph of [`icar`](crate::distribution::icar()), the law for maps. Rue and Held
//! 2005, "Gaussian Markov Random Fields", chapter 3.
//!
//! The chapter [Maps and graphs](crate::guide::maps_and_graphs) begins with a whole program.

mod adjacency;
mod band;
mod component;
mod graph;
mod pinned;
mod sparse;
mod structure;
mod subspace;
mod walk;

pub use adjacency::Adjacency;
pub(crate) use structure::Structure;
pub use subspace::Subspace;
pub(crate) use walk::{check_places, trend};
