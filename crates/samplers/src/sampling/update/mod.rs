//! Updates of the draws of a posterior to a posterior with other data.
//!
//! Let p be the posterior of the draws θᵢ, p′ the new one, and wᵢ = p′(θᵢ)/p(θᵢ), with both densities
//! unnormalised: the priors are the same in both, so wᵢ is the likelihood of the added rows, divided by the
//! likelihood of the removed rows. Then
//!
//! E′[f] ≈ Σᵢ wᵢ f(θᵢ) / Σᵢ wᵢ,  log p(added rows | rows before) ≈ log Σᵢ wᵢ/S.
//!
//! The Pareto shape k̂ of the largest weights decides whether these are reliable. The weights of a second
//! update are multiplied by those of the first: draws are always weighted by the density from which they
//! were drawn, so the errors of successive updates do not add.
//!
//! Chopin (2002), "A sequential particle filter method for static models", Biometrika 89; Vehtari et al.
//! (2024), "Pareto smoothed importance sampling", JMLR 25(72).

mod basis;
mod builder;
mod completed;
mod updated;
mod weights;

pub use builder::Update;
pub use updated::{Route, Updated};
