//! A function of one expression, element by element, such as its logarithm. The maths is in
//! [`BoundUnary`](crate::node::BoundUnary).

use crate::compiler::rewrite::{AffineRow, Predictor, RowFacts};
use crate::compiler::{Compiler, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_operand};
use crate::contract::sketch::add_predictors;
use crate::error::Error;
use crate::node::{BoundUnary, UnaryFunction};
use crate::shape::Sides;
use crate::simd::Pack;
use pulp::Scalar;

/// `Function` applied to every element of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Unary<Function, N> {
    function: Function,
    argument: N,
}

impl<Function, N> Unary<Function, N> {
    /// Applies a function.
    pub(crate) fn new(function: Function, argument: N) -> Self {
        Self { function, argument }
    }
}

impl<Function: UnaryFunction, N> Unary<Function, N> {
    /// The function of a number that is known.
    fn of_number(&self, number: f64) -> f64 {
        self.function.value_and_derivative(Pack::splat(Scalar::new(), number)).0.first()
    }
}

impl<Function: UnaryFunction, N: Expression> Expression for Unary<Function, N> {
    type Shape = N::Shape;
    type Bound = BoundUnary<Function, N::Bound>;
    type Erased = Unary<Function, N::Erased>;

    fn erase(self) -> Self::Erased {
        Unary { function: self.function, argument: self.argument.erase() }
    }

    fn sides(&self) -> Sides {
        self.argument.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let argument = self.argument.bind(compiler)?;
        Ok(BoundUnary::new(self.function, argument, compiler).with_logarithm(compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundUnary::of_coefficients(self.function, self.argument.bind_coefficients(compiler)?))
    }
}

impl<Function: UnaryFunction, N: Expression> Describe for Unary<Function, N> {
    fn describe(&self, text: &mut String) {
        describe_operand(&self.argument, 3, text);
        self.function.describe(text);
    }
}

impl<Function: UnaryFunction, N: Expression> RowFacts for Unary<Function, N> {
    fn datum(&self, index: usize) -> Option<f64> {
        Some(self.of_number(self.argument.datum(index)?))
    }

    fn known(&self, index: usize) -> Option<f64> {
        Some(self.of_number(self.argument.known(index)?))
    }

    fn key(&self, row: usize, key: &mut Key) {
        self.argument.key(row, key);
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match (self.datum(row), Function::MULTIPLE) {
            (None, Some(slope)) => self.argument.affine(row, weight * slope, form),
            (number, _) => form.offset(weight * number.unwrap_or(f64::NAN)),
        }
    }

    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        add_predictors(&self.argument, found);
    }
}

expression! {
    [Function, N] Unary<Function, N>;
}
