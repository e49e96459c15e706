//! Models of which something is given, set from outside or marginalised.

#[path = "../common/mod.rs"]
mod common;

mod conditioning;
#[cfg(feature = "random")]
mod counted;
#[cfg(feature = "random")]
mod enumerated;
#[cfg(feature = "random")]
mod integrals;
mod interventions;
#[cfg(feature = "random")]
mod latent_classes;
#[cfg(feature = "random")]
mod marginal;
#[cfg(feature = "random")]
mod marginal_chains;
#[cfg(feature = "random")]
mod marginal_roles;
#[cfg(feature = "random")]
mod missing_cells;
mod specialisation;
