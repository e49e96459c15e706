//! The name that stands for all names where names do not matter: see [`erase`](crate::erase).

use super::{Declaration, Name, Var};

/// The name of a variable whose type does not contain its name.
#[derive(Clone, Copy, Debug)]
pub struct Anonymous {}

impl Name for Anonymous {
    const NAME: &'static str = "a variable";
    const DECLARATION: Declaration = Declaration::ALONE;
}

/// A name as a value: `compile()` identifies a variable by it, and messages show it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Identity {
    /// The name.
    pub var: Var,
    /// The place of its declaration.
    pub declaration: Declaration,
}
