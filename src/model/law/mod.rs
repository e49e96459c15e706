//! The law on the right of a statement as it runs, and the sums of log densities in statements.

mod active_rows;
mod composed_law;
mod family_law;
mod sum;
mod summed;

pub(crate) use active_rows::ActiveRows;
#[cfg_attr(doc, doc(hidden))]
pub use composed_law::ComposedLaw;
#[cfg_attr(doc, doc(hidden))]
pub use family_law::FamilyLaw;
pub(crate) use family_law::{DataTerms, Merged, Plan, name_of};
pub(crate) use sum::Sum;
pub(crate) use summed::Summed;
