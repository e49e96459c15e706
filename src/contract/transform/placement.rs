//! The place in memory of a support's parameter.

use crate::error::Error;
use crate::frame::{Frame, PackedIndices, Scratch, Slot};

/// The place of the parameter to which a support belongs, or of a row of it.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The constrained value and its adjoint.
    pub slot: Slot,
    /// The slot of the companion that the support [stores beside](super::BoundSupport::beside) the values.
    pub beside: Option<Slot>,
    /// The slot of the logarithms of a scalar, if its transform stores them: log x and 1/x for x > 0, log x
    /// and log(1 − x) for 0 < x < 1, with the adjoints of the logarithms.
    pub logarithms: Option<Slot>,
    /// The first unconstrained coordinate.
    pub coordinate: usize,
    /// The number of elements.
    pub length: usize,
    /// True for a scalar.
    pub is_scalar: bool,
    /// The number of the row of a matrix; `None` for a scalar or a vector.
    pub row: Option<usize>,
    /// The number of elements in a row of a matrix whose coordinates are in column order while its elements
    /// are in row order; `None` if both have the same order.
    pub columns: Option<usize>,
    /// The elements that have coordinates, if not all have.
    pub only: Option<Selection>,
}

/// Some of a parameter's elements, in order.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    pub(crate) indices: PackedIndices,
    pub(crate) count: usize,
}

impl Selection {
    /// A part of the elements: `count` elements from the place `first` on.
    pub(crate) fn part(self, first: usize, count: usize) -> Self {
        Self { indices: PackedIndices(self.indices.0 + first), count }
    }

    /// The indices of the elements.
    pub(crate) fn elements(self, frame: &Frame<'_>) -> Vec<usize> {
        (0..self.count).map(|place| frame.index(self.indices, place)).collect()
    }
}

impl Placement {
    /// True if all elements have given values.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn has_no_coordinate(&self) -> bool {
        self.only.is_some_and(|only| only.count == 0)
    }

    /// The number of the parameter's elements before the first element of this place: 0, or the elements of
    /// the rows before.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start(&self) -> usize {
        self.row.unwrap_or(0) * self.length
    }

    /// The coordinate of an element, if each element has one.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn coordinate_of(&self, element: usize) -> usize {
        let columns = self.columns.unwrap_or(1);
        self.coordinate + element % columns * (self.length / columns) + element / columns
    }

    /// Copies the coordinates to `to` in the order of the elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn gather(&self, frame: &mut Frame<'_>, columns: usize, to: Scratch) {
        let rows = self.length.checked_div(columns).unwrap_or(0);
        for row in 0..rows {
            for column in 0..columns {
                let q = frame.coordinate_number(self.coordinate + column * rows + row);
                frame.set_scratch_number(to.element(row * columns + column), q);
            }
        }
    }

    /// Stores the gradient from `from`, which is in the order of the elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn scatter(&self, frame: &mut Frame<'_>, columns: usize, from: Scratch) {
        let rows = self.length.checked_div(columns).unwrap_or(0);
        for row in 0..rows {
            for column in 0..columns {
                let gradient = frame.scratch_number(from.element(row * columns + column));
                frame.set_gradient_number(self.coordinate + column * rows + row, gradient);
            }
        }
    }

    /// The elements as a line: places at equal distances.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn line(&self) -> Line {
        Line {
            slot: self.slot,
            beside: self.beside,
            coordinate: self.coordinate,
            length: self.length,
            element_step: 1,
            coordinate_step: 1,
        }
    }

    /// The values.
    pub(crate) fn values(&self, frame: &Frame<'_>) -> Vec<f64> {
        self.line().values(frame)
    }

    /// The error for values whose `quantity`, such as their sum, breaks a rule.
    pub(crate) fn outside(&self, quantity: &str, name: &str, value: f64, rule: &str) -> Error {
        outside(format!("the {quantity} of {}", self.described(name)), value, rule)
    }

    /// The parameter, or the row of it, in words for messages.
    pub(crate) fn described(&self, name: &str) -> String {
        let row = self.row.map_or_else(String::new, |row| format!("row {row} of "));
        format!("{row}the parameter `{name}`")
    }
}

/// The place of a vector that may be a row or a column of a matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The first element and its adjoint.
    pub slot: Slot,
    /// The slot of the support's companion of the first element.
    pub beside: Option<Slot>,
    /// The first coordinate.
    pub coordinate: usize,
    /// The number of elements.
    pub length: usize,
    /// The distance from one element to the next.
    pub element_step: usize,
    /// The distance from one coordinate to the next.
    pub coordinate_step: usize,
}

impl Line {
    /// The place of an element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn element(&self, k: usize) -> Slot {
        self.slot.element(k * self.element_step)
    }

    /// The place of the largest element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn largest(&self, frame: &Frame<'_>) -> Slot {
        let mut largest = self.slot;
        for element in (1..self.length).map(|k| self.element(k)) {
            if frame.number(element) > frame.number(largest) {
                largest = element;
            }
        }
        largest
    }

    /// The place of a coordinate.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn coordinate(&self, k: usize) -> usize {
        self.coordinate + k * self.coordinate_step
    }

    /// The values.
    pub fn values(&self, frame: &Frame<'_>) -> Vec<f64> {
        (0..self.length).map(|k| frame.number(self.element(k))).collect()
    }
}

/// The error for a number that is computed from a parameter's elements and breaks a rule.
pub(crate) fn outside(what: String, value: f64, rule: &str) -> Error {
    Error::OutsideSupport { statement: String::new(), what, index: None, value, rule: rule.to_owned() }
}
