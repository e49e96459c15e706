//! Models in which a variable has a value, as they run: the results of
//! [`condition`](crate::model::Condition::condition) and [`intervene`](crate::model::Condition::intervene).
//!
//! Conditioning keeps the variable's own statement in the log density, where it is now a likelihood; an
//! intervention removes it, so that the variable contains no information about the variables on which it
//! depended (Pearl 2009, "Causality", 3.2). In both cases the variable has no coordinates any more, and the
//! kernels compute no gradient for it.
//!
//! If a variable has a value in part, its other elements keep their coordinates. If the elements were
//! observed, the variable's statement counts as likelihood, that of data with missing elements. If they were
//! set, their [rows](crate::model::statement::active_rows) of the statement are removed, and the remaining
//! rows are the prior of the other elements.

mod bound;
mod evidence;
mod written;

#[cfg_attr(doc, doc(hidden))]
pub use bound::{BoundHeld, Holding};
pub use evidence::{Conditioning, Evidence, Intervention, PartialConditioning, PartialIntervention};
pub use written::Held;
#[cfg_attr(doc, doc(hidden))]
pub use written::{Conditioned, ConditionedAt, Intervened, IntervenedAt};
