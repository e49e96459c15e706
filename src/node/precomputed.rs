//! Values that depend on data alone: `compile()` computes them once, and a gradient reads them.

use crate::compiler::Compiler;
use crate::contract::node::Node;
use crate::frame::{Frame, Packed};
use crate::name::VarSet;
use crate::shape::{Shape, Tag};
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use pulp::Scalar;

/// The values of a function of data.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Precomputed {
    place: Packed,
    /// The number of values; 0 if there are none.
    count: usize,
    /// The value, if it is a scalar.
    number: f64,
}

/// True if a node of these variables and this shape is precomputed.
pub(crate) const fn precomputes<Sh: Shape>(variables: &VarSet) -> bool {
    variables.is_empty() && !Sh::IS_MATRIX
}

impl Precomputed {
    /// Makes room for the values of a node, if it is precomputed.
    pub fn bind<N: Node>(compiler: &mut Compiler, length: Option<usize>) -> Self {
        if const { !precomputes::<N::Shape>(N::FACTS.vars) } {
            return Self::default();
        }
        let count = length.map_or(1, |length| compiler.context().row_count(length));
        let place = if N::Shape::IS_SCALAR { Packed::default() } else { compiler.reserve(count) };
        Self { place, count, number: 0.0 }
    }

    /// Computes the values, given the node's value in a lane.
    pub fn fill<N: Node>(
        &mut self,
        frame: &mut Frame<'_>,
        mut begin_block: impl FnMut(&mut Frame<'_>, crate::simd::Block<Scalar>),
        value: impl Fn(&Frame<'_>, Lane<Scalar>) -> Pack<Scalar>,
    ) {
        let simd = Scalar::new();
        for block in Blocks::new(simd, self.count, const { N::FACTS.blocked }) {
            begin_block(frame, block);
            for_lanes!(lane in block => {
                self.number = value(frame, lane).first();
                if !N::Shape::IS_SCALAR {
                    frame.set_packed(self.place.element(lane.index), self.number);
                }
            });
        }
    }

    /// The stored values in a lane, or `value` if the node is not precomputed.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn or<N: Node, S: pulp::Simd>(self, frame: &Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        if const { !precomputes::<N::Shape>(N::FACTS.vars) } {
            value
        } else if const { N::Shape::IS_SCALAR } {
            Pack::splat(lane.simd, self.number)
        } else {
            frame.packed(lane.simd, self.place.element(lane.index))
        }
    }
}
