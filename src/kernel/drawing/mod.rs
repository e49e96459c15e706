//! The questions of simulation and prediction to nodes and statements: draws, and log densities of single
//! observations.

mod chosen;
mod drawn;
mod exact;
mod known;
mod observation;
mod part;
mod row;
mod simulation;
mod sites;
mod statement;

pub use chosen::Chosen;
pub use drawn::Drawn;
pub use exact::{Complaint, Undrawn, Unknown};
pub use known::Known;
pub use observation::Observations;
pub(crate) use observation::{Observation, SumOfRows};
pub use row::{Drawing, DrawnRow};
pub(crate) use simulation::Replicate;
pub use simulation::Simulation;
pub use sites::Sites;
