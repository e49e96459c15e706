//! The values that a step reads: those of earlier steps, sₜ₋ₖ, and its inputs, xₜ.
//!
//! Only these leaves depend on the time. They look it up when a sweep or a block begins, and read their
//! values at their places: in the rows of the result, and of the input. A node that reads a vector as a
//! whole receives a stored vector, as for any other expression.

use super::{CARRY, INPUT};
use crate::compiler::RowPart;
use crate::compiler::RowsInTime as Rows;
use crate::compiler::Times;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, joined};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The places of a value and of its adjoint in one step.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    value: Slot,
    adjoint: Slot,
}

/// Declares a leaf that looks up its place when a sweep begins: its type, with the parameters besides the
/// shape, its fields, the variables on which it depends, whether a step passes its adjoint on through a
/// register, and its place.
macro_rules! leaf_in_time {
    (
        $(#[$doc:meta])*
        $Leaf:ident<$($Source:ident)?> { $($field:ident: $Field:ty),* }
        $vars:expr, $is_chained:expr, |$self:ident, $step:ident| $now:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Leaf<$($Source,)? Sh> {
            times: Times,
            $($field: $Field,)*
            size: Size,
            shape: PhantomData<fn() -> ($($Source,)? Sh,)>,
        }

        impl<$($Source: Node,)? Sh: Shape> $Leaf<$($Source,)? Sh> {
            /// Returns the leaf that reads a value of this size at a place that depends on the time.
            pub(crate) fn new(times: Times, $($field: $Field,)* size: Size) -> Self {
                Self { times, $($field,)* size, shape: PhantomData }
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn now(&self, frame: &Frame<'_>) -> Now {
                let ($self, $step) = (self, self.times.now(frame));
                $now
            }
        }

        impl<$($Source: Node,)? Sh: Shape> Node for $Leaf<$($Source,)? Sh> {
            type Shape = Sh;
            const FACTS: Facts = Facts {
                            // A scalar has no blocks, so it looks up its place when the sweep begins.
read_at_begin: if Sh::IS_SCALAR { const { $vars } } else { &VarSet::EMPTY },
                ..Facts::of(const { $vars })
            };
            type State<S: Simd> = Now;
            type Tape<S: Simd> = ();

            fn sides(&self) -> Sides {
                Sides::of_shape::<Sh>(self.size)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn size(&self) -> Size {
                self.size.known::<Sh>()
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>) -> Now {
                self.now(frame)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin_block<C: Scope, S: Simd>(&self, state: &mut Now, frame: &mut Frame<'_>, _: Block<S>) {
                *state = self.now(frame);
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn forward<C: Scope, S: Simd>(
                &self,
                state: &Now,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> (Pack<S>, ()) {
                (crate::node::read_slot::<Sh, S>(frame, state.value, lane), ())
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn backward<C: Scope, S: Simd>(
                &self,
                state: &mut Now,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                _: (),
                adjoint: Pack<S>,
            ) {
                if const { C::SETS.is_chain } && $is_chained(self) {
                    frame.add_slopes(adjoint);
                } else if const { Sh::IS_SCALAR } {
                    frame.add_adjoint(state.adjoint, adjoint);
                } else {
                    // Whole registers are stored, with lanes after the end unchanged, because the next load
                    // would have to wait for a masked store.
                    frame.add_adjoints(state.adjoint, lane, lane.mask.select(adjoint, 0.0));
                }
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end<C: Scope, S: Simd>(&self, _: Now, _: S, _: &mut Frame<'_>) {}
        }

        impl<$($Source: Node,)? Sh: Shape> Coefficients for $Leaf<$($Source,)? Sh> {}

        impl<$($Source: Node,)? Sh: Shape> Drawn for $Leaf<$($Source,)? Sh> {}
    };
}

leaf_in_time! {
    /// A value of the carry some steps earlier.
    BoundRowCarry<> { part: RowPart, width: usize, lag: usize }
    &CARRY, |carry: &Self| carry.part.is_only && carry.lag == 1,
    |this, step| match step.checked_sub(this.lag) {
        Some(before) => {
            let value = this.part.first.element(before * this.width);
            // The row's own adjoint, from the readers of the values, would be read and written by
            // consecutive steps at once.
            let adjoint = if this.lag == 1 { this.part.left_at(step)[1] } else { value };
            Now { value, adjoint }
        }
        None => Now { value: this.part.initial, adjoint: this.part.initial },
    }
}

leaf_in_time! {
    /// The part of the input `N` for a step: an element of a vector, or a row of a matrix.
    BoundRowInput<N> { rows: Rows }
    joined!(N::FACTS.vars, &INPUT), |_: &Self| false,
    |this, step| Now { value: this.rows.at(step), adjoint: this.rows.at(step) }
}

sealed! {
    [Sh] BoundRowCarry<Sh>;
    [N, Sh] BoundRowInput<N, Sh>;
}

keep_names! {
    [Sh] BoundRowCarry<Sh>;
    [N, Sh] BoundRowInput<N, Sh>;
}
