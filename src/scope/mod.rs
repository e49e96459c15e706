//! The scope of a kernel: which gradients and which statements it computes, decided at compile time.
//!
//! A kernel is compiled for a scope `C`. Every leaf asks whether its gradient is wanted and every statement whether
//! it belongs, and because the answers are constants the code that is not wanted is not there:
//!
//! * [`Gradient`] and [`Value`] are the whole posterior with and without its gradient;
//! * [`Restricted`] fixes some variables, whose gradient disappears, or focuses on some, which leaves the
//!   statements that mention them: the Markov blanket, so the result is their full conditional.

use crate::model::Model;
use crate::name::{Var, VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// What a kernel computes: which gradients and which statements, decided at compile time.
///
/// Every leaf asks whether its gradient is wanted and every statement whether it belongs. The answers are constants,
/// so the code that is not wanted is not there. [`Gradient`] and [`Value`] are the whole posterior with and without
/// its gradient, [`Restricted`] fixes some variables or focuses on some.
pub trait Scope: Sealed {
    /// True if gradients are wanted.
    const GRADIENT: bool;

    /// True if the nodes' own slots hold their values already.
    const AGAIN: bool = false;

    /// If given, the only variables that may change: parameters whose coordinates do, and what depends on any of
    /// them. Everything else is a constant.
    const CHANGING: Option<VarSet> = None;

    /// If given, the only parameters for whose coordinates a gradient is stored. A parameter may change without its
    /// own coordinates, with its bounds.
    const WRITTEN: Option<VarSet> = None;

    /// If given, the variables of interest, with everything that depends on any of them. Statements without any of
    /// them are left out.
    const FOCUS: Option<VarSet> = None;

    /// If given, the only variables whose values are read.
    const NEEDED: Option<VarSet> = None;

    /// Which statements count.
    const PART: Part = Part::Joint;

    /// Variables that have a value: they are neither computed nor do they change.
    const HELD: VarSet = VarSet::EMPTY;

    /// Parameters of which some elements were seen.
    const PARTLY: VarSet = VarSet::EMPTY;

    /// Variables of which the own statements are gone.
    const DROPPED: VarSet = VarSet::EMPTY;

    /// Parameters of which some elements were set: their rows of the own statements are gone.
    const DROPPED_PARTLY: VarSet = VarSet::EMPTY;
}

/// A part of the log density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// All statements.
    Joint,
    /// Those with a parameter on the left.
    Prior,
    /// Those of observations, and increments.
    Likelihood,
}

/// The statements of a part alone, at values that stand in the workspace.
pub struct PartOf<const LIKELIHOOD: bool>;

impl<const LIKELIHOOD: bool> Sealed for PartOf<LIKELIHOOD> {}

impl<const LIKELIHOOD: bool> Scope for PartOf<LIKELIHOOD> {
    const GRADIENT: bool = false;
    const PART: Part = if LIKELIHOOD { Part::Likelihood } else { Part::Prior };
}

/// The log density and its whole gradient.
pub struct Gradient;

/// The log density alone.
pub struct Value;

impl Sealed for Gradient {}

impl Scope for Gradient {
    const GRADIENT: bool = true;
}

impl Sealed for Value {}

impl Scope for Value {
    const GRADIENT: bool = false;
}

/// The scope `C` in another sweep over the same nodes: see [`Again`] and [`Afresh`].
pub struct Sweep<C, const AGAIN: bool>(PhantomData<fn() -> C>);

/// The scope `C` in a second sweep over a definition's expression, when its adjoint is known: what the first sweep has
/// left in slots is not computed again.
pub type Again<C> = Sweep<C, true>;

/// The scope `C` where the nodes' own slots hold the values of something else, of another component of a mixture.
pub type Afresh<C> = Sweep<C, false>;

impl<C: Scope, const AGAIN: bool> Sealed for Sweep<C, AGAIN> {}

impl<C: Scope, const AGAIN: bool> Scope for Sweep<C, AGAIN> {
    const AGAIN: bool = AGAIN;
    const GRADIENT: bool = C::GRADIENT;
    const CHANGING: Option<VarSet> = C::CHANGING;
    const WRITTEN: Option<VarSet> = C::WRITTEN;
    const FOCUS: Option<VarSet> = C::FOCUS;
    const NEEDED: Option<VarSet> = C::NEEDED;
    const PART: Part = C::PART;
    const HELD: VarSet = C::HELD;
    const PARTLY: VarSet = C::PARTLY;
    const DROPPED: VarSet = C::DROPPED;
    const DROPPED_PARTLY: VarSet = C::DROPPED_PARTLY;
}

/// The model `M` with the variables `Fixed` held constant and, if `Focus` is not empty, only the statements that
/// mention a variable of `Focus`.
pub struct Restricted<M, Fixed, Focus, const GRADIENT: bool> {
    model: PhantomData<M>,
    variables: PhantomData<(Fixed, Focus)>,
}

impl<M, Fixed, Focus, const GRADIENT: bool> Sealed for Restricted<M, Fixed, Focus, GRADIENT> {}

impl<M: Model, Fixed: Variables, Focus: Variables, const GRADIENT: bool> Scope
    for Restricted<M, Fixed, Focus, GRADIENT>
{
    const GRADIENT: bool = GRADIENT;
    const CHANGING: Option<VarSet> =
        Some(M::EDGES.close(written::<M, Fixed, Focus>(), &known::<M, Fixed>().without(&M::LHS)));
    const WRITTEN: Option<VarSet> = Some(written::<M, Fixed, Focus>());
    const FOCUS: Option<VarSet> = focus::<M, Focus>();
    const NEEDED: Option<VarSet> = match focus::<M, Focus>() {
        None => None,
        Some(_) => Some(M::EDGES.close_needed(<M::Needs<FocusOn<M, Focus>> as Variables>::SET)),
    };
}

/// The focus alone, of which a model tells what it [needs](crate::model::Model::Needs).
pub struct FocusOn<M, Focus>(PhantomData<fn() -> (M, Focus)>);

impl<M: Model, Focus: Variables> Sealed for FocusOn<M, Focus> {}

impl<M: Model, Focus: Variables> Scope for FocusOn<M, Focus> {
    const GRADIENT: bool = false;
    const FOCUS: Option<VarSet> = focus::<M, Focus>();
}

const fn focus<M: Model, Focus: Variables>() -> Option<VarSet> {
    let set = known::<M, Focus>();
    if set.is_empty() { None } else { Some(M::EDGES.close(set, &VarSet::EMPTY)) }
}

/// The focus, or all parameters, without what is fixed.
const fn written<M: Model, Fixed: Variables, Focus: Variables>() -> VarSet {
    let listed = known::<M, Focus>();
    let all = if listed.is_empty() { M::LHS } else { listed };
    all.without(&known::<M, Fixed>())
}

/// The variables, all of which the model must have.
#[track_caller]
pub(crate) const fn known<M: Model, Listed: Variables>() -> VarSet {
    let all = M::ALL.union(&M::LHS).union(&M::DEFINED);
    VarSet::complain(Listed::SET.first_missing(&all), "is no variable of the model").refuse();
    Listed::SET
}

/// True if any of the variables may change.
pub const fn any_free<C: Scope>(vars: &VarSet) -> bool {
    match &C::CHANGING {
        None => !vars.is_subset(&C::HELD),
        Some(changing) => !vars.is_disjoint(&changing.without(&C::HELD)),
    }
}

/// True if the variable may change.
pub const fn is_free<C: Scope>(var: Var) -> bool {
    match &C::CHANGING {
        _ if C::HELD.contains(var) => false,
        None => true,
        Some(changing) => changing.contains(var),
    }
}

/// True if the gradient of the parameter's coordinates is stored.
pub const fn is_written<C: Scope>(var: Var) -> bool {
    match &C::WRITTEN {
        None => true,
        Some(written) => written.contains(var),
    }
}

/// True if a statement of these variables belongs to the scope.
pub const fn keeps<C: Scope>(vars: &VarSet) -> bool {
    match &C::FOCUS {
        None => true,
        Some(focus) => !vars.is_disjoint(focus),
    }
}

/// The same for a statement with this parameter on its left, or with data if there is none.
pub const fn keeps_statement<C: Scope>(vars: &VarSet, target: &VarSet) -> bool {
    let is_observed = target.is_subset(&C::HELD) || target.is_subset(&C::PARTLY);
    let is_in_part = match C::PART {
        Part::Joint => true,
        Part::Prior => !is_observed,
        Part::Likelihood => is_observed,
    };
    is_in_part && (target.is_empty() || target.is_disjoint(&C::DROPPED)) && keeps::<C>(vars)
}

/// True if some elements of the parameter have a value.
pub const fn is_partly_known<C: Scope>(var: Var) -> bool {
    C::PARTLY.contains(var) || C::DROPPED_PARTLY.contains(var)
}

/// True if the statement with this parameter on its left, or with data if there is none, may have lost rows.
pub const fn loses_rows<C: Scope>(target: &VarSet) -> bool {
    !target.is_disjoint(&C::DROPPED_PARTLY)
}

/// True if the variable's value is computed in the scope.
pub const fn is_needed<C: Scope>(var: Var) -> bool {
    match &C::NEEDED {
        _ if C::HELD.contains(var) => false,
        None => true,
        Some(needed) => needed.contains(var),
    }
}

/// True if the value of any of the variables is computed in the scope.
pub const fn any_needed<C: Scope>(vars: &VarSet) -> bool {
    match &C::NEEDED {
        None => !vars.is_subset(&C::HELD),
        Some(needed) => !vars.is_disjoint(&needed.without(&C::HELD)),
    }
}
