//! The questions of `compile()` to the names in a statement, which is [bound without them](crate::erase).

use crate::name::{Var, VarSet};

/// The names in a statement, by what is asked of them.
pub(crate) struct StatementNames {
    /// The parameter or the definition on the left, or nothing for data.
    pub target: Option<Var>,
    /// The variables that the log density depends on.
    pub vars: &'static VarSet,
    /// The variables of which a row may read an element that is not its own.
    pub crossed: &'static VarSet,
    /// The variables of which the log density is a quadratic function, each when all others are held.
    pub quadratic: &'static VarSet,
}
