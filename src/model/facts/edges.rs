//! The edges of dependence: from definitions to the variables that they mention, and from parameters to the
//! variables that their bounds mention.

use crate::name::{List, Var, VarSet};

/// Pairs of a variable and a definition or parameter that depends on it, in any order.
#[derive(Clone, Copy)]
pub struct Edges(List<(Var, Var), { Edges::CAPACITY }>);

/// The text of the compile-time error about the capacity.
const TOO_MANY: &str = "monomorph: too many definitions and bounds in one model";

impl Edges {
    /// The maximum number of pairs in one model.
    pub const CAPACITY: usize = 512;

    /// The edges of a model without definitions.
    pub const NONE: Self = Self(List::EMPTY);

    /// Returns the edges of a definition, or of a parameter with bounds, to the variables that it mentions.
    pub const fn of(dependent: Var, mentions: &VarSet) -> Self {
        let mut all = Self::NONE;
        while all.0.len() < mentions.len() {
            all.0.push((mentions.get(all.0.len()), dependent), TOO_MANY);
        }
        all
    }

    /// Returns the edges of both sets.
    pub const fn then(mut self, others: &Self) -> Self {
        self.0.append(&others.0, TOO_MANY);
        self
    }

    /// Returns the edges without those from the variable `var` to what it depends on.
    pub const fn without_dependent(&self, var: Var) -> Self {
        let mut rest = Self::NONE;
        let mut i = 0;
        while i < self.0.len() {
            if self.0.get(i).1.key() != var.key() {
                rest.0.push(self.0.get(i), TOO_MANY);
            }
            i += 1;
        }
        rest
    }

    /// Returns the first variable of the set on which a definition or a parameter depends.
    pub const fn first_mentioned(&self, set: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.0.len() {
            if set.contains(self.0.get(i).0) {
                return Some(self.0.get(i).0);
            }
            i += 1;
        }
        None
    }

    /// Returns the first parameter whose bounds mention a variable; `defined` are the definitions.
    pub const fn first_bound(&self, defined: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.0.len() {
            if !defined.contains(self.0.get(i).1) {
                return Some(self.0.get(i).1);
            }
            i += 1;
        }
        None
    }

    /// Returns the first definition that a parameter's bound mentions; `defined` are the definitions.
    pub const fn first_definition_in_a_bound(&self, defined: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.0.len() {
            let (mentioned, dependent) = self.0.get(i);
            if defined.contains(mentioned) && !defined.contains(dependent) {
                return Some(mentioned);
            }
            i += 1;
        }
        None
    }

    /// Returns the set with everything that depends on any of its variables. Variables in `held`, and what
    /// depends on the set only through them, are not added.
    pub const fn close(&self, mut set: VarSet, held: &VarSet) -> VarSet {
        let mut grows = true;
        while grows {
            grows = false;
            let mut i = 0;
            while i < self.0.len() {
                let (mentioned, dependent) = self.0.get(i);
                if set.contains(mentioned) && !set.contains(dependent) && !held.contains(dependent) {
                    set = set.union(&VarSet::of(dependent));
                    grows = true;
                }
                i += 1;
            }
        }
        set
    }

    /// Returns the set with everything on which its variables depend.
    pub const fn close_needed(&self, mut set: VarSet) -> VarSet {
        let mut grows = true;
        while grows {
            grows = false;
            let mut i = self.0.len();
            while i > 0 {
                i -= 1;
                let (mentioned, dependent) = self.0.get(i);
                if set.contains(dependent) && !set.contains(mentioned) {
                    set = set.union(&VarSet::of(mentioned));
                    grows = true;
                }
            }
        }
        set
    }
}
