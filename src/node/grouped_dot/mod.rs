//! A data matrix times coefficients that differ between groups: ηᵢ = Σⱼ xᵢⱼ B at (gᵢ, j), with B̄ at (g, ·) =
//! Σ xᵢ η̄ᵢ over the rows of the group g.
//!
//! X is packed in panels as for [`BoundDot`](crate::node::BoundDot). Within a panel, consecutive rows of
//! one group are a *run*: in a run the coefficients are the same in every lane, so that nothing is
//! gathered, and its share of B̄ is summed in registers and added once. Observations that are sorted by
//! group make the longest runs; any other order gives the same result.

mod bound;
mod written;

pub use bound::BoundGroupedDot;
pub use written::GroupedDot;
