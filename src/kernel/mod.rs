//! The part of the library that runs: scopes, nodes and statements, and the facts about variables that
//! samplers ask for.

pub mod conjugacy;
#[cfg(feature = "random")]
pub mod drawing;
pub mod family;
pub mod node;
pub mod scope;
mod sealed;
pub mod statement;
pub mod transform;
