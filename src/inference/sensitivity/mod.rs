//! The sensitivity of estimates to the likelihood and to the prior of each parameter.
//!
//! [`sensitivity`](PowerScale::sensitivity) makes each component of the posterior a little weaker and a
//! little stronger, by weights on the existing draws, and computes how far each quantity moves: see
//! [`diagnostics::sensitivity`](crate::diagnostics::sensitivity) for the formulas and their sources.
//!
//! | prior | likelihood | what it means |
//! |-|-|-|
//! | below 0.05 | below 0.05 | neither moves the estimate much |
//! | below | above | data decide, as they should |
//! | above | below | a strong prior, or weak data |
//! | above | above | prior and data disagree |
//!
//! In a hierarchical model the laws of effects, such as `theta |= normal(mu, tau)`, are statements of
//! parameters like priors, and weakening them answers another question than weakening the assumptions about
//! `mu` and `tau`: name these with [`sensitivity_to`](PowerScale::sensitivity_to).
//!
//! The chapter [Priors and checks](crate::guide::priors_and_checks) begins with a whole program.

mod extension;
mod found;

pub use extension::PowerScale;
pub use found::{Diagnosis, Sensitivity, SensitivityRow};
