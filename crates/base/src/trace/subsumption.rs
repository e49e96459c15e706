//! The partial order of names: a name covers the names of its parts.
//!
//! ```text
//! a covers b   ⇔   a = r s₁ … sₖ₋₁ sₖ,   b = r s₁ … sₖ₋₁ tₖ …,   sₖ covers tₖ
//! ```
//!
//! with the same root r. All steps of a but the last are the same in b, because a later step counts from
//! the elements that the earlier steps have selected: `y[1:10][2]` is element 3 and `y[4:8][2]` is element
//! 6, although `1:10` covers `4:8`.

use super::path::PathStep;
use super::{Index, VarName};
use core::cmp::Ordering;

/// The relation of two names to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The names have no element in common.
    Disjoint,
    /// The names have elements in common.
    Overlapping,
    /// The names exclude each other, because no variable has both parts: `x.a` and `x[0]`, or `x[0]` and
    /// `x[0, 1]`.
    Incompatible,
}

impl VarName {
    /// True if this name covers `other`: they are equal, or `other` names a part of the variable or
    /// elements of this name.
    ///
    /// The relation is reflexive, transitive and antisymmetric: a partial order. A name covers all names
    /// that begin with it. An index covers another index of as many dimensions if it covers it in each
    /// dimension. In one dimension, a sequence of places covers each of its subsequences, and each of its
    /// places as a single index; a single index covers only itself; and `:` covers everything.
    ///
    /// The order compares names as they are written. In a chain of indices, all indices before the last
    /// must be the same.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let covers = |a: &str, b: &str| VarName::new(a).unwrap().subsumes(&VarName::new(b).unwrap());
    /// assert!(covers("school", "school.scale"));
    /// assert!(covers("y[:, 3]", "y[0:10, 3]") && covers("y[0:10, 3]", "y[[2, 7], 3]"));
    /// // a vector of one element, and that element
    /// assert!(covers("x[2:3]", "x[2]") && !covers("x[2]", "x[2:3]"));
    /// assert!(!covers("x[0:3]", "x[[2, 0]]"));                        // another order
    /// assert!(!covers("y[1:10][2]", "y[4:8][2]"));                    // elements 3 and 6
    /// ```
    pub fn subsumes(&self, other: &Self) -> bool {
        let Some((last, before)) = self.path().steps().split_last() else {
            return self.root() == other.root();
        };
        self.root() == other.root()
            && other.path().steps().strip_prefix(before).is_some_and(|rest| match rest.first() {
                Some(step) => last.covers(step),
                None => false,
            })
    }

    /// True if the two names have an element in common.
    ///
    /// Chained indices are resolved first, so `y[1:10][2]` overlaps `y[3]`. A name without elements, such
    /// as `x[0:0]` or `x[0:3][5]`, overlaps no name, not even itself.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let overlap = |a: &str, b: &str| VarName::new(a).unwrap().overlaps(&VarName::new(b).unwrap());
    /// assert!(overlap("x[0:3]", "x[2:5]") && !overlap("x[0:3]", "x[3:5]"));
    /// assert!(overlap("m[0, :]", "m[:, 2]"));
    /// assert!(overlap("y[1:10][2]", "y[3]"));
    /// ```
    pub fn overlaps(&self, other: &Self) -> bool {
        self.resolved().relation(&other.resolved()) == Relation::Overlapping
    }

    /// Returns the relation of this name to `other`, both resolved.
    pub(super) fn relation(&self, other: &Self) -> Relation {
        if self.root() != other.root() {
            return Relation::Disjoint;
        }
        let steps = self.path().steps().iter().zip(other.path().steps());
        let mut relations = steps.map(|(a, b)| a.relation(b));
        let relation = relations.find(|relation| *relation != Relation::Overlapping);
        relation.unwrap_or(if self.names_nothing() || other.names_nothing() {
            Relation::Disjoint
        } else {
            Relation::Overlapping
        })
    }

    /// True if the name has no elements: an index selects no place, or a chain of indices remains, because
    /// it selects elements that do not exist.
    fn names_nothing(&self) -> bool {
        let steps = self.path().steps();
        let is_empty = |index: &Index| !index.meets(&Index::All);
        let selects_nothing = |step: &PathStep| match step {
            PathStep::Index(indices) => indices.iter().any(is_empty),
            PathStep::Property(_) => false,
        };
        let is_chain = |pair: &[PathStep]| matches!(pair, [PathStep::Index(_), PathStep::Index(_)]);
        steps.iter().any(selects_nothing) || steps.windows(2).any(is_chain)
    }
}

impl PartialOrd for VarName {
    /// A name is greater than the names that it covers, see [`subsumes`](Self::subsumes).
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.subsumes(other), other.subsumes(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }
}

impl PathStep {
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Property(name), Self::Property(other)) => name == other,
            (Self::Index(indices), Self::Index(others)) => {
                indices.len() == others.len() && indices.iter().zip(others).all(|(a, b)| a.covers(b))
            }
            _ => false,
        }
    }

    fn relation(&self, other: &Self) -> Relation {
        match (self, other) {
            (Self::Property(name), Self::Property(other)) if name == other => Relation::Overlapping,
            (Self::Property(_), Self::Property(_)) => Relation::Disjoint,
            (Self::Index(indices), Self::Index(others)) if indices.len() == others.len() => {
                let meet = indices.iter().zip(others).all(|(a, b)| a.meets(b));
                if meet { Relation::Overlapping } else { Relation::Disjoint }
            }
            _ => Relation::Incompatible,
        }
    }
}
