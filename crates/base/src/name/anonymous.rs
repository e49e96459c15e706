//! The name that stands for all names where they decide nothing: see [`erase`](crate::erase).

use super::{Declaration, Name, Var};

/// A variable whose name is not known to its type.
#[derive(Clone, Copy, Debug)]
pub struct Anonymous {}

impl Name for Anonymous {
    const NAME: &'static str = "a variable";
    const DECLARATION: Declaration = Declaration::ALONE;
}

/// A name as a value: what messages call a variable, and by what `compile()` knows it.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The name.
    pub var: Var,
    /// The place of its declaration.
    pub declaration: Declaration,
}
