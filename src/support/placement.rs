//! Where in memory a support finds its parameter.

use crate::error::Error;
use crate::simd::{Frame, Slot};

/// Where the parameter that a support belongs to stands, or a row of it.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The constrained value and its adjoint.
    pub slot: Slot,
    /// The first unconstrained coordinate.
    pub coordinate: usize,
    /// The number of elements.
    pub length: usize,
    /// True for a scalar.
    pub is_scalar: bool,
    /// Which row of a matrix it is; `None` for a scalar or a vector.
    pub row: Option<usize>,
}

impl Placement {
    /// The number of the parameter's elements before these.
    #[inline(always)]
    pub(super) fn start(&self) -> usize {
        self.row.unwrap_or(0) * self.length
    }

    /// The values.
    pub(super) fn values(&self, frame: &Frame<'_>) -> Vec<f64> {
        (0..self.length).map(|k| frame.number(self.slot.element(k))).collect()
    }

    /// The error of values whose `quantity`, such as their sum, breaks a rule.
    pub(super) fn outside(&self, quantity: &str, name: &str, value: f64, rule: &str) -> Error {
        let row = self.row.map_or_else(String::new, |row| format!("row {row} of "));
        Error::OutsideSupport {
            statement: String::new(),
            what: format!("the {quantity} of {row}the parameter `{name}`"),
            index: None,
            value,
            rule: rule.to_owned(),
        }
    }
}
