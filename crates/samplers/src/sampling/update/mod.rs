//! Draws of a posterior become those of another one, whose data are others.
//!
//! Let p be the posterior that draws θᵢ are of, p′ the new one, and wᵢ = p′(θᵢ)/p(θᵢ), both densities as they
//! are computed: priors are the same in both, so wᵢ is the likelihood of the rows that came, divided by that
//! of the rows that went. Then
//!
//! E′[f] ≈ Σᵢ wᵢ f(θᵢ) / Σᵢ wᵢ,  log p(rows that came | rows before) ≈ log Σᵢ wᵢ/S,
//!
//! which the Pareto shape k̂ of the largest weights says whether to believe. Weights of a second update are
//! multiplied by those of the first: draws always are weighted by the density that they were drawn from, and
//! no error is added to that of an update before.
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
