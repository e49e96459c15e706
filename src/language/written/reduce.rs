//! The sum or the mean of a vector. The maths is in [`node::Reduce`](crate::node::Reduce).

use super::{Describe, Expression, describe_operand};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node::{self, Reduction};
use crate::rewrite::RowFacts;
use crate::shape::{Scalar, Sides};
use core::marker::PhantomData;

/// The weighted sum of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Reduce<R, N> {
    vector: N,
    reduction: PhantomData<fn() -> R>,
}

impl<R: Reduction, N: Expression> Reduce<R, N> {
    /// Sums a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector, reduction: PhantomData }
    }
}

impl<R: Reduction, N: Expression> Expression for Reduce<R, N> {
    type Shape = Scalar;
    type Bound = node::Reduce<R, N::Bound>;
    type Erased = Reduce<R, N::Erased>;

    fn erase(self) -> Self::Erased {
        Reduce::new(self.vector.erase())
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.context().check_not_empty(&self.vector)?;
        Ok(node::Reduce::new(vector))
    }
}

impl<R: Reduction, N: Expression> Describe for Reduce<R, N> {
    fn describe(&self, text: &mut String) {
        describe_operand(&self.vector, 3, text);
        text.push('.');
        text.push_str(R::NAME);
        text.push_str("()");
    }
}

impl<R: Reduction, N: Expression> RowFacts for Reduce<R, N> {}
