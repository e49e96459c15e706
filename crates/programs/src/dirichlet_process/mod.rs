//! Mixtures with an unknown number of clusters: the Chinese restaurant process, with the clusters' parameters
//! integrated out.
//!
//! Observation n joins a cluster of m others with a weight of m, and a new one with the weight α. With φ the
//! parameter of a cluster and G₀ its prior,
//!
//! p(zₙ = k | rest) ∝ mₖ p(xₙ | those in k),   p(zₙ = new | rest) ∝ α ∫ p(xₙ | φ) dG₀(φ),
//!
//! so neither the number of clusters nor any φ has to be kept: a [`Component`], a conjugate pair as a type,
//! stands in for the unknown.
//!
//! Neal 2000, "Markov chain sampling methods for Dirichlet process mixture models", algorithm 3; Dahl 2003,
//! "An improved merge-split sampler for conjugate Dirichlet process mixture models".
//!
//! The chapter *Mixtures, zero inflation, truncation, censoring* of the guide begins with a whole program.

mod component;
mod normal;
mod partition;
mod sampler;

pub use component::Component;
pub use normal::{NormalCluster, NormalMembers, NormalPredictive};
pub use sampler::{ChineseRestaurant, chinese_restaurant};
