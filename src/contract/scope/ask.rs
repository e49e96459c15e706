//! The functions by which nodes and statements read a scope, in `const` blocks.

use crate::contract::conjugacy::Factors;
use crate::contract::scope::{Role, Scope};
use crate::name::{Var, VarSet};

/// True if any of the variables may change.
pub const fn any_free<C: Scope>(vars: &VarSet) -> bool {
    match C::SETS.changing {
        None => !vars.is_subset(C::SETS.held),
        Some(changing) => !vars.is_disjoint(&changing.without(C::SETS.held)),
    }
}

/// True if the variable may change.
pub const fn is_free<C: Scope>(var: Var) -> bool {
    match C::SETS.changing {
        _ if C::SETS.held.contains(var) => false,
        None => true,
        Some(changing) => changing.contains(var),
    }
}

/// True in a kernel in which every variable changes: the numbers that transforms have stored beside values
/// belong to these values, and the adjoints of all variables begin with 0.
pub const fn is_whole<C: Scope>() -> bool {
    C::SETS.constrained && C::SETS.is_whole()
}

/// True if the gradient of the parameter's coordinates is stored.
pub const fn is_written<C: Scope>(var: Var) -> bool {
    match C::SETS.written {
        None => true,
        Some(written) => written.contains(var),
    }
}

/// True if a statement of these variables belongs to the scope.
pub const fn keeps<C: Scope>(vars: &VarSet) -> bool {
    match C::SETS.focus {
        None => true,
        Some(focus) => !vars.is_disjoint(focus),
    }
}

/// True if a statement belongs to the scope that mentions the variables `vars` and has the parameter
/// `target` on its left, or data if `target` is empty.
pub const fn keeps_statement<C: Scope>(vars: &VarSet, target: &VarSet) -> bool {
    let is_observed = target.is_subset(C::SETS.held) || target.is_subset(C::SETS.partly);
    let has_role = match C::SETS.role {
        Role::Any => true,
        Role::Prior => !is_observed,
        Role::Likelihood => is_observed,
    };
    has_role
        && (target.is_empty() || target.is_disjoint(C::SETS.dropped))
        && !is_summed::<C>(vars)
        && keeps::<C>(vars)
}

/// True if a statement with these factors belongs to the pass of a Laplace approximation; always true in a
/// scope that is not such a pass.
pub const fn keeps_curve<C: Scope>(factors: &Factors) -> bool {
    match (C::SETS.approximated, C::SETS.focus) {
        (Some(pass), Some(moving)) => {
            factors.vars().is_only(moving, &factors.quadratic().common(pass.vars)) == pass.is_quadratic
        }
        _ => true,
    }
}

/// True if a statement of these variables is evaluated only in the passes of a sum.
pub const fn is_summed<C: Scope>(vars: &VarSet) -> bool {
    !vars.is_disjoint(C::SETS.summed)
}

/// True if rows differ only in elements of the variables `rows`, and all elements of each of these
/// variables are equal. `None` means that nothing is known about the rows.
pub const fn is_uniform<C: Scope>(rows: Option<&'static VarSet>) -> bool {
    match rows {
        None => false,
        Some(vars) => !C::SETS.uniform.is_empty() && vars.is_subset(C::SETS.uniform),
    }
}

/// True if some elements of the parameter have a value.
pub const fn is_partly_known<C: Scope>(var: Var) -> bool {
    C::SETS.partly.contains(var) || C::SETS.dropped_partly.contains(var)
}

/// True if some elements of any parameter have a value.
pub const fn knows_parts<C: Scope>() -> bool {
    !C::SETS.partly.is_empty() || !C::SETS.dropped_partly.is_empty()
}

/// True if rows may have been removed from the statement with this parameter on its left, or with data if
/// `target` is empty.
pub const fn loses_rows<C: Scope>(target: &VarSet) -> bool {
    !target.is_disjoint(C::SETS.dropped_partly)
}

/// True if the variable's value is computed in the scope.
pub const fn is_needed<C: Scope>(var: Var) -> bool {
    match C::SETS.needed {
        _ if C::SETS.held.contains(var) || C::SETS.summed.contains(var) => false,
        None => true,
        Some(needed) => needed.contains(var),
    }
}

/// True if the value of any of the variables is computed in the scope.
pub const fn any_needed<C: Scope>(vars: &VarSet) -> bool {
    match C::SETS.needed {
        None => !vars.is_subset(C::SETS.held),
        Some(needed) => !vars.is_disjoint(&needed.without(C::SETS.held)),
    }
}

/// True if values that depend on the variables are computed only for the frame's row.
pub const fn is_of_row<C: Scope>(vars: &VarSet) -> bool {
    match C::SETS.row {
        None => false,
        Some(row) => !vars.is_disjoint(row),
    }
}
