//! Gibbs sampling: each parameter in turn from its full conditional, by the rule that its statements allow.
//!
//! The rules come from the model's types. Every density says what it is as a function of each of its
//! arguments ([`Curve`](crate::contract::conjugacy::Curve)), every expression how it depends on its variables
//! ([`Link`](crate::contract::conjugacy::Link)); a parameter whose statements all have one curve is drawn
//! from its full conditional, whatever distributions they are. The kernels that this needs are compiled for
//! the parameter's Markov blanket alone.

mod block;
mod builder;
mod chain;
mod conjugate;
mod enumerate;
mod forward_backward;
mod metropolis;
mod multi_normal;
mod run;
mod schedule;
mod scope;
mod site;
mod slice;
mod state;
mod sweep;
#[cfg(test)]
mod tests;
mod wishart;

#[doc(inline)]
pub use crate::model::conjugacy::Rule;
pub use builder::Gibbs;
pub use schedule::{Schedule, Step};
