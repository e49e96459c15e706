//! The knowledge of the type system: names, sets of variables, shapes.

pub mod erase;
pub mod name;
#[cfg(feature = "random")]
pub mod native;
pub mod shape;
