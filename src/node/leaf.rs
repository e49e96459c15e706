//! A variable: x, with ∂x = 1.
//!
//! The value of a parameter is computed from the unconstrained point, by the statement with the parameter
//! on its left, before anything reads it. The same statement pulls the adjoint back to the point, after all
//! readers have added to it. The value of a definition, `theta = …`, is computed when the definitions run,
//! and its adjoint is collected until they run backward.

use crate::compiler::rewrite::TermSlots;
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{Beside, Coefficients, Companion, Facts, Node, rest_of};
use crate::contract::scope::{Recall, Scope};
use crate::erase::erase;
use crate::frame::{Frame, Slot};
use crate::name::{Anonymous, Name, VarSet};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The value of the parameter or definition named `Var`.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<Var, Sh> {
    extent: Extent,
    slot: Slot,
    /// The index of the coordinate that is the logarithm of a parameter's value, if there is one.
    logarithm: Option<usize>,
    /// The slot of the rests that rounding has removed from the values, if they are known.
    rest: Option<Slot>,
    name: PhantomData<fn() -> (Var, Sh)>,
}

erase! {
    [Var, Sh] Leaf<Var, Sh> => Leaf<Anonymous, Sh>, [], { extent, slot, logarithm, rest };
}

impl<Var: Name, Sh: Shape> Leaf<Var, Sh> {
    const VARS: &'static VarSet = &VarSet::of(Var::VAR);

    /// The leaf for a variable of this extent in this slot. `rest` is the slot of its rests, `logarithm`
    /// the coordinate that is the logarithm of the parameter's value, if they exist.
    pub(crate) fn new(extent: Extent, slot: Slot, rest: Option<Slot>, logarithm: Option<usize>) -> Self {
        Self { extent, slot, logarithm, rest, name: PhantomData }
    }
}

/// Implements `forward` and `backward` of a node whose value stands in its slot: y = x, with x̄ += ȳ.
macro_rules! value_in_slot {
    () => {
        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn forward<C: $crate::contract::scope::Scope, S: pulp::Simd>(
            &self,
            _: &Self::State<S>,
            frame: &$crate::frame::Frame<'_>,
            lane: $crate::simd::Lane<S>,
        ) -> ($crate::simd::Pack<S>, ()) {
            ($crate::node::leaf::read_slot::<Self::Shape, S>(frame, self.slot(), lane), ())
        }

        #[cfg_attr(not(monomorph_outlined), inline(always))]
        fn backward<C: $crate::contract::scope::Scope, S: pulp::Simd>(
            &self,
            _: &mut Self::State<S>,
            frame: &mut $crate::frame::Frame<'_>,
            lane: $crate::simd::Lane<S>,
            _: (),
            adjoint: $crate::simd::Pack<S>,
        ) {
            $crate::node::leaf::add_to_slot::<C, Self::Shape, S>(frame, self.slot(), lane, adjoint);
        }
    };
}

pub(crate) use value_in_slot;

#[inlined]
impl<Var: Name, Sh: Shape> Node for Leaf<Var, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        in_lanes: Sh::IS_SCALAR,
        has_rest: true,
        rows_of: Some(if Sh::IS_SCALAR { &VarSet::EMPTY } else { Self::VARS }),
        link: Link::Identity,
        mixed: &VarSet::EMPTY,
        mixed_rows: &VarSet::EMPTY,
        reads_other_rows: &VarSet::EMPTY,
        aligned: Self::VARS,
        aligned_rows: Self::VARS,
        ..Facts::of(Self::VARS)
    };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &(),
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        // There is no closure here, for the reason that `with_complements_of_nodes` gives.
        if const { matches!(K::COMPANION, Companion::Rest) } {
            let rest = read_slot::<Sh, S>(frame, self.rest?, lane);
            return Some(rest_of(read_slot::<Sh, S>(frame, self.slot, lane), rest));
        }
        if const { matches!(K::COMPANION, Companion::Logarithm) && Sh::IS_SCALAR } {
            return Some(frame.coordinate(lane.simd, self.logarithm?));
        }
        None
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    value_in_slot!();

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<Var: Name, Sh: Shape> Coefficients for Leaf<Var, Sh> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        if const { Sh::IS_SCALAR } {
            slots.add(self.slot, 1, 1);
        } else {
            slots.add_computed();
        }
    }
}

impl<Var: Name, Sh: Shape> Drawn for Leaf<Var, Sh> {
    fn reads(&self, row: usize, _: &Frame<'_>, known: &mut Known<'_>) {
        known.need(Var::VAR, row);
    }
}

/// The values in a slot: the same number in every lane for a scalar, the elements of the lanes for a
/// vector.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn read_slot<Sh: Shape, S: Simd>(frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
    if const { Sh::IS_SCALAR } { frame.value(lane.simd, slot) } else { frame.values(slot, lane) }
}

/// Adds to the adjoint in a slot.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_to_slot<C: Scope, Sh: Shape, S: Simd>(
    frame: &mut Frame<'_>,
    slot: Slot,
    lane: Lane<S>,
    adjoint: Pack<S>,
) {
    if const { Sh::IS_SCALAR && matches!(C::SETS.recall, Recall::Points) } {
        frame.add_adjoint_number(slot, lane.mask.select(adjoint, 0.0).sum());
    } else if const { Sh::IS_SCALAR || Sh::IS_MATRIX || C::SETS.weighted || !C::SETS.dropped_partly.is_empty() }
    {
        // A register may reach beyond its row into the next one, and a lane between others may belong to a
        // row that does not count, so only unmasked lanes are added.
        add_to_part::<Sh, S>(frame, slot, lane, adjoint);
    } else {
        frame.add_adjoints(slot, lane, adjoint);
    }
}

/// Adds to the adjoints in a part of a slot. Other elements may follow the part.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_to_part<Sh: Shape, S: Simd>(
    frame: &mut Frame<'_>,
    slot: Slot,
    lane: Lane<S>,
    adjoint: Pack<S>,
) {
    if const { Sh::IS_SCALAR } {
        frame.add_adjoint(slot, adjoint);
    } else {
        frame.add_adjoints_of_part(slot, lane, adjoint);
    }
}

sealed! {
    [Var, Sh] Leaf<Var, Sh>;
}
