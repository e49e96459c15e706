//! A number that is computed from a whole vector, such as its variance. The maths is in
//! [`BoundSummarise`](crate::node::BoundSummarise).

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::node::{BoundSummarise, Statistic, Stored};
use crate::shape::{Scalar, Sides};
use core::marker::PhantomData;

/// The statistic `F` of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Summarise<F, N> {
    vector: Stored<N>,
    statistic: PhantomData<fn() -> F>,
}

impl<F, N: Expression> Summarise<F, N> {
    /// Makes the statistic of a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector), statistic: PhantomData }
    }
}

impl<F: Statistic, N: Expression> Expression for Summarise<F, N> {
    type Shape = Scalar;
    type Bound = BoundSummarise<F, N::Bound>;
    type Erased = Summarise<F, N::Erased>;

    fn erase(self) -> Self::Erased {
        Summarise { vector: self.vector.erase(), statistic: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.context().check_at_least(&self.vector, F::LEAST)?;
        Ok(BoundSummarise::new(vector))
    }
}

impl<F: Statistic, N: Expression> Describe for Summarise<F, N> {
    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push('.');
        text.push_str(F::NAME);
        text.push_str("()");
    }
}

impl<F: Statistic, N: Expression> RowFacts for Summarise<F, N> {}

expression! {
    [F, N] Summarise<F, N>;
}
