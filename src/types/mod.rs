//! What the type system knows: names, sets of variables, shapes.

pub mod name;
pub mod shape;
