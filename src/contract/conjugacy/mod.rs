//! The dependence of log densities on their variables. Gibbs sampling and exact draws read it to find
//! conjugate pairs.
//!
//! The type of every bound node has a [`Link`]: the dependence of its value on each variable. Laws have a
//! [`Curve`] for each argument. From both follow the [`Factors`] of a statement, and the rule by which each
//! parameter of a model is drawn.

mod curve;
mod factors;
mod link;
mod ties;

pub use curve::Curve;
pub use factors::{Factor, Factors};
pub use link::Link;
pub use ties::Ties;
