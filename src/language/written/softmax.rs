//! Probabilities from any numbers, or their logarithms. The maths is in
//! [`node::Softmax`](crate::node::Softmax).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node::{self, Scale};
use crate::rewrite::RowFacts;
use crate::shape::Sides;
use core::marker::PhantomData;

/// The probabilities, or their logarithms, that are proportional to the exponentials of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Softmax<In, N> {
    vector: Stored<N>,
    scale: PhantomData<fn() -> In>,
}

impl<In, N: Expression> Softmax<In, N> {
    /// The vector.
    #[cfg(feature = "random")]
    pub(crate) fn argument(&self) -> &N {
        self.vector.source()
    }

    /// Normalises the exponentials of a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector), scale: PhantomData }
    }
}

impl<In: Scale, N: Expression> Expression for Softmax<In, N> {
    type Shape = N::Shape;
    type Bound = node::Softmax<In, N::Bound>;
    type Erased = Softmax<In, N::Erased>;

    fn erase(self) -> Self::Erased {
        Softmax { vector: self.vector.erase(), scale: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.context().check_not_empty(&self.vector)?;
        Ok(node::Softmax::new(vector))
    }
}

impl<In: Scale, N: Expression> Describe for Softmax<In, N> {
    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push('.');
        text.push_str(In::NAME);
        text.push_str("()");
    }
}

impl<In: Scale, N: Expression> RowFacts for Softmax<In, N> {}
