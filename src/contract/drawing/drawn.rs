//! The questions of simulation and prediction to a bound node that is the log density of a law.

use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::Node;
use crate::frame::{Frame, Slot};
use crate::simd::Lane;
use pulp::Scalar;

/// A node whose law can be drawn from, or that tells the log densities of single observations; most do
/// neither.
pub trait Drawn: Node {
    /// The place of the vector whose elements the node gathers, and the number of its elements.
    fn source(&self) -> Option<(Slot, usize)> {
        None
    }

    /// Tells which elements of a variable a row is computed from: all, where the node does not know better.
    fn reads(&self, _row: usize, _frame: &Frame<'_>, known: &mut Known<'_>) {
        known.need_all(const { Self::FACTS.vars });
    }

    /// Draws from the law of which the node is the log density: replaces the part of the variable that
    /// belongs to a row. False if there are no draws.
    fn draw(&self, _state: &Self::State<Scalar>, _lane: Lane<Scalar>, _to: &mut Drawing<'_, '_>) -> bool {
        false
    }

    /// The lengths of the series that stand one after the other in what is drawn, if they are several.
    fn lengths(&self, _frame: &mut Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Draws elements of a variable, given the log densities of several laws, a row for each: replaces each
    /// element whose law is one of these. False if there are no draws.
    fn draw_chosen(&self, _chosen: Chosen<'_>, _to: &mut Drawing<'_, '_>) -> bool {
        false
    }

    /// Stores the log densities of single observations, where the node is their sum and has begun. False if
    /// the node is no such sum.
    fn log_densities(&self, _frame: &mut Frame<'_>, _each: &mut [f64]) -> bool {
        false
    }
}
