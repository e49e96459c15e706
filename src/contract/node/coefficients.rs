//! The functions of a bound node that the kernel of a rewritten statement calls: they find the gathers among
//! the node's terms and the slots of the coefficients of its affine form, and load these coefficients.

use crate::compiler::rewrite::{Cursor, Summand, TermSlots};
use crate::contract::node::Node;
use crate::contract::scope::Scope;
use crate::frame::Frame;
use pulp::Simd;

/// A node as a rewritten statement reads it: rows that may be merged and moved, or the coefficients of an
/// affine form.
pub trait Coefficients: Node {
    /// Adds the slots of the terms of the affine form, in the order in which [`load`](Self::load) loads them.
    /// A node without terms adds none.
    fn add_term_slots(&self, _slots: &mut TermSlots) {}

    /// Calls `_visit` on each gather that is a term of the value, a sum: see
    /// [`Facts::gathers`](crate::contract::node::Facts::gathers).
    fn for_summands(&mut self, _visit: &mut dyn FnMut(&mut Summand)) {}

    /// Loads the coefficients of the affine form; it is called instead of `begin`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) -> Self::State<S> {
        self.begin::<C, S>(simd, frame)
    }

    /// Adds the adjoints of the coefficients to the adjoints of the variables; it is called instead of
    /// `end`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) {
        self.end::<C, S>(state, simd, frame);
    }
}
