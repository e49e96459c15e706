//! The check that the elements which a row reads have values already, while the elements of one variable are
//! drawn one after the other.

use crate::name::{Var, VarSet};

/// The elements of a variable that have values, and a flag that becomes false when a node
/// [reads](crate::contract::drawing::Drawn::reads) an element without a value.
pub struct Known<'a> {
    var: Var,
    elements: &'a [bool],
    is_enough: bool,
}

impl<'a> Known<'a> {
    /// The elements of the variable that have values, before any element is read.
    pub(crate) fn new(var: Var, elements: &'a [bool]) -> Self {
        Self { var, elements, is_enough: true }
    }

    /// True if all elements that were read have values.
    pub(crate) fn is_enough(&self) -> bool {
        self.is_enough
    }

    /// Records that these variables are read; any of their elements may be.
    pub(crate) fn need_all(&mut self, vars: &VarSet) {
        self.is_enough &= !vars.contains(self.var) || self.elements.iter().all(|is_known| *is_known);
    }

    /// Records that an element of a variable is read.
    pub(crate) fn need(&mut self, var: Var, element: usize) {
        if var.key() == self.var.key() {
            self.is_enough &= self.elements.get(element).is_some_and(|is_known| *is_known);
        }
    }
}
