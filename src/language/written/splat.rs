//! A scalar repeated along a vector or a matrix. The maths is in [`node::Splat`](crate::node::Splat).

use super::{Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::{AffineRow, RowFacts};
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The scalar `N` read as a vector or a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Splat<N, Sh> {
    scalar: N,
    shape: PhantomData<fn() -> Sh>,
}

impl<N, Sh> Splat<N, Sh> {
    /// Repeats a scalar.
    pub(crate) fn new(scalar: N) -> Self {
        Self { scalar, shape: PhantomData }
    }
}

impl<N: Expression, Sh: Shape> Expression for Splat<N, Sh> {
    type Shape = Sh;
    type Bound = node::Splat<N::Bound, Sh>;
    type Erased = Splat<N::Erased, Sh>;
    const DIVIDES: bool = N::DIVIDES;

    fn erase(self) -> Self::Erased {
        Splat::new(self.scalar.erase())
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scalar = compiler.outside_rows(|compiler| self.scalar.bind(compiler))?;
        Ok(node::Splat::new(scalar))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        let scalar = compiler.outside_rows(|compiler| self.scalar.bind_divided(divisor, compiler))?;
        Ok(node::Splat::new(scalar))
    }
}

impl<N: Expression, Sh: Shape> Describe for Splat<N, Sh> {
    fn describe(&self, text: &mut String) {
        self.scalar.describe(text);
    }
}

impl<N: Expression, Sh: Shape> RowFacts for Splat<N, Sh> {
    fn datum(&self, _: usize) -> Option<f64> {
        self.scalar.datum(0)
    }

    fn known(&self, _: usize) -> Option<f64> {
        self.scalar.known(0)
    }

    fn affine(&self, _: usize, weight: f64, form: &mut AffineRow) {
        match self.scalar.datum(0) {
            Some(number) => form.offset(weight * number),
            None => form.term_of(&self.scalar, 1, 0, [weight]),
        }
    }
}
