//! What depends on what: definitions on what they mention, and parameters on what their bounds mention.

use crate::name::{Var, VarSet};

/// Pairs of a variable, and a definition or a parameter that depends on it, in any order.
#[derive(Clone, Copy)]
pub struct Edges {
    edges: [(Var, Var); Self::CAPACITY],
    length: usize,
}

impl Edges {
    /// The most pairs that one model can have.
    pub const CAPACITY: usize = 512;

    /// No dependence.
    pub const NONE: Self = Self { edges: [(Var::new(""), Var::new("")); Self::CAPACITY], length: 0 };

    /// A definition, or a parameter with bounds, and what it mentions.
    pub const fn of(dependent: Var, mentions: &VarSet) -> Self {
        let mut all = Self::NONE;
        while all.length < mentions.len() {
            all.edges[all.length] = (mentions.get(all.length), dependent);
            all.length += 1;
        }
        all
    }

    /// These and the others.
    pub const fn then(mut self, others: &Self) -> Self {
        let mut i = 0;
        while i < others.length {
            assert!(self.length < Self::CAPACITY, "monomorph: too many definitions and bounds in one model");
            self.edges[self.length] = others.edges[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// These without what a variable depends on.
    pub const fn without_dependent(&self, var: Var) -> Self {
        let mut rest = Self::NONE;
        let mut i = 0;
        while i < self.length {
            if self.edges[i].1.key() != var.key() {
                rest.edges[rest.length] = self.edges[i];
                rest.length += 1;
            }
            i += 1;
        }
        rest
    }

    /// The first variable of the set that something depends on.
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

    /// The first parameter with a bound that mentions something, given the definitions.
    pub const fn first_bound(&self, defined: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.length {
            if !defined.contains(self.edges[i].1) {
                return Some(self.edges[i].1);
            }
            i += 1;
        }
        None
    }

    /// The first definition that a parameter's bound mentions.
    pub const fn first_definition_in_a_bound(&self, defined: &VarSet) -> Option<Var> {
        let mut i = 0;
        while i < self.length {
            let (mentioned, dependent) = self.edges[i];
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
            while i < self.length {
                let (mentioned, dependent) = self.edges[i];
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
            let mut i = self.length;
            while i > 0 {
                i -= 1;
                let (mentioned, dependent) = self.edges[i];
                if set.contains(dependent) && !set.contains(mentioned) {
                    set = set.union(&VarSet::of(mentioned));
                    grows = true;
                }
            }
        }
        set
    }
}
