//! The knowledge of the type system: names, sets of variables, shapes.

pub mod erase;
pub mod labels;
pub mod name;
pub mod native;
pub mod shape;
