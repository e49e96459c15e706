//! The dependence of log densities on their variables: what Gibbs sampling and exact draws read to find
//! conjugate pairs.
//!
//! Every bound node says by its type how its value depends on each variable: a [`Link`]. Laws say what they
//! are as functions of their arguments: a [`Curve`]. From both follow the [`Factors`] of a statement, and of
//! a model the rule by which each parameter is drawn.

mod curve;
mod factors;
mod link;
mod ties;

pub use curve::Curve;
pub use factors::{Factor, Factors};
pub use link::Link;
pub use ties::Ties;
