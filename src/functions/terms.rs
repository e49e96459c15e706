//! [`log_sum_exp_of`], a function of any number of expressions.

use crate::contract::expression::{Fit, Fitted, Lists};
use crate::expression::{Expr, IntoExpr};
use crate::node::LogSumExpOf;
use crate::sealed::{OfTerms, Sealed};

/// A tuple of two to six expressions, or an array of any length.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple or an array of expressions",
    label = "neither a tuple of two to six expressions nor an array",
    note = "all terms stand in one tuple, `log_sum_exp_of((a, b, c))`, or in an array; of the elements of a vector it is \
            `x.log_sum_exp()`, and of two expressions `log_sum_exp(a, b)`"
)]
pub trait Terms: Sealed<OfTerms> {
    /// The expressions.
    type Nodes: Copy;

    /// Returns the expressions.
    fn into_nodes(self) -> Self::Nodes;
}

impl<A, const COUNT: usize> Sealed<OfTerms> for [A; COUNT] {}

impl<A: IntoExpr, const COUNT: usize> Terms for [A; COUNT] {
    type Nodes = [A::Node; COUNT];

    fn into_nodes(self) -> Self::Nodes {
        self.map(|term| term.into_expr().0)
    }
}

/// Implements [`Terms`] for the tuple of these expressions.
macro_rules! terms {
    ($($($Term:ident $place:tt),+;)*) => {$(
        impl<$($Term),+> Sealed<OfTerms> for ($($Term,)+) {}

        impl<$($Term: IntoExpr),+> Terms for ($($Term,)+) {
            type Nodes = ($($Term::Node,)+);

            fn into_nodes(self) -> Self::Nodes {
                ($(self.$place.into_expr().0,)+)
            }
        }
    )*};
}

terms! {
    A 0, B 1;
    A 0, B 1, D 2;
    A 0, B 1, D 2, E 3;
    A 0, B 1, D 2, E 3, F 4;
    A 0, B 1, D 2, E 3, F 4, G 5;
}

/// log Σⱼ exp of the terms `T`, element by element.
pub type LogSumExpOfTerms<T> = LogSumExpOf<Fitted<<T as Terms>::Nodes>, <<T as Terms>::Nodes as Fit>::Shape>;

/// log(eˣ + eʸ + e^z + …), element by element, which does not overflow. (Stan: `log_sum_exp({x, y, z})`.)
///
/// The terms are a tuple of two to six expressions, or an array of any number of one type: numbers, vectors,
/// matrices or data, which broadcast to one shape. A term that is −∞ is ignored; if all are −∞, so is the
/// result, with a gradient of zero.
///
/// ```
/// use monomorph::functions::log_sum_exp_of;
/// use monomorph::prelude::*;
///
/// let y = [0.3, 4.1, -0.2];
/// params! { a: real(), b: vector(3) }
/// let model = model! {
///     a |= normal(0.0, 1.0),
///     b |= normal(0.0, 1.0),
///     each = log_sum_exp_of((a, b, data(&y))),
///     increment(each.sum() + log_sum_exp_of([b.at(0), b.at(1), b.at(2)])),
/// };
/// let trace = model.compile()?.constrain(&[0.3, 0.3, 4.1, -0.2])?;
/// assert!((trace.get("each")?[0] - (0.3 + 3f64.ln())).abs() < 1e-15);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn log_sum_exp_of<T: Terms>(terms: T) -> Expr<LogSumExpOfTerms<T>>
where
    T::Nodes: Fit,
    Fitted<T::Nodes>: Lists,
{
    Expr(LogSumExpOf::new(terms.into_nodes().lift()))
}
