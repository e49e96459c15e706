//! What a right-hand side reads, which the solver sets before it is evaluated: a part of the state y, with ȳ += f̄, and the time.
//!
//! A sweep that begins does not read these, so one sweep serves all evaluations unless another node reads them ahead.

use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::name::VarSet;
use crate::node::leaf::{add_to_part, read_slot};
use crate::node::scan_rows::{CARRY, INPUT};
use crate::node::{Coefficients, Node};
use crate::scope::Scope;
use crate::shape::{Scalar, Shape, Sides, Size};
use crate::simd::{Frame, Lane, Pack, Slot};
use core::marker::PhantomData;
use pulp::Simd;

/// Declares a leaf that reads a slot which the solver sets: its type, its shape, and the variables that it depends on.
macro_rules! leaf_of_solver {
    ($(#[$doc:meta])* $Leaf:ident<$($Source:ident: $Bound:ident),*>, $Sh:ty, $vars:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Leaf<$($Source),*> {
            slot: Slot,
            size: Size,
            of: PhantomData<fn() -> ($($Source,)*)>,
        }

        impl<$($Source: $Bound),*> $Leaf<$($Source),*> {
            /// Reads what stands in a slot.
            pub(crate) fn new(slot: Slot, size: Size) -> Self {
                Self { slot, size, of: PhantomData }
            }
        }

        impl<$($Source: $Bound),*> Node for $Leaf<$($Source),*> {
            type Shape = $Sh;
            const VARS: VarSet = $vars;
            const IN_SLOT: bool = true;
            type State<S: Simd> = ();
            type Tape<S: Simd> = ();

            fn sides(&self) -> Sides {
                Sides::of_shape::<$Sh>(self.size)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn size(&self) -> Size {
                self.size.known::<$Sh>()
            }

            fn slot(&self) -> Slot {
                self.slot
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
                (read_slot::<$Sh, S>(frame, self.slot, lane), ())
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn backward<C: Scope, S: Simd>(
                &self,
                _: &mut (),
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                _: (),
                adjoint: Pack<S>,
            ) {
                // Another part of the state may stand behind this one.
                add_to_part::<$Sh, S>(frame, self.slot, lane, adjoint);
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
        }

        impl<$($Source: $Bound),*> Coefficients for $Leaf<$($Source),*> {}

        impl<$($Source: $Bound),*> Dependence for $Leaf<$($Source),*> {
            const AHEAD: VarSet = VarSet::EMPTY;
        }

        #[cfg(feature = "random")]
        impl<$($Source: $Bound),*> Drawn for $Leaf<$($Source),*> {}
    };
}

leaf_of_solver! {
    /// A part of the state.
    OdeState<Sh: Shape>, Sh, CARRY
}

leaf_of_solver! {
    /// The time, which depends on what the times `Time` depend on.
    OdeTime<Time: Node>, Scalar, Time::VARS.union(&INPUT)
}
