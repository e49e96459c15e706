//! Models in which a variable has a value, as they run: what
//! [`condition`](crate::model::Condition::condition) and [`intervene`](crate::model::Condition::intervene)
//! make.
//!
//! Conditioning leaves the variable's own statement in the log density, where it is a likelihood from now on;
//! an intervention removes it, so that the variable tells nothing about what it depended on (Pearl 2009,
//! "Causality", 3.2). Either way the variable has no coordinate any more, and the kernels compute no gradient
//! for it.
//!
//! Of a variable that has a value in part, the other elements keep their coordinates. If the elements were
//! seen, its statement counts as likelihood, that of the data with what is missing of them. If they were set,
//! their [rows](crate::model::statement::active_rows) of the statement are gone, and what is left of it is
//! the prior of the others.

mod bound;
mod evidence;
mod written;

#[cfg_attr(doc, doc(hidden))]
pub use bound::{BoundHeld, Holding};
pub use evidence::{Conditioning, Evidence, Intervention, PartialConditioning, PartialIntervention};
pub use written::Held;
#[cfg_attr(doc, doc(hidden))]
pub use written::{Conditioned, ConditionedAt, Intervened, IntervenedAt};
