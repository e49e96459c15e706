//! The functions of a bound node, the log density of a law, that simulation and prediction call.

use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::Node;
use crate::frame::{Frame, Slot};
use crate::simd::Lane;
use pulp::Scalar;

/// A node from whose law values can be drawn, or which reports the log densities of single observations.
/// Most nodes do neither.
pub trait Drawn: Node {
    /// The place of the vector from which the node picks an element for each row, and the length of this
    /// vector, for laws that draw the number of the element; `None` for other nodes.
    fn source(&self) -> Option<(Slot, usize)> {
        None
    }

    /// Reports the elements of a variable from which a row is computed: all of them, unless the node
    /// reports fewer.
    fn reads(&self, _row: usize, _frame: &Frame<'_>, known: &mut Known<'_>) {
        known.need_all(const { Self::FACTS.vars });
    }

    /// Draws from the law whose log density the node is: replaces the part of the variable that belongs to
    /// a row. False if the law has no draws.
    fn draw(&self, _state: &Self::State<Scalar>, _lane: Lane<Scalar>, _to: &mut Drawing<'_, '_>) -> bool {
        false
    }

    /// The lengths of the series that the drawn values consist of, one after the other; empty for a single
    /// series.
    fn lengths(&self, _frame: &mut Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Draws elements of a variable, given the numbers of their laws. The node has one row of log densities
    /// for each law, and replaces each element whose law is one of its own. False if the laws have no
    /// draws.
    fn draw_chosen(&self, _chosen: Chosen<'_>, _to: &mut Drawing<'_, '_>) -> bool {
        false
    }

    /// Stores the log densities of single observations in `_each`, if the node is their sum and its sweep
    /// has begun. False if the node is not such a sum.
    fn log_densities(&self, _frame: &mut Frame<'_>, _each: &mut [f64]) -> bool {
        false
    }
}
