//! The edges of dependence: from definitions to what they mention, and from parameters to what their bounds
//! mention.

use crate::name::{List, Var, VarSet};

/// Pairs of a variable, and a definition or a parameter that depends on it, in any order.
#[derive(Clone, Copy)]
pub struct Edges(List<(Var, Var), { Edges::CAPACITY }>);

/// The text of the compile-time error about the capacity.
const TOO_MANY: &str = "monomorph: too many definitions and bounds in one model";

impl Edges {
    /// The most pairs that one model can have.
    pub const CAPACITY: usize = 512;

    /// The edges of a model without definitions.
    pub const NONE: Self = Self(List::EMPTY);

    /// A definition, or a parameter with bounds, and what it mentions.
    pub const fn of(dependent: Var, mentions: &VarSet) -> Self {
        let mut all = Self::NONE;
        while all.0.len() < mentions.len() {
            all.0.push((mentions.get(all.0.len()), dependent), TOO_MANY);
        }
        all
    }

    /// The edges of these and of the others.
    pub const fn then(mut self, others: &Self) -> Self {
        self.0.append(&others.0, TOO_MANY);
        self
    }

    /// The edges without those of what a variable depends on.
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

    /// The first variable of the set that something depends on.
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

    /// The first parameter with a bound that mentions something, given the definitions.
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

    /// The first definition that a parameter's bound mentions.
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

    /// The set with everything that depends on any of it, but not on `held` or by way of it.
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

    /// The set with everything that it depends on.
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
