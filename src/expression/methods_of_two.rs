//! Methods of two expressions, element by element: powers, maxima, minima and comparisons. The functions
//! and their slopes are in the table of [`BinaryFunction`](crate::node::BinaryFunction).

use crate::contract::expression::Expression;
use crate::expression::operators::{Combine, combine};
use crate::expression::{Expr, IntoExpr};
use crate::node::{Greater, Less, Max, Min, Powf};
use crate::shape::Broadcast;

/// Declares methods of two arguments: `method, Function`.
macro_rules! methods_of_two {
    ($($(#[$doc:meta])* $method:ident, $Function:ident;)*) => {
        impl<N: Expression> Expr<N> {$(
            $(#[$doc])*
            pub fn $method<Other: IntoExpr>(self, other: Other) -> Expr<Combine<$Function, N, Other::Node>>
            where
                N::Shape: Broadcast<<Other::Node as Expression>::Shape>,
            {
                combine(self.0, other.into_expr().0)
            }
        )*}
    };
}

methods_of_two! {
    /// xʸ for x ≥ 0; for x < 0 the log density is −∞.
    powf, Powf;

    /// The larger of two numbers, with the slope of the larger one. Where both are equal the density has a
    /// kink, which makes a sampler slightly less efficient.
    max, Max;

    /// The smaller of two numbers, with the slope of the smaller one. Where both are equal the density has
    /// a kink, which makes a sampler slightly less efficient.
    min, Min;

    /// 1 where x > y, and 0 elsewhere. The mean over draws is the probability of x > y.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: interval(0.0, 1.0), b: interval(0.0, 1.0) }
    /// let model = model! {
    ///     a |= beta(1.0, 1.0),
    ///     b |= beta(1.0, 1.0),
    ///     data(20) |= binomial(100, a),
    ///     data(30) |= binomial(100, b),
    ///     is_better = b.greater(a),
    ///     loss = (a - b).max(0.0),           // of those who choose b
    /// };
    /// let fit = model.compile()?.nuts().seed(1).run()?;
    /// let summary = fit.summary();
    /// assert!((0.92..0.97).contains(&summary.row("is_better")?.mean));
    /// assert!((0.0005..0.003).contains(&summary.row("loss")?.mean));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// The slopes are 0 and the function jumps, so gradient-based samplers should not be used with a
    /// density that depends on it.
    greater, Greater;

    /// 1 where x < y, and 0 elsewhere: see [`greater`](Self::greater).
    less, Less;
}
