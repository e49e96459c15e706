//! The scope of a kernel: which gradients and which statements it computes, decided at compile time.
//!
//! A kernel is compiled for a scope `C`. Every leaf asks whether its gradient is wanted and every statement whether
//! it belongs, and because the answers are constants the code that is not wanted is not there:
//!
//! * [`Gradient`] and [`Value`] are the whole posterior with and without its gradient;
//! * [`Restricted`] fixes some variables, whose gradient disappears, or focuses on some, which leaves the
//!   statements that mention them: the Markov blanket, so the result is their full conditional.

use super::Model;
use crate::name::{Var, VarSet, Variables};
use core::marker::PhantomData;

/// What a kernel computes: which gradients and which statements, decided at compile time.
///
/// Every leaf asks whether its gradient is wanted and every statement whether it belongs. The answers are constants,
/// so the code that is not wanted is not there. [`Gradient`] and [`Value`] are the whole posterior with and without
/// its gradient, [`Restricted`] fixes some variables or focuses on some.
pub trait Scope {
    /// True if gradients are wanted.
    const GRADIENT: bool;

    /// Variables that are constants, with the definitions that depend on nothing else.
    const FIXED: VarSet = VarSet::EMPTY;

    /// If given, the variables of interest, with the definitions that depend on any of them. Everything else is
    /// a constant, and statements without any of them are left out.
    const FOCUS: Option<VarSet> = None;

    /// If given, the only variables whose values are read.
    const NEEDED: Option<VarSet> = None;
}

/// The log density and its whole gradient.
pub struct Gradient;

/// The log density alone.
pub struct Value;

impl Scope for Gradient {
    const GRADIENT: bool = true;
}

impl Scope for Value {
    const GRADIENT: bool = false;
}

/// The model `M` with the variables `Fixed` held constant and, if `Focus` is not empty, only the statements that
/// mention a variable of `Focus`.
pub struct Restricted<M, Fixed, Focus, const GRADIENT: bool> {
    model: PhantomData<M>,
    variables: PhantomData<(Fixed, Focus)>,
}

impl<M: Model, Fixed: Variables, Focus: Variables, const GRADIENT: bool> Scope
    for Restricted<M, Fixed, Focus, GRADIENT>
{
    const GRADIENT: bool = GRADIENT;
    const FIXED: VarSet = M::EDGES.close_fixed(known::<M, Fixed>());
    const FOCUS: Option<VarSet> = focus::<M, Focus>();
    const NEEDED: Option<VarSet> = match focus::<M, Focus>() {
        None => None,
        Some(_) => Some(M::EDGES.close_needed(<M::Needs<FocusOn<M, Focus>> as Variables>::SET)),
    };
}

/// The focus alone, of which a model tells what it [needs](Model::Needs).
pub struct FocusOn<M, Focus>(PhantomData<fn() -> (M, Focus)>);

impl<M: Model, Focus: Variables> Scope for FocusOn<M, Focus> {
    const GRADIENT: bool = false;
    const FOCUS: Option<VarSet> = focus::<M, Focus>();
}

const fn focus<M: Model, Focus: Variables>() -> Option<VarSet> {
    let set = known::<M, Focus>();
    if set.is_empty() { None } else { Some(M::EDGES.close_focus(set)) }
}

/// The variables, all of which the model must have.
const fn known<M: Model, Listed: Variables>() -> VarSet {
    let all = M::ALL.union(&M::LHS).union(&M::DEFINED);
    let stranger = VarSet::complain(Listed::SET.first_missing(&all), "is no variable of the model");
    assert!(stranger.as_str().is_empty(), "{}", stranger.as_str());
    Listed::SET
}

/// True if any of the variables may change: it is not fixed and, under a focus, in it.
pub const fn any_free<C: Scope>(vars: &VarSet) -> bool {
    let mut i = 0;
    while i < vars.len() {
        if is_free::<C>(vars.get(i)) {
            return true;
        }
        i += 1;
    }
    false
}

/// True if the variable may change.
pub const fn is_free<C: Scope>(var: Var) -> bool {
    let in_focus = match &C::FOCUS {
        None => true,
        Some(focus) => focus.contains(var),
    };
    in_focus && !C::FIXED.contains(var)
}

/// True if a statement of these variables belongs to the scope.
pub const fn keeps<C: Scope>(vars: &VarSet) -> bool {
    match &C::FOCUS {
        None => true,
        Some(focus) => !vars.is_disjoint(focus),
    }
}

/// True if the variable's value is read in the scope.
pub const fn is_needed<C: Scope>(var: Var) -> bool {
    match &C::NEEDED {
        None => true,
        Some(needed) => needed.contains(var),
    }
}

/// What the definitions of a model depend on: pairs of a variable and the definition that mentions it, in the
/// order of the definitions.
#[derive(Clone, Copy)]
pub struct Edges {
    edges: [(Var, Var); Self::CAPACITY],
    length: usize,
}

impl Edges {
    /// The most pairs that one model can have.
    pub const CAPACITY: usize = 512;

    /// No definition.
    pub const NONE: Self = Self { edges: [(Var::new(""), Var::new("")); Self::CAPACITY], length: 0 };

    /// One definition.
    pub const fn of(definition: Var, mentions: &VarSet) -> Self {
        let mut all = Self::NONE;
        while all.length < mentions.len() {
            all.edges[all.length] = (mentions.get(all.length), definition);
            all.length += 1;
        }
        all
    }

    /// These and then the others.
    pub const fn then(mut self, others: &Self) -> Self {
        let mut i = 0;
        while i < others.length {
            assert!(self.length < Self::CAPACITY, "monomorph: too many definitions in one model");
            self.edges[self.length] = others.edges[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// The first variable of the set that a definition mentions.
    pub const fn first_mentioned(&self, set: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.length {
            if set.contains(self.edges[i].0) {
                return Some(self.edges[i].0);
            }
            i += 1;
        }
        None
    }

    /// The set with every definition that depends on any of it.
    pub const fn close_focus(&self, mut set: VarSet) -> VarSet {
        let mut i = 0;
        while i < self.length {
            let (mentioned, definition) = self.edges[i];
            if set.contains(mentioned) {
                set = set.union(&VarSet::of(definition));
            }
            i += 1;
        }
        set
    }

    /// The set with every definition that depends on nothing else.
    pub const fn close_fixed(&self, mut set: VarSet) -> VarSet {
        let mut start = 0;
        while start < self.length {
            let definition = self.edges[start].1;
            let mut end = start;
            let mut all_fixed = true;
            while end < self.length && self.edges[end].1.key() == definition.key() {
                all_fixed = all_fixed && set.contains(self.edges[end].0);
                end += 1;
            }
            if all_fixed {
                set = set.union(&VarSet::of(definition));
            }
            start = end;
        }
        set
    }

    /// The set with everything that its definitions depend on.
    pub const fn close_needed(&self, mut set: VarSet) -> VarSet {
        let mut i = self.length;
        while i > 0 {
            i -= 1;
            let (mentioned, definition) = self.edges[i];
            if set.contains(definition) {
                set = set.union(&VarSet::of(mentioned));
            }
        }
        set
    }
}
