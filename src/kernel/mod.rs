//! What runs: scopes, nodes and statements, and what they tell samplers of their variables.

pub mod conjugacy;
#[cfg(feature = "random")]
pub mod drawing;
pub mod family;
pub mod node;
pub mod scope;
mod sealed;
pub mod statement;
pub mod transform;
