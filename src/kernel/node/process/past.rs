//! The values of a process some steps back, as its law reads them: yₜ₋ₖ, with ȳₜ₋ₖ the adjoint that the
//! [process](super::Process) passes on to its values when its law is done.

use super::PAST;
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::leaf::value_in_slot;
use crate::node::{Coefficients, Node};
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use pulp::Simd;

/// The values some steps back, which the process has put into a slot.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    slot: Slot,
    length: usize,
}

impl Past {
    /// Reads the values in this slot.
    pub(crate) fn new(slot: Slot, length: usize) -> Self {
        Self { slot, length }
    }
}

impl Node for Past {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = PAST;
    const IN_SLOT: bool = true;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for Past {}

impl Dependence for Past {}

#[cfg(feature = "random")]
impl Drawn for Past {}
