//! A number that stands in the model. It runs as [`node::Constant`](crate::node::Constant).

use super::{Describe, Expression, describe_number};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Scalar, Sides};

/// A number written in the model.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Expression for Constant {
    type Shape = Scalar;
    type Bound = node::Constant;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.context().check_finite_number(self.0)?;
        Ok(node::Constant(self.0))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        Self(self.0 / divisor(0)).bind(compiler)
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::Constant(self.0))
    }
}

impl Describe for Constant {
    fn describe(&self, text: &mut String) {
        describe_number(self.0, text);
    }
}

impl RowFacts for Constant {
    fn datum(&self, _: usize) -> Option<f64> {
        Some(self.0)
    }
}
