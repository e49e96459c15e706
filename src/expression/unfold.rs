//! The common parts of [`scan`](crate::expression::scan) and [`scan_rows`](crate::expression::scan_rows):
//! the values that are stored in the workspace before the first step, the expressions of a step, and the
//! earlier values that a step reads.

use crate::contract::expression::{Expression, Expressions};
use crate::expression::{Expr, IntoExpr};
use crate::node::{Constant, Stored};
use crate::sealed::{OfCarries, OfSteps, Sealed};
use crate::shape::{Shape, VectorShape};
use crate::time::{Carry, History, RowSteps, Unfolds};

impl<Of: Unfolds, Sh: Shape> Expr<Carry<Of, Sh>> {
    /// The value of the carry `count` steps back. `s` itself is the value of the previous step, so `s.lag(1)`
    /// is `s`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { phi: vector(2), start: vector(2), rho: vector(4), first: vector(4) }
    /// // the expectation of an autoregression of order 2
    /// let path = scan(start, steps(8), |s, _| phi.at(0) * s + phi.at(1) * s.lag(2));
    /// // four seasonal series, each of which follows its value of three steps back
    /// let paths = scan_rows(first, steps(8), |s, _| 0.9 * s - rho * s.lag(3));
    /// # let _ = (path, paths);
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses `lag(0)`, and in a
    /// [`scan`](crate::expression::scan) a lag that reads further back than there are initial values.
    pub fn lag(self, count: usize) -> Self {
        Self(self.0.with_lag(count))
    }

    /// The sum of all earlier values, weighted by their age: Σₖ wₖ sₜ₋ₖ for k = 1, 2, …, with w₁ the first
    /// of `weights`, as far as there are weights and values. Initial values are included; a single one is
    /// counted once. It is the sum in a renewal process or a Hawkes process.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let interval = [0.2, 0.5, 0.3];
    /// params! { r: vector(20).positive(), first: positive() }
    /// // infections by those of the days before
    /// let infections = scan(first, r, |cases, r| r * cases.dot_reversed(data(&interval)));
    /// # let _ = infections;
    /// ```
    ///
    /// Each element of a vector has its own sum, with one list of weights:
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (interval, seed, none) = ([0.2, 0.5, 0.3], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0]);
    /// params! { r: vector(2).positive(), first: vector(2).positive() }
    /// // infections of two countries by those of the days before
    /// let infections = scan_rows(data(&none), data(&seed),
    ///     |cases, seed| seed * first + r * cases.dot_reversed(data(&interval)));
    /// # let _ = infections;
    /// ```
    ///
    /// In each step, the sum takes time proportional to its length.
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses an empty list of weights.
    pub fn dot_reversed<Weights: IntoExpr>(self, weights: Weights) -> Expr<History<Weights::Node, Of, Sh>>
    where
        Sh: VectorShape,
        <Weights::Node as Expression>::Shape: VectorShape,
    {
        Expr(History::new(self.0, weights.into_expr().0))
    }
}

/// The values that are stored in the workspace before the first step: initial values, inputs.
pub trait Beforehand: Sealed<OfCarries> + Copy {
    /// The values, in the workspace.
    type Stored: Expressions;

    /// Returns the values.
    fn stored(self) -> Self::Stored;
}

/// The expressions of a step: one, or a tuple of two to four.
pub trait StepExpressions: Sealed<OfSteps> {
    /// The expressions.
    type Steps: Expressions<Bound: RowSteps>;

    /// Returns the expressions.
    fn steps(self) -> Self::Steps;
}

impl Sealed<OfCarries> for f64 {}

impl Beforehand for f64 {
    type Stored = (Stored<Constant>,);

    fn stored(self) -> Self::Stored {
        (Stored::new(Constant(self)),)
    }
}

impl<N: Expression> Sealed<OfCarries> for Expr<N> {}

impl<N: Expression> Beforehand for Expr<N> {
    type Stored = (Stored<N>,);

    fn stored(self) -> Self::Stored {
        (Stored::new(self.0),)
    }
}

impl<N: Expression> Sealed<OfSteps> for Expr<N> {}

impl<N: Expression> StepExpressions for Expr<N> {
    type Steps = (N,);

    fn steps(self) -> (N,) {
        (self.0,)
    }
}

/// Implements [`Beforehand`] and [`StepExpressions`] for tuples: for each place the type of its expression,
/// and the place.
macro_rules! several {
    ($($N:ident $place:tt),*) => {
        impl<$($N: IntoExpr),*> Sealed<OfCarries> for ($($N,)*) {}

        impl<$($N: IntoExpr),*> Beforehand for ($($N,)*) {
            type Stored = ($(Stored<$N::Node>,)*);

            fn stored(self) -> Self::Stored {
                ($(Stored::new(self.$place.into_expr().0),)*)
            }
        }

        impl<$($N: Expression),*> Sealed<OfSteps> for ($(Expr<$N>,)*) {}

        impl<$($N: Expression),*> StepExpressions for ($(Expr<$N>,)*) {
            type Steps = ($($N,)*);

            fn steps(self) -> Self::Steps {
                ($(self.$place.0,)*)
            }
        }
    };
}

several!(A 0, B 1);
several!(A 0, B 1, C 2);
several!(A 0, B 1, C 2, D 3);
