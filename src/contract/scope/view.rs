//! The view that a scope has of a statement: the statement as in the whole log density, the statement as a
//! constant, or a view that depends on the names of its variables.

use crate::contract::scope::{Recall, Scope, Sets};
use crate::name::VarSet;

/// The way in which a scope evaluates a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum View {
    /// The statement is evaluated as in the whole log density, with the gradient of everything.
    Whole,
    /// The statement is evaluated as in the whole log density, without its gradient.
    Constant,
    /// The evaluation depends on the names of the variables.
    Named,
}

impl View {
    /// True if both views are equal. In the `if` of a `const` block, the code of the other views is not
    /// even instantiated.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// The view of an expression that is computed without its gradient.
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

    /// True if all variables are treated in the same way: none is marginalised or uniform, and no elements
    /// of any have given values.
    const fn treats_alike(&self, vars: &VarSet) -> bool {
        vars.is_disjoint(self.partly)
            && vars.is_disjoint(self.dropped_partly)
            && vars.is_disjoint(self.summed)
            && vars.is_disjoint(self.uniform)
    }
}

/// The view that the scope has of a statement or a definition that mentions these variables and belongs to
/// the scope.
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

/// The view with which the scope computes a parameter from the unconstrained point, if it is needed, and
/// passes its adjoint back. `vars` contains the parameter and the variables in its bounds.
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
