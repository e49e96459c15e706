//! The value of a definition, `theta = …`: a leaf like a parameter.
//!
//! Its value was computed when the definitions ran, and its adjoint is collected until they run backward.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::{Name, VarSet};
use crate::node::{Link, Node};
use crate::scope::Scope;
use crate::shape::{Extent, Shape, Sides};
use crate::simd::{Frame, Lane, Pack, Slot};
use core::marker::PhantomData;
use pulp::Simd;

/// The value that a definition of this name has stored.
#[derive(Clone, Copy, Debug)]
pub struct Local<Var, S> {
    extent: Extent,
    slot: Slot,
    name: PhantomData<fn() -> (Var, S)>,
}

impl<Var: Name, Sh: Shape> Local<Var, Sh> {
    /// The leaf for a definition of this extent.
    pub(crate) fn new(extent: Extent) -> Self {
        Self { extent, slot: Slot::default(), name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape> Node for Local<Var, Sh> {
    type Shape = Sh;
    const VARS: VarSet = VarSet::of(Var::VAR);
    const LINK: Link = Link::Identity;
    const MIXED: VarSet = VarSet::EMPTY;
    const CROSSED: VarSet = VarSet::EMPTY;
    const IN_SLOT: bool = true;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Var::NAME);
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.slot = compiler.variable(Var::VAR, Var::DECLARATION, self.extent)?;
        Ok(())
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (read_slot::<Sh, S>(frame, self.slot, lane), ())
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
        add_to_slot::<C, Sh, S>(frame, self.slot, lane, adjoint);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

/// The value in a slot: one number in every lane for a scalar, the lanes of a vector.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn read_slot<Sh: Shape, S: Simd>(frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
    if const { Sh::IS_SCALAR } { frame.value(lane.simd, slot) } else { frame.values(slot, lane) }
}

/// Adds to the adjoint in a slot.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_to_slot<C: Scope, Sh: Shape, S: Simd>(
    frame: &mut Frame<'_>,
    slot: Slot,
    lane: Lane<S>,
    adjoint: Pack<S>,
) {
    if const { Sh::IS_SCALAR } {
        frame.add_adjoint(slot, adjoint);
    } else if const { Sh::IS_MATRIX || !C::SETS.dropped_partly.is_empty() } {
        // What a register reaches beyond its row belongs to the next, and a lane between others to a row that does not count.
        frame.add_adjoints_of_part(slot, lane, adjoint);
    } else {
        frame.add_adjoints(slot, lane, adjoint);
    }
}
