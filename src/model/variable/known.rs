//! The elements of a parameter that have given values.
//!
//! Nothing here is generic: it is compiled once, not for every parameter.

use crate::compiler::Compiler;
use crate::contract::transform::Selection;
use crate::error::Error;
use crate::frame::{Frame, Packed, PackedIndices, Slot};
use crate::name::Var;
use monomorph_base::sort::sort_by_key;
use pulp::Scalar;

/// The elements of a parameter that have given values, these values, and the other elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The observed elements, followed by the elements that were set, followed by the other elements.
    places: PackedIndices,
    /// The values, in the order of the elements.
    values: Packed,
    /// The number of observed elements.
    seen: u32,
    /// The number of elements with given values.
    count: u32,
}

impl Known {
    /// Returns the known elements of a parameter with `size` elements, if it has any; `refusal` is the
    /// reason why it cannot have them, if there is one.
    pub fn bind(
        var: Var,
        size: usize,
        refusal: Option<Error>,
        compiler: &mut Compiler,
    ) -> Result<Option<Self>, Error> {
        let mut known = compiler.held_elements(var);
        if known.is_empty() {
            return Ok(None);
        }
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        for element in &known {
            let what = || format!("the elements of `{}` that are known", var.name());
            compiler.context().check_index_of(what, None, element.place as u64, size)?;
        }
        let is_known = |place: &usize| known.binary_search_by_key(place, |element| element.place).is_ok();
        let others: Vec<usize> = (0..size).filter(|place| !is_known(place)).collect();
        // The observed elements come first.
        sort_by_key(&mut known, |element| !element.has_row);
        let places = known.iter().map(|element| element.place).chain(others);
        Ok(Some(Self {
            places: compiler.pack_own_indices(places),
            values: compiler.pack_numbers(known.iter().map(|element| element.value)),
            seen: known.iter().filter(|element| element.has_row).count() as u32,
            count: known.len() as u32,
        }))
    }

    /// Returns the observed elements.
    pub fn seen(self) -> Selection {
        Selection { indices: self.places, count: self.seen as usize }
    }

    /// Returns the elements with given values.
    pub fn elements(self) -> Selection {
        Selection { indices: self.places, count: self.count as usize }
    }

    /// Returns the elements without given values, of `size` elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn others(self, size: usize) -> Selection {
        let count = self.count as usize;
        Selection { indices: PackedIndices(self.places.0 + count), count: size - count }
    }

    /// Returns each element with its value.
    fn pairs(self, frame: &Frame<'_>) -> Vec<(usize, f64)> {
        let value = |place| frame.packed(Scalar::new(), self.values.element(place)).first();
        let elements = self.elements().elements(frame);
        elements.into_iter().enumerate().map(|(place, element)| (element, value(place))).collect()
    }

    /// Copies the given values to the parameter in the workspace.
    pub fn restore(self, slot: Slot, frame: &mut Frame<'_>) {
        for (element, value) in self.pairs(frame) {
            frame.set_numbers(slot.element(element), &[value]);
        }
    }

    /// Checks that the parameter in the workspace has the given values.
    pub fn check(self, name: &'static str, slot: Slot, frame: &Frame<'_>) -> Result<(), Error> {
        for (element, given) in self.pairs(frame) {
            let value = frame.number(slot.element(element));
            if value != given {
                let rule = format!("be {given}, the value that it was given");
                return Err(Error::outside_support(name, Some(element), value, &rule));
            }
        }
        Ok(())
    }

    /// Returns the elements with given values, in order.
    pub fn sorted(self, frame: &Frame<'_>) -> Vec<usize> {
        let mut elements = self.elements().elements(frame);
        sort_by_key(&mut elements, |&element| element);
        elements
    }
}
