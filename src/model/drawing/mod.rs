//! Draws of statements, forward.

mod exact;
mod inside;
mod observation;
mod part;
mod simulation;
mod sites;
mod statement;

pub use exact::{Complaint, Undrawn, Unknown};
pub use observation::Observations;
pub(crate) use observation::{Observation, SumOfRows, Unnormalised};
pub(crate) use simulation::Replicate;
pub use simulation::Simulation;
pub use sites::Sites;
