//! The test whether a row can be computed already, while elements of one variable are drawn one after the
//! other.

use crate::name::{Var, VarSet};

/// The elements of a variable that have values, for nodes to tell which of them they
/// [read](crate::contract::drawing::Drawn::reads).
pub struct Known<'a> {
    var: Var,
    elements: &'a [bool],
    is_enough: bool,
}

impl<'a> Known<'a> {
    /// The elements of the variable that are known, none of which has been read.
    pub(crate) fn new(var: Var, elements: &'a [bool]) -> Self {
        Self { var, elements, is_enough: true }
    }

    /// True if all that was read is known.
    pub(crate) fn is_enough(&self) -> bool {
        self.is_enough
    }

    /// Notes that these variables are read, and that nothing is known of which elements.
    pub(crate) fn need_all(&mut self, vars: &VarSet) {
        self.is_enough &= !vars.contains(self.var) || self.elements.iter().all(|is_known| *is_known);
    }

    /// Notes that an element of a variable is read.
    pub(crate) fn need(&mut self, var: Var, element: usize) {
        if var.key() == self.var.key() {
            self.is_enough &= self.elements.get(element).is_some_and(|is_known| *is_known);
        }
    }
}
