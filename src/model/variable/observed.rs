//! Data on the left of a statement.

use crate::erase::keep_names;
use crate::model::drawing::DrawnVariable;
use crate::model::facts::VariableFacts;
use crate::model::statement::BoundVariable;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;

/// Data on the left of a statement.
#[derive(Clone, Debug)]
pub struct Observed<Sh> {
    sides: Sides,
    /// The observations, if simulation or prediction reads them; empty otherwise.
    values: Vec<f64>,
    shape: PhantomData<fn() -> Sh>,
}

keep_names! {
    [Sh] Observed<Sh>;
}

impl<Sh: Shape> Observed<Sh> {
    /// Returns data with these sides, and with their values if these are kept.
    pub(crate) fn new(sides: Sides, values: Vec<f64>) -> Self {
        Self { sides, values, shape: PhantomData }
    }
}

impl<Sh: Shape> BoundVariable for Observed<Sh> {
    type Shape = Sh;
    type Owner = Self;
    const FACTS: VariableFacts = VariableFacts::DATA;
}

impl<Sh: Shape> DrawnVariable for Observed<Sh> {
    fn sides(&self) -> Sides {
        self.sides
    }

    fn extent(&self) -> Extent {
        self.sides.size().extent::<Sh>()
    }

    fn observation(&self, index: usize) -> Option<f64> {
        self.values.get(index).copied()
    }
}

sealed! {
    [Sh] Observed<Sh>;
}
