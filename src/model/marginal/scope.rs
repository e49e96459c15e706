//! The scopes of a model in which a variable is marginalised: the scope of the statements that do not mention
//! the variable, and the scope of the passes over the statements that mention it.

use crate::contract::scope::{Approximated, Role, Scope, Sets};
use crate::model::conjugacy::{Integral, Joint};
use crate::model::statement::{BoundModel, no_count};
use crate::name::{Name, VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` without the statements of the model `M` that mention `Var`, and without the definitions
/// that depend on it. If `Var` has a given value there is nothing to sum, and the scope equals `C`.
pub struct Summing<Var, M, C>(PhantomData<(Var, M, C)>);

impl<Var: Name, M: BoundModel, C: Scope> Sealed for Summing<Var, M, C> {}

impl<Var: Name, M: BoundModel, C: Scope> Scope for Summing<Var, M, C> {
    const SETS: Sets = Sets { summed: &summed::<Var, M, C>(), ..C::SETS };
}

/// Returns the variables whose statements belong to the passes of a sum.
const fn summed<Var: Name, M: BoundModel, C: Scope>() -> VarSet {
    let own = if is_known::<Var, C>() { VarSet::EMPTY } else { moving::<Var, M>() };
    C::SETS.summed.union(&own)
}

/// The statements of the model `M` that mention `Var`, in the scope `C`, while all elements of `Var` have
/// one value. If `WEIGHTED`, the backward pass runs, with each row's adjoint multiplied by its weight.
pub struct Pass<Var, M, C, const WEIGHTED: bool>(PhantomData<(Var, M, C)>);

impl<Var: Name, M: BoundModel, C: Scope, const WEIGHTED: bool> Sealed for Pass<Var, M, C, WEIGHTED> {}

impl<Var: Name, M: BoundModel, C: Scope, const WEIGHTED: bool> Scope for Pass<Var, M, C, WEIGHTED> {
    const SETS: Sets = Sets {
        gradient: C::SETS.gradient && WEIGHTED,
        role: Role::Any,
        focus: Some(&moving::<Var, M>()),
        needed: Some(&moving::<Var, M>()),
        summed: &C::SETS.summed.without(&moving::<Var, M>()),
        held: &C::SETS.held.union(&own::<Var>()),
        uniform: &uniform::<Var, M, C>(),
        weighted: WEIGHTED,
        approximated: None,
        ..C::SETS
    };
}

/// Returns the vectors whose elements are all equal in a pass; the elements of a continuous variable have
/// different points.
const fn uniform<Var: Name, M: BoundModel, C: Scope>() -> VarSet {
    let is_continuous = integral_of::<Var, M>().is_some() || joint_of::<Var, M>().is_some();
    let own = if is_continuous { VarSet::EMPTY } else { own::<Var>() };
    C::SETS.uniform.union(&own)
}

/// Returns the integral over the variable, if the variable is continuous and an integral is known.
pub(crate) const fn integral_of<Var: Name, M: BoundModel>() -> Option<Integral> {
    if Var::APPROXIMATED.is_some() {
        return None;
    }
    match M::FACTS.kinds.find(Var::VAR) {
        Some(kind) => Integral::of_kind(kind, M::FACTS, &M::FACTORS),
        None => None,
    }
}

/// Returns the integral over all elements of the variable together, if the elements depend on each other and
/// an integral is known.
pub(crate) const fn joint_of<Var: Name, M: BoundModel>() -> Option<Joint> {
    if Var::APPROXIMATED.is_some() {
        return Some(Joint::Laplace);
    }
    match M::FACTS.kinds.find(Var::VAR) {
        Some(kind) => Joint::of_kind(kind, M::FACTS, &M::FACTORS),
        None => None,
    }
}

/// The statements of the model `M` that mention `Var`, in the scope `C`, with the slopes by `Var` only; if
/// `UNSEEN`, without observations.
pub struct Slope<Var, M, C, const UNSEEN: bool>(PhantomData<(Var, M, C)>);

impl<Var: Name, M: BoundModel, C: Scope, const UNSEEN: bool> Sealed for Slope<Var, M, C, UNSEEN> {}

impl<Var: Name, M: BoundModel, C: Scope, const UNSEEN: bool> Scope for Slope<Var, M, C, UNSEEN> {
    const SETS: Sets = Sets {
        gradient: true,
        role: if UNSEEN { Role::Prior } else { Role::Any },
        changing: Some(&moving::<Var, M>()),
        held: C::SETS.held,
        ..<Pass<Var, M, C, false> as Scope>::SETS
    };
}

/// The pass `C` over the statements that mention `Var`, which is marginalised by a Laplace approximation:
/// the statements whose log density is `QUADRATIC` in it, or all others.
pub struct Curved<Var, C, const QUADRATIC: bool>(PhantomData<(Var, C)>);

impl<Var: Name, C: Scope, const QUADRATIC: bool> Sealed for Curved<Var, C, QUADRATIC> {}

impl<Var: Name, C: Scope, const QUADRATIC: bool> Scope for Curved<Var, C, QUADRATIC> {
    const SETS: Sets =
        Sets { approximated: Some(Approximated { vars: &own::<Var>(), is_quadratic: QUADRATIC }), ..C::SETS };
}

/// Returns true if the scope has sums: no sum is a quadratic function of a variable that is approximated.
pub(crate) const fn keeps_sums<C: Scope>() -> bool {
    match C::SETS.approximated {
        None => true,
        Some(pass) => !pass.is_quadratic,
    }
}

/// The statement of the model `M` whose law ties the elements of `Var`, in the scope `C`. The variable
/// counts as one that may change, so that the backward pass of the law runs and stores probabilities in the
/// table, whatever else the law reads.
pub struct CoupledMarginal<Var, M, C, const BACKWARD: bool>(PhantomData<(Var, M, C)>);

impl<Var: Name, M: BoundModel, C: Scope, const BACKWARD: bool> Sealed
    for CoupledMarginal<Var, M, C, BACKWARD>
{
}

impl<Var: Name, M: BoundModel, C: Scope, const BACKWARD: bool> Scope
    for CoupledMarginal<Var, M, C, BACKWARD>
{
    const SETS: Sets = Sets {
        held: C::SETS.held,
        changing: match C::SETS.changing {
            None => None,
            Some(_) => Some(const { &changing_with::<Var, C>() }),
        },
        ..<Pass<Var, M, C, BACKWARD> as Scope>::SETS
    };
}

/// Returns the variables that change in the scope, and the variable.
const fn changing_with<Var: Name, C: Scope>() -> VarSet {
    let own = own::<Var>();
    match C::SETS.changing {
        None => own,
        Some(changing) => changing.union(&own),
    }
}

/// Returns the variable; all of the variables, if several are approximated together.
pub(crate) const fn own<Var: Name>() -> VarSet {
    let Some(vars) = Var::APPROXIMATED else { return VarSet::of(Var::VAR) };
    let (mut set, mut place) = (VarSet::EMPTY, 0);
    while place < vars.len() {
        set = set.union(&VarSet::of(vars[place]));
        place += 1;
    }
    set
}

/// Returns the variable and the definitions that depend on it.
pub(crate) const fn moving<Var: Name, M: BoundModel>() -> VarSet {
    M::FACTS.edges.close(own::<Var>(), M::FACTS.lhs)
}

/// Returns the variables of all statements that mention `Var`.
pub(crate) const fn blanket<Var: Name, M: BoundModel>() -> VarSet {
    <M::Needs<Pass<Var, M, crate::contract::scope::Value, false>> as Variables>::SET
}

/// Returns true if the sum over `Var` belongs to the scope: `Var` has no given value in it, the sum depends
/// on no variable whose statements belong to another sum, and if there is a focus, the sum depends on it.
pub(crate) const fn is_wanted<Var: Name, M: BoundModel, C: Scope>() -> bool {
    let blanket = blanket::<Var, M>();
    let is_in_focus = match C::SETS.focus {
        None => true,
        Some(focus) => !blanket.is_disjoint(focus),
    };
    !is_known::<Var, C>() && is_in_focus && blanket.is_disjoint(C::SETS.summed)
}

/// The statements that mention `Var` and have an observation on their left.
struct Observing<Var, M, C>(PhantomData<(Var, M, C)>);

impl<Var: Name, M: BoundModel, C: Scope> Sealed for Observing<Var, M, C> {}

impl<Var: Name, M: BoundModel, C: Scope> Scope for Observing<Var, M, C> {
    const SETS: Sets = Sets {
        role: Role::Likelihood,
        focus: Some(&moving::<Var, M>()),
        summed: &C::SETS.summed.without(&moving::<Var, M>()),
        ..C::SETS
    };
}

/// Returns true if the sum over `Var` has the role that the scope keeps: it is a likelihood if a statement
/// that mentions `Var` has an observation.
#[inline(always)]
pub(crate) fn is_of_role<Var: Name, M: BoundModel, C: Scope>() -> bool {
    let observing: fn() -> usize =
        const { if matches!(C::SETS.role, Role::Any) { no_count } else { M::count::<Observing<Var, M, C>> } };
    match const { C::SETS.role } {
        Role::Any => true,
        Role::Likelihood => observing() > 0,
        Role::Prior => observing() == 0,
    }
}

/// Returns true if the variable has a given value, so that there is nothing to sum.
pub(crate) const fn is_known<Var: Name, C: Scope>() -> bool {
    own::<Var>().is_subset(C::SETS.held)
}
