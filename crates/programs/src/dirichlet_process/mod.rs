//! Mixtures with an unknown number of clusters: the Chinese restaurant process, with the parameters of the
//! clusters integrated out.
//!
//! Observation n joins a cluster of m other observations with the weight m, and a new cluster with the
//! weight α. With the parameter φ of a cluster and its prior G₀,
//!
//! p(zₙ = k | rest) ∝ mₖ p(xₙ | those in k),   p(zₙ = new | rest) ∝ α ∫ p(xₙ | φ) dG₀(φ),
//!
//! so neither the number of clusters nor any φ is stored: a [`Component`], a conjugate pair as a type,
//! integrates φ out.
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
