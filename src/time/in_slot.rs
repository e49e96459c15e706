//! A vector that is stored in a slot for steps to read: an input of a scan, xₜ, or the past of a process,
//! yₜ₋ₖ. The code that has stored the vector passes its adjoint on after the steps.

use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The origin of a vector in a slot: a node, or the past of a process.
pub trait Source: Sealed + Clone + 'static {
    /// The variables that the vector depends on.
    const VARS: &'static VarSet;
}

impl<N: Node> Source for N {
    const VARS: &'static VarSet = N::FACTS.vars;
}

/// A vector in a slot whose origin is `Of`.
#[derive(Clone, Copy, Debug)]
pub struct BoundInSlot<Of, Sh> {
    slot: Slot,
    length: usize,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<Of: Source, Sh: Shape> BoundInSlot<Of, Sh> {
    /// Returns the node that reads the vector in this slot.
    pub(crate) fn new(slot: Slot, length: usize) -> Self {
        Self { slot, length, shape: PhantomData }
    }
}

#[inlined]
impl<Of: Source, Sh: Shape> Node for BoundInSlot<Of, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts { in_slot: true, ..Facts::of(Of::VARS) };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    value_in_slot!();

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<Of: Source, Sh: Shape> Coefficients for BoundInSlot<Of, Sh> {}

impl<Of: Source, Sh: Shape> Drawn for BoundInSlot<Of, Sh> {}

sealed! {
    [Of, Sh] BoundInSlot<Of, Sh>;
}

keep_names! {
    [Of, Sh] BoundInSlot<Of, Sh>;
}
