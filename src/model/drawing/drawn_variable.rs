//! [`DrawnVariable`], the variable on the left of a statement as simulation and prediction use it.

use crate::contract::transform::Normals;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::shape::{Extent, Sides};
use core::ops::Range;
use rand::Rng;

/// The variable on the left of a statement, for simulation and prediction: the places of its elements, and
/// the support of a parameter. It is used as a trait object, so the code that draws statements is compiled
/// once.
///
/// Data are not drawn as parameters are, so they do not implement the functions about supports.
pub trait DrawnVariable {
    /// Returns the known facts about the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// Returns the number of elements and their arrangement.
    fn extent(&self) -> Extent;

    /// Returns the place of the parameter; for a part, the place of the whole parameter.
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// Returns the indices in the parameter of the variable's elements.
    fn elements(&self, _frame: &Frame<'_>) -> Vec<usize> {
        (0..self.extent().size()).collect()
    }

    /// Returns the number of elements of the whole parameter.
    fn whole_size(&self) -> usize {
        self.extent().size()
    }

    /// Returns true if all elements of the parameter stand in parts on the left of other statements.
    fn is_filled(&self) -> bool {
        false
    }

    /// Returns an observation, if the compiler was told to keep the observations.
    fn observation(&self, _index: usize) -> Option<f64> {
        None
    }

    /// The places of a parameter's coordinates in the unconstrained point.
    fn coordinates(&self) -> Range<usize> {
        0..0
    }

    /// Returns true if the support is from 0 upwards, or from 0 to 1.
    fn is_standard(&self) -> bool {
        true
    }

    /// Restores the elements of a parameter that have been given values.
    fn restore(&self, _: &mut Frame<'_>) {}

    /// Returns the elements of a parameter that have been given values, in order.
    fn known_elements(&self, _: &Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the places of the elements that were observed, for a variable with possibly missing elements;
    /// `None` for any other variable.
    fn seen_elements(&self, _: &Frame<'_>) -> Option<Vec<usize>> {
        None
    }

    /// Checks that the parameter of which this variable is a part is inside its support, if the support
    /// restricts all elements together.
    fn check_whole(&self, _: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    /// Checks that `count` elements of a part, from `first` on, are inside the support, if the support
    /// restricts each element separately.
    fn check_elements(&self, _: &mut Frame<'_>, _first: usize, _count: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Moves the drawn elements of a parameter that rounding has put on a bound to the next number inside
    /// the support. For a part, all elements of the parameter are moved.
    fn nudge_inside(&self, _: &mut Frame<'_>, _: &mut dyn Rng) {}

    /// Moves `count` elements of a part, from `first` on, inside the support, if the support restricts each
    /// element separately.
    fn nudge_elements_inside(&self, _: &mut Frame<'_>, _first: usize, _count: usize, _: &mut dyn Rng) {}

    /// Brings a draw of independent elements inside the support of a parameter; returns false if the result
    /// would not be a draw of their law on the support.
    fn bring_inside(&self, _: &mut Frame<'_>, _law: Normals<'_>) -> bool {
        false
    }

    /// Computes a parameter's coordinates from its value.
    fn unconstrain(&self, _: &mut Frame<'_>, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
}
