//! `sum_over(count, |k| …)`: sums of a number of expressions that is known at run time.

use crate::expression::{Expr, IntoExpr};
use crate::node::SumOver;

/// Σₖ f(k) for k = 0, 1, …, `count` − 1, of expressions of one type and of one size: numbers, vectors or
/// matrices.
///
/// The terms differ by k: `&x[k]` of the program's own data, and `mu.at(k)`, `m.row(k)` of expressions.
/// Their type is compiled once, however many there are. The sum is stored, and each term is evaluated a
/// second time for its gradient, so a sum that can be written with `dot` or [`sum`](Expr::sum) is faster
/// that way.
///
/// ```
/// use monomorph::prelude::*;
///
/// let (y, waves) = ([0.1, 0.7, 0.4], [[1.0, 0.0, 1.0], [0.5, 1.0, 0.5], [0.0, 1.0, 1.0]]);
/// params! { height: vector(3), shift: vector(3) }
/// let model = model! {
///     height |= normal(0.0, 1.0),
///     shift |= normal(0.0, 0.1),
///     data(&y) |= normal(sum_over(3, |k| height.at(k) * (data(&waves[k]) + shift.at(k)).sin()), 0.1),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The closure is called whenever a term is needed, and must be `Copy`; a closure that borrows what it reads
/// is. It must be a `move` closure if it reads a definition of the same `model!` or the number of a loop
/// around it, and in a function that returns the sum; then data must be references.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses terms of different sizes. A sum of no
/// terms is 0 if terms are numbers. For vectors and matrices it is an error, because their size is unknown.
pub fn sum_over<F, Term>(count: usize, term: F) -> Expr<SumOver<F, Term::Node>>
where
    F: Fn(usize) -> Term + Copy + Send + Sync,
    Term: IntoExpr,
{
    Expr(SumOver::new(count, term))
}
