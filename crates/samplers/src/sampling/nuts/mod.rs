//! The No-U-Turn sampler as a state machine that requests gradients.
//!
//! With momenta z that are standard normal, the log density ℓ of the point q, and scales S (a matrix: its
//! square S Sᵀ is the inverse metric), the energy is H = ½ |z|² − ℓ(q), and a leapfrog step of length ε is
//!
//!   z ← z + ½ ε Sᵀ ∇ℓ(q),   q ← q + ε S z,   z ← z + ½ ε Sᵀ ∇ℓ(q).
//!
//! A trajectory doubles, forwards or backwards at random, until it turns, diverges or is long enough. Each
//! point has the weight e^(H₀ − H). Within the new half a point is chosen with a probability in proportion to
//! its weight; the new half's point replaces the trajectory's with the probability min(1, w′/w). A trajectory
//! turns where, for the sum ρ of momenta of two neighbouring parts a and b and the momenta at their ends, one
//! of these six products is not positive:
//!
//!   (ρᵃ + ρᵇ) · first(a), (ρᵃ + ρᵇ) · last(b);
//!   (ρᵃ + first(b)) · first(a), (ρᵃ + first(b)) · first(b);
//!   (ρᵇ + last(a)) · last(a), (ρᵇ + last(a)) · last(b).
//!
//! It diverges where H exceeds H₀ by 1000, or ℓ is not finite.
//!
//! Hoffman and Gelman 2014, "The No-U-turn sampler"; Betancourt 2017, "A conceptual introduction to
//! Hamiltonian Monte Carlo", appendix A.3; Stan's `base_nuts.hpp` for the checks across parts.
//!
//! The scales S are a diagonal D, D times a triangle, or D (I + U (Λ^½ − I) Uᵀ) with a few orthonormal
//! columns U: see `map`, `metric` and `low_rank`. They may be those of other coordinates, in which a sparse
//! precision is the identity: see `scales`.
//!
//! Steps may adapt within a trajectory: see `orbit`.
//!
//! The whole state is in an arena that is allocated once, and the tree is traversed with a counter of
//! leaves whose trailing ones say which parts are complete, so a transition neither allocates nor recurses.

mod advance;
mod arena;
mod arrival;
mod auto;
mod curvature;
mod leapfrog;
mod low_rank;
mod map;
mod metric;
mod momenta;
mod moments;
mod orbit;
mod sampler;
mod scales;
mod step_size;
#[cfg(test)]
mod tests;
mod tree;
mod turn;
mod uniform;
mod warmup;
mod window_draws;
mod windows;

pub use metric::Metric;
#[doc(hidden)]
pub use metric::learn;
#[doc(hidden)]
pub use sampler::Sampler;
#[doc(hidden)]
pub use warmup::Warmup;
