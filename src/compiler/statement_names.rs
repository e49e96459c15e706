//! The names in a statement, which `compile()` needs, since statements are [bound without
//! names](crate::erase).

use crate::name::{Var, VarSet};

/// The variables of a statement, by name, in the groups that `compile()` needs.
pub(crate) struct StatementNames {
    /// The parameter or the definition on the left; `None` for data.
    pub target: Option<Var>,
    /// The variables on which the log density depends.
    pub vars: &'static VarSet,
    /// The variables of which a row may read other elements than the element with the row's number.
    pub crossed: &'static VarSet,
    /// The variables in which the log density is quadratic, each while all others are held.
    pub quadratic: &'static VarSet,
}
