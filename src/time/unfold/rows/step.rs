//! The expressions of a step, each of which is swept separately, because they may have different lengths.

use super::row::{collect_row, store_row};
use super::{CARRY, INPUT};
use crate::compiler::RowPart;
use crate::contract::node::{BoundNode, List, Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::shape::Tag;
use monomorph_macros::inlined;
use pulp::Simd;

/// A step, with the places of its values.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    pub(crate) parts: &'a [RowPart],
    pub(crate) step: usize,
    /// The distance, in elements, from one step to the next.
    pub(crate) width: usize,
}

impl<'a> At<'a> {
    /// Returns the row of a step in the values of parts, whose rows are `width` elements apart.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn new(parts: &'a [RowPart], step: usize, width: usize) -> Self {
        Self { parts, step, width }
    }
}

/// A sweep over all steps; `None` if each step needs its own.
pub(crate) type Sweep<Steps, S> = Option<<Steps as List>::State<S>>;

/// A tuple of nodes that compute the values of the carry, of one row each.
pub trait RowSteps: Tuple {
    /// True if each step needs its own sweep: the beginning of a sweep reads the carry or an input.
    const IS_STEPWISE: bool = !Self::FACTS.read_at_begin.is_disjoint(&CARRY.union(&INPUT));

    /// True if each value is a scalar.
    const ARE_NUMBERS: bool;

    /// True if each value is a scalar that can be [computed in
    /// lanes](crate::contract::node::Facts::in_lanes).
    const IN_LANES: bool;

    /// Begins the sweep over all steps, if one is enough.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_sweep<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Option<Self::State<S>> {
        if const { Self::IS_STEPWISE } { None } else { Some(self.begin::<C, S>(simd, frame)) }
    }

    /// Computes the values of a step.
    fn store_rows<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    );

    /// Passes on the adjoints of the values of a step.
    fn collect_rows<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    );
}

/// Implements [`RowSteps`] for the tuple of these nodes, given each node's type and place.
macro_rules! row_steps {
    ($count:literal: $($Node:ident $place:tt),*) => {
        #[inlined(all)]
        impl<$($Node: BoundNode),*> RowSteps for ($($Node,)*) {
            const ARE_NUMBERS: bool = $(<$Node as Node>::Shape::IS_SCALAR)&&*;
            const IN_LANES: bool = Self::ARE_NUMBERS $(&& $Node::FACTS.in_lanes)*;

            fn store_rows<C: Scope, S: Simd>(
                &self,
                state: &mut <Self as List>::State<S>,
                simd: S,
                frame: &mut Frame<'_>,
                at: At<'_>,
            ) {
                $(store_row::<C, S, $Node>(&self.$place, &mut state.$place, simd, frame, $place, at);)*
            }

            fn collect_rows<C: Scope, S: Simd>(
                &self,
                state: &mut <Self as List>::State<S>,
                simd: S,
                frame: &mut Frame<'_>,
                at: At<'_>,
            ) {
                $(collect_row::<C, S, $Node, $count>(
                    &self.$place, &mut state.$place, simd, frame, $place, at
                );)*
            }
        }
    };
}

row_steps!(1: A 0);
row_steps!(2: A 0, B 1);
row_steps!(3: A 0, B 1, D 2);
row_steps!(4: A 0, B 1, D 2, E 3);
