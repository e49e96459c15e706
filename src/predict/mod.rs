//! Forward simulation: variables drawn from their statements, each after what its arguments mention.
//!
//! | | draws |
//! |-|-|
//! | [`Posterior::sample_prior`](crate::posterior::Posterior::sample_prior) | all parameters, definitions and data |
//! | [`Posterior::predict`](crate::posterior::Posterior::predict) | what draws of the parameters do not have: data, new parameters, definitions |
//! | [`Posterior::sample_exact`](crate::posterior::Posterior::sample_exact) | the posterior itself, where it is known |
//! | [`Posterior::pointwise_log_likelihood`](crate::posterior::Posterior::pointwise_log_likelihood) | nothing: log p(yᵢ \| θ) of each observation at given draws |
//!
//! What is drawn is what the density says. A parameter whose law reaches beyond its support (`tau: positive()` under `normal(0.0, 1.0)`) has
//! the law's density inside, so draws outside are refused: if the law's arguments were given, the variable is drawn again, and if they
//! were drawn themselves, everything is, because the density favours arguments under which the support is likely.

mod drawing;
pub(crate) mod exact;
mod names;
mod observation;
mod pointwise;
mod run;
mod simulation;
mod statement;

pub use drawing::{Drawing, DrawnRow};
#[doc(hidden)]
pub use exact::Complaint;
pub use observation::Observations;
pub use simulation::Simulation;
pub(crate) use statement::Statement;
