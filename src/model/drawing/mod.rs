//! Draws of statements, forward.

mod drawn_law;
mod drawn_variable;
mod exact;
mod inside;
mod observation;
mod part;
mod simulation;
mod sites;
mod statement;
mod turn;
mod values;

pub use drawn_law::DrawnLaw;
pub use drawn_variable::DrawnVariable;
pub use exact::{Complaint, Undrawn, Unknown};
pub use observation::Observations;
pub(crate) use observation::{Observation, SumOfRows, Unnormalised};
pub(crate) use simulation::Replicate;
pub use simulation::Simulation;
pub use sites::Sites;
