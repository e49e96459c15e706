//! Draws of statements, forward.

mod complaint;
mod drawn_law;
mod drawn_variable;
mod inside;
mod observation;
mod part;
mod simulation;
mod statement;
mod turn;
mod values;

pub use complaint::Complaint;
pub use drawn_law::DrawnLaw;
pub use drawn_variable::DrawnVariable;
pub use observation::Observations;
pub(crate) use observation::{Observation, SumOfRows, Unnormalised};
pub(crate) use simulation::Replicate;
pub use simulation::Simulation;
pub(crate) use turn::{Turn, TurnFacts};
