//! The given values of variables of a model, as a whole or element by element.

use crate::compiler::Elements;
use crate::name::Var;
use monomorph_base::sort::sort_by_key;

/// The given values of variables.
#[derive(Debug, Default)]
pub(super) struct Given {
    whole: Vec<(Var, Vec<f64>)>,
    elements: Vec<(Var, HeldElement)>,
}

/// An element of a variable that has a given value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldElement {
    /// The place of the element.
    pub place: usize,
    /// The value of the element.
    pub value: f64,
    /// True if the element's row of the variable's own statement is evaluated.
    pub has_row: bool,
}

impl Given {
    /// Gives a variable a value. If it has a given value already, the first one is kept.
    pub fn hold(&mut self, var: Var, values: &[f64]) {
        if self.held(var).is_none() {
            self.whole.push((var, values.to_vec()));
        }
    }

    /// Gives elements of a variable values, one for each element. If an element has a given value already,
    /// the first one is kept.
    pub fn hold_elements(&mut self, var: Var, elements: Elements<'_>, values: &[f64], has_row: bool) {
        let elements = elements.places().into_iter().zip(values);
        self.elements.extend(elements.map(|(place, &value)| (var, HeldElement { place, value, has_row })));
    }

    /// True if no variable and no element has a given value.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.elements.is_empty()
    }

    /// The given value of a variable.
    pub fn held(&self, var: Var) -> Option<&[f64]> {
        let held = self.whole.iter().find(|(held, _)| held.key() == var.key());
        held.map(|(_, values)| values.as_slice())
    }

    /// The elements of a variable that have given values, in order; empty if the variable has a given value
    /// as a whole.
    pub fn held_elements(&self, var: Var) -> Vec<HeldElement> {
        if self.held(var).is_some() {
            return Vec::new();
        }
        let of_var = self.elements.iter().filter(|(held, _)| held.key() == var.key());
        let mut elements: Vec<HeldElement> = of_var.map(|&(_, element)| element).collect();
        sort_by_key(&mut elements, |element| element.place);
        elements.dedup_by_key(|element| element.place);
        elements
    }

    /// True if a variable, or an element of it, has a given value.
    pub fn holds_any_of(&self, var: Var) -> bool {
        self.held(var).is_some() || !self.held_elements(var).is_empty()
    }
}
