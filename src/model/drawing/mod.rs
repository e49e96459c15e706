//! Draws of statements, forward.
//!
//! Draws come from the tree of the density. A family draws a number, a vector or a category from its
//! arguments, and the bound nodes of the log density give the arguments of each row. So nested laws draw as
//! their densities nest: a mixture picks a part, a truncation asks the mass, which knows its bounds, an
//! operation on whole values draws its first argument. A tree for drawing would have to be bound, checked
//! and kept in step.
//!
//! The statements are walked through until each has had its turn; a model that is written from the top down
//! needs one walk. What is drawn has the density, and not the law: if a support cuts a law whose arguments
//! were drawn, their density is tilted by the probability of being inside, so everything is drawn again,
//! which is rejection sampling of the joint.
//!
//! A number that rounding puts on a bound moves to the next number inside
//! ([`nudge_inside`](crate::contract::transform::BoundSupport::nudge_inside)). Drawn again it would be
//! missing: the mean of a beta(0.05, 0.05) was 0.458, since half of it is closer to 1 than any number. An
//! element beyond a bound is no rounding, and is drawn again. Only a censored law puts draws on its limit,
//! and a parameter under it is drawn again there, since a point has no density. Values are drawn, and not
//! coordinates, because draws are reported and read by other laws as values.

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
