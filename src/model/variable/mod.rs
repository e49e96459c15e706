//! The variable on the left of a statement as it runs: a parameter, which is computed from the unconstrained
//! point and passes its adjoint back to it, a part of a parameter, a definition, or data.

mod definition_target;
mod known;
mod observed;
mod parameter;
mod parameter_passes;
mod parameter_place;
mod part;
mod written;

#[cfg_attr(doc, doc(hidden))]
pub use definition_target::DefinitionTarget;
pub(crate) use known::Known;
#[cfg_attr(doc, doc(hidden))]
pub use observed::Observed;
#[cfg_attr(doc, doc(hidden))]
pub use parameter::Parameter;
pub use part::Part;
#[cfg_attr(doc, doc(hidden))]
pub use written::Variable;
