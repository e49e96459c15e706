//! The view that a scope has of a statement: all of it as the whole log density does, all of it as constants,
//! or something that its names decide.

use crate::contract::scope::{Recall, Scope, Sets};
use crate::name::VarSet;

/// The way in which a scope evaluates a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum View {
    /// The statement is evaluated as in the whole log density, with the gradient of everything.
    Whole,
    /// The statement is evaluated as in the whole log density without its gradient.
    Constant,
    /// The names of the variables decide.
    Named,
}

impl View {
    /// True for the same view: for an `if` of a `const` block, so that what the other views do is not even
    /// instantiated.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// The view of what is computed without its gradient.
    pub const fn without_gradient(self) -> Self {
        match self {
            Self::Whole => Self::Constant,
            other => other,
        }
    }
}

impl Sets {
    /// True for a scope that evaluates all rows of a statement at once, each with the same weight.
    const fn is_plain(&self) -> bool {
        !self.again
            && self.row.is_none()
            && matches!(self.recall, Recall::Lanes)
            && !self.is_chain
            && !self.weighted
            && self.approximated.is_none()
    }

    /// True if none of the variables is one of which elements have values or rows are gone, or one that is
    /// marginalised.
    const fn treats_alike(&self, vars: &VarSet) -> bool {
        vars.is_disjoint(self.partly)
            && vars.is_disjoint(self.dropped_partly)
            && vars.is_disjoint(self.summed)
            && vars.is_disjoint(self.uniform)
    }
}

/// The way in which the scope evaluates a statement, or a definition, that mentions these variables and is
/// one that it keeps.
pub const fn view<C: Scope>(vars: &VarSet) -> View {
    if !C::SETS.is_plain() || !C::SETS.treats_alike(vars) {
        return View::Named;
    }
    let (all_change, none_changes) = match C::SETS.changing {
        None => (vars.is_disjoint(C::SETS.held), vars.is_subset(C::SETS.held)),
        Some(changing) => {
            let changing = changing.without(C::SETS.held);
            (vars.is_subset(&changing), vars.is_disjoint(&changing))
        }
    };
    match (C::SETS.gradient, all_change, none_changes) {
        (false, ..) | (true, _, true) => View::Constant,
        (true, true, _) => View::Whole,
        _ => View::Named,
    }
}

/// The way in which the scope takes a parameter from the unconstrained point, if it needs it, and gives its
/// adjoint back; `vars` has the parameter, and the variables in its bounds.
pub const fn view_of_parameter<C: Scope>(parameter: &VarSet, vars: &VarSet) -> View {
    let is_written = match C::SETS.written {
        None => true,
        Some(written) => parameter.is_subset(written),
    };
    let all_change = match C::SETS.changing {
        None => vars.is_disjoint(C::SETS.held),
        Some(changing) => vars.is_subset(&changing.without(C::SETS.held)),
    };
    if !C::SETS.is_plain() || !C::SETS.treats_alike(vars) || !is_written || !all_change {
        return View::Named;
    }
    if C::SETS.gradient { View::Whole } else { View::Constant }
}
