//! `+ - * /` and unary minus.

use crate::contract::expression::Expression;
use crate::expression::functions_of_one::Negate;
use crate::expression::{Expr, IntoExpr};
use crate::node;
use crate::node::{Binary, Constant, Unary};
use crate::shape::{Broadcast, Lifted, Scalar, Shape};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The shape of a function of two expressions.
pub type Combined<L, R> = <<L as Expression>::Shape as Broadcast<<R as Expression>::Shape>>::Output;

/// A function of two expressions, element by element.
pub type Combine<Function, L, R> =
    Binary<Function, Lifted<L, Combined<L, R>>, Lifted<R, Combined<L, R>>, Combined<L, R>>;

/// Lifts both expressions to the common shape and applies a function of two arguments.
pub(super) fn combine<Function, L: Expression, R: Expression>(
    left: L,
    right: R,
) -> Expr<Combine<Function, L, R>>
where
    L::Shape: Broadcast<R::Shape>,
{
    Expr(Binary::new(
        <L::Shape as Shape>::lift::<_, Combined<L, R>>(left),
        <R::Shape as Shape>::lift::<_, Combined<L, R>>(right),
    ))
}

/// Implements an operator for an expression and anything, and for a number and an expression.
macro_rules! operators {
    ($($Operator:ident::$method:ident),*) => {$(
        impl<L: Expression, R: IntoExpr> $Operator<R> for Expr<L>
        where
            L::Shape: Broadcast<<R::Node as Expression>::Shape>,
        {
            type Output = Expr<Combine<node::$Operator, L, R::Node>>;

            fn $method(self, right: R) -> Self::Output {
                combine(self.0, right.into_expr().0)
            }
        }

        operators!(@number f64, $Operator::$method);
        operators!(@number i32, $Operator::$method);
    )*};
    (@number $Number:ty, $Operator:ident::$method:ident) => {
        impl<R: Expression> $Operator<Expr<R>> for $Number
        where
            Scalar: Broadcast<R::Shape>,
        {
            type Output = Expr<Combine<node::$Operator, Constant, R>>;

            fn $method(self, right: Expr<R>) -> Self::Output {
                combine(Constant(f64::from(self)), right.0)
            }
        }
    };
}

operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<N: Expression> Neg for Expr<N> {
    type Output = Expr<Unary<Negate, N>>;

    fn neg(self) -> Self::Output {
        Expr(Unary::new(Negate, self.0))
    }
}
