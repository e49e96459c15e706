//! A definition on the left of a statement as it runs: a value that is computed, whose log density is added.
//!
//! log p(θ | …) with θ = f(x) is a factor of the density of x. It is not a density of θ transformed to a
//! density of x: that would also contain the log determinant of ∂f/∂x.

use crate::erase::keep_names;
use crate::frame::Slot;
use crate::model::drawing::DrawnVariable;
use crate::model::facts::VariableFacts;
use crate::model::statement::BoundVariable;
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;

/// The definition `Var`, or elements of it, as a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct DefinitionTarget<Var, Sh> {
    sides: Sides,
    slot: Slot,
    name: PhantomData<fn() -> (Var, Sh)>,
}

keep_names! {
    [Var, Sh] DefinitionTarget<Var, Sh>;
}

impl<Var: Name, Sh: Shape> DefinitionTarget<Var, Sh> {
    /// A definition that stands in a slot.
    pub(crate) fn new(sides: Sides, slot: Slot) -> Self {
        Self { sides, slot, name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape> BoundVariable for DefinitionTarget<Var, Sh> {
    type Shape = Sh;
    type Owner = Self;
    const FACTS: VariableFacts = VariableFacts::definition::<Var>();
}

impl<Var: Name, Sh: Shape> DrawnVariable for DefinitionTarget<Var, Sh> {
    fn sides(&self) -> Sides {
        self.sides
    }

    fn extent(&self) -> Extent {
        self.sides.size().extent::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.slot
    }
}

sealed! {
    [Var, Sh] DefinitionTarget<Var, Sh>;
}
