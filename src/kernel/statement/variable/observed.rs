//! Data on the left of a statement.

use super::BoundVariable;
use crate::binding::Compiler;
use crate::shape::{Shape, Sides};
use crate::written::Expression;
use core::marker::PhantomData;

/// Data on the left of a statement.
#[derive(Clone, Debug)]
pub struct Observed<Sh> {
    sides: Sides,
    /// The observations, if simulation or prediction reads them; empty otherwise.
    values: Vec<f64>,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> Observed<Sh> {
    /// Data, of which `compiler` may keep the values.
    pub(crate) fn bind<Data: Expression<Shape = Sh>>(data: &Data, compiler: &Compiler) -> Self {
        let count = if compiler.keeps_observations() { data.size().length() } else { 0 };
        let values = (0..count).map(|index| data.datum(index).unwrap_or(f64::NAN)).collect();
        Self { sides: data.sides(), values, shape: PhantomData }
    }
}

impl<Sh: Shape> BoundVariable for Observed<Sh> {
    type Shape = Sh;
    type Owner = Self;

    fn sides(&self) -> Sides {
        self.sides
    }

    fn observation(&self, index: usize) -> Option<f64> {
        self.values.get(index).copied()
    }
}
