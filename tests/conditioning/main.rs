//! Models with variables that are given, set from outside or marginalised.

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "random")]
#[path = "../common/enumerated.rs"]
mod enumerated;

mod conditioning;
#[cfg(feature = "random")]
mod counted;
#[cfg(feature = "random")]
mod crossed;
#[cfg(feature = "random")]
mod integrals;
#[cfg(feature = "random")]
mod laplace;
#[cfg(feature = "random")]
mod latent_fields;
#[cfg(feature = "random")]
mod marginal;
#[cfg(feature = "random")]
mod peers;
#[cfg(feature = "random")]
mod smooths;
