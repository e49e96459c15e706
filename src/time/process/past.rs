//! The values of a process some steps back, as its law reads them: yₜ₋ₖ, with ȳₜ₋ₖ the adjoint that the
//! [process](super::BoundProcess) passes on to its values when its law is done.

use super::PAST;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::frame::{Frame, Slot};
use crate::node::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Vector};
use monomorph_macros::inlined;
use pulp::Simd;

/// The values some steps back, which the process has put into a slot.
#[derive(Clone, Copy, Debug)]
pub struct BoundPast {
    slot: Slot,
    length: usize,
}

impl BoundPast {
    /// Reads the values in this slot.
    pub(crate) fn new(slot: Slot, length: usize) -> Self {
        Self { slot, length }
    }
}

#[inlined]
impl Node for BoundPast {
    type Shape = Vector<Dyn>;
    const FACTS: Facts = Facts { in_slot: true, ..Facts::of(&PAST) };
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

impl Coefficients for BoundPast {}

impl Drawn for BoundPast {}

sealed! {
    [] BoundPast;
}

keep_names! {
    [] BoundPast;
}
