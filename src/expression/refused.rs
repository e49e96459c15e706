//! Operators that Rust reserves for other results: brackets return a reference, comparisons a `bool`.
//!
//! An expression has no value when a program builds it, so neither can be had. The implementations are there
//! for the compiler's message alone: each needs a trait that nothing implements, whose message names the
//! method to write. Without them the compiler says that an expression of a long type cannot be indexed or
//! compared.

use crate::expression::Expr;
use core::cmp::Ordering;
use core::ops::Index;

/// A trait that no type implements: a bound for an index in brackets.
#[diagnostic::on_unimplemented(
    message = "elements of an expression are taken by `at`, not by brackets: `alpha.at(0)` is one element, \
               `alpha.at(&group)` is the element of each row's group",
    label = "write `.at(…)` in place of `[…]`"
)]
pub trait InBrackets {}

/// The result of a comparison. The compiler repeats a message about the type that is compared, and not the
/// one of a bound on the same type, so the bound is on a type of its own.
pub struct Comparison;

/// A trait that holds for no value: a bound for a comparison with `Right`.
#[diagnostic::on_unimplemented(
    message = "expressions are compared by methods, not by operators: `a.greater(b)` and `a.less(b)` are 1 \
               where the comparison holds, and 0 elsewhere",
    label = "write `.greater(…)` or `.less(…)`",
    note = "an `if` would decide when the model is written, not when it is evaluated; the chapter of the guide \
            on the compiler's messages shows what to write instead"
)]
pub trait ByOperators<Right: ?Sized> {}

// Values without a size, which no comparison has. With none of these the compiler would know at once that
// there is no comparison and say so in its own words; with one it would expect that.
impl ByOperators<str> for Comparison {}
impl ByOperators<[()]> for Comparison {}

impl<N, Bracketed: InBrackets> Index<Bracketed> for Expr<N> {
    // The expression itself, so that what stands around the brackets is not refused as well.
    type Output = Self;

    fn index(&self, _: Bracketed) -> &Self {
        self
    }
}

impl<N, Right> PartialEq<Right> for Expr<N>
where
    Comparison: ByOperators<Right>,
{
    fn eq(&self, _: &Right) -> bool {
        false
    }
}

impl<N, Right> PartialOrd<Right> for Expr<N>
where
    Comparison: ByOperators<Right>,
{
    fn partial_cmp(&self, _: &Right) -> Option<Ordering> {
        None
    }
}
