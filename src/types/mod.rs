//! The knowledge of the type system: names, sets of variables, shapes.

pub mod erase;
pub mod native;
pub mod shape;
