//! [`DrawnVariable`], what draws ask of the variable on the left of a statement.

use crate::contract::transform::Normals;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::shape::{Extent, Sides};
use core::ops::Range;
use rand::Rng;

/// The variable on the left of a statement, for simulation and prediction: the places of its elements, and
/// the support of a parameter. It is used without its type, so how a statement is drawn is compiled once.
///
/// Data are not drawn as parameters are, and have none of the functions about supports.
pub trait DrawnVariable {
    /// The facts known of the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// The number of its elements, and their arrangement.
    fn extent(&self) -> Extent;

    /// The place of a parameter, also of one of which this is a part.
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// The elements of the parameter that the variable consists of.
    fn elements(&self, _frame: &Frame<'_>) -> Vec<usize> {
        (0..self.extent().size()).collect()
    }

    /// The number of elements of the parameter.
    fn whole_size(&self) -> usize {
        self.extent().size()
    }

    /// True if all elements of a parameter stand in parts of it on the left of other statements.
    fn is_filled(&self) -> bool {
        false
    }

    /// An observation, where the compiler was told to keep them.
    fn observation(&self, _index: usize) -> Option<f64> {
        None
    }

    /// The places of a parameter's coordinates in the unconstrained point.
    fn coordinates(&self) -> Range<usize> {
        0..0
    }

    /// True if the support goes from 0 on, or from 0 to 1.
    fn is_standard(&self) -> bool {
        true
    }

    /// Puts the elements of a parameter that have been given values back.
    fn restore(&self, _: &mut Frame<'_>) {}

    /// The elements of a parameter that have been given values, in order.
    fn known_elements(&self, _: &Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// The places of the elements that were seen, of a variable of which some may not have been; nothing of
    /// any other.
    fn seen_elements(&self, _: &Frame<'_>) -> Option<Vec<usize>> {
        None
    }

    /// Checks that a parameter of which this is a part is inside its support, if that is one of all elements
    /// together.
    fn check_whole(&self, _: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    /// Checks that some elements of a part, from one of them on, are inside the support, if that does not
    /// depend on the others.
    fn check_elements(&self, _: &mut Frame<'_>, _first: usize, _count: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Moves the drawn elements of a parameter that rounding has put on a bound to the next number inside:
    /// all of it, also where this is a part.
    fn nudge_inside(&self, _: &mut Frame<'_>, _: &mut dyn Rng) {}

    /// Moves `count` elements of a part, from `first` on, inside of the support, if it does not tie them to
    /// others.
    fn nudge_elements_inside(&self, _: &mut Frame<'_>, _first: usize, _count: usize, _: &mut dyn Rng) {}

    /// Brings a draw of independent elements inside a parameter's support. False if that would not be a draw
    /// of their law there.
    fn bring_inside(&self, _: &mut Frame<'_>, _law: Normals<'_>) -> bool {
        false
    }

    /// Computes a parameter's coordinates from its value.
    fn unconstrain(&self, _: &mut Frame<'_>, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
}
