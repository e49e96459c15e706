//! The nodes that a right-hand side reads and the solver sets: a part of the state y, with ȳ += f̄, and the
//! time.
//!
//! The beginning of a sweep does not read these nodes, so one sweep serves all evaluations, unless another
//! node reads them at its beginning.
//!
//! Scalars of the state are in the frame, at places that types determine: the addresses are constants, and
//! sums of adjoints do not wait for stores to possibly equal addresses.

use crate::compiler::OdePoints;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, joined};
use crate::contract::scope::{Recall, Scope};
use crate::erase::keep_names;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::{add_to_part, read_slot};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Scalar, Shape, Sides, Size};
use crate::simd::{Lane, Pack};
use crate::time::unfold::rows::{CARRY, CLOCK, INPUT};
use core::marker::PhantomData;
use pulp::Simd;
use typenum::Unsigned;

/// Implements the traits of nodes for a leaf that the solver sets: its type, its shape, the variables that it
/// depends on, its size, and how a lane is read and its adjoint added.
macro_rules! leaf_of_solver {
    (
        $Leaf:ident<$Source:ident: $Bound:ident>, $Sh:ty, $vars:expr, $in_lanes:expr,
        size |$sized:ident| $size:expr,
        read |$read:ident, $from:ident, $lane:ident| $value:expr,
        add |$added:ident, $to:ident, $place:ident, $adjoint:ident| $add:expr
    ) => {
        impl<$Source: $Bound + 'static> Node for $Leaf<$Source> {
            type Shape = $Sh;
            const FACTS: Facts = Facts {
                in_lanes: $in_lanes,
                reads_other_rows: &VarSet::EMPTY,
                nonlinear: &VarSet::EMPTY,
                read_at_begin: &VarSet::EMPTY,
                ..Facts::of(const { $vars })
            };
            type State<S: Simd> = ();
            type Tape<S: Simd> = ();

            fn sides(&self) -> Sides {
                let $sized = self;
                Sides::of_shape::<$Sh>($size)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn size(&self) -> Size {
                let $sized = self;
                $size.known::<$Sh>()
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
                let ($read, $from, $lane) = (self, frame, lane);
                ($value, ())
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
                let ($added, $to, $place, $adjoint) = (self, frame, lane, adjoint);
                $add;
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
        }

        impl<$Source: $Bound + 'static> Coefficients for $Leaf<$Source> {}

        impl<$Source: $Bound + 'static> Drawn for $Leaf<$Source> {}
    };
}

/// A scalar of the state, in a place of its tuple.
#[derive(Clone, Copy, Debug)]
pub struct BoundOdeNumber<Place> {
    points: OdePoints,
    place: PhantomData<fn() -> Place>,
}

impl<Place> BoundOdeNumber<Place> {
    /// Returns the node that reads the scalar in this place.
    pub(crate) fn new(points: OdePoints) -> Self {
        Self { points, place: PhantomData }
    }
}

leaf_of_solver! {
    BoundOdeNumber<Place: Unsigned>, Scalar, &CARRY, true,
    size |_leaf| Size::new(1, 1),
    read |leaf, frame, lane| if const { matches!(C::SETS.recall, Recall::Points) } {
        leaf.points.read(frame, Place::USIZE, lane)
    } else {
        frame.carry(lane.simd, Place::USIZE)
    },
    add |_leaf, frame, _lane, adjoint| if const { matches!(C::SETS.recall, Recall::Points) } {
        frame.add_point_adjoints(Place::USIZE, adjoint);
    } else {
        frame.add_carry_adjoint(Place::USIZE, adjoint);
    }
}

/// A vector or a matrix of the state.
#[derive(Clone, Copy, Debug)]
pub struct BoundOdeState<Sh> {
    slot: Slot,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh> BoundOdeState<Sh> {
    /// Returns the node that reads a slot.
    pub(crate) fn new(slot: Slot, size: Size) -> Self {
        Self { slot, size, shape: PhantomData }
    }
}

leaf_of_solver! {
    BoundOdeState<Sh: Shape>, Sh, &CARRY, false,
    size |leaf| leaf.size,
    read |leaf, frame, lane| read_slot::<Sh, S>(frame, leaf.slot, lane),
    // The slot of another part of the state may follow this one.
    add |leaf, frame, lane, adjoint| add_to_part::<Sh, S>(frame, leaf.slot, lane, adjoint)
}

/// The time; it depends on the variables of the times `Time`.
#[derive(Clone, Copy, Debug)]
pub struct BoundOdeTime<Time> {
    slot: Slot,
    points: OdePoints,
    times: PhantomData<fn() -> Time>,
}

impl<Time> BoundOdeTime<Time> {
    /// Returns the node that reads a slot.
    pub(crate) fn new(slot: Slot, points: OdePoints) -> Self {
        Self { slot, points, times: PhantomData }
    }
}

leaf_of_solver! {
    BoundOdeTime<Time: Node>, Scalar, joined!(Time::FACTS.vars, &INPUT, &CLOCK), true,
    size |_leaf| Size::new(1, 1),
    read |leaf, frame, lane| if const { matches!(C::SETS.recall, Recall::Points) } {
        frame.scratch(lane.simd, leaf.points.time(lane.index))
    } else {
        frame.value(lane.simd, leaf.slot)
    },
    add |leaf, frame, _lane, adjoint| frame.add_adjoint(leaf.slot, adjoint)
}

sealed! {
    [Place] BoundOdeNumber<Place>;
    [Sh] BoundOdeState<Sh>;
    [Time] BoundOdeTime<Time>;
}

keep_names! {
    [Place] BoundOdeNumber<Place>;
    [Sh] BoundOdeState<Sh>;
    [Time] BoundOdeTime<Time>;
}
