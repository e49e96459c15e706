//! A function of two expressions, element by element, such as their sum. The maths is in
//! [`BoundBinary`](crate::node::BoundBinary).

use crate::compiler::rewrite::{AffineRow, Predictor, RowFacts};
use crate::compiler::{Compiler, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_operand};
use crate::contract::operation::Affinity;
use crate::contract::sketch::add_predictors;
use crate::error::Error;
use crate::node::{BinaryFunction, BoundBinary};
use crate::shape::{Shape, Sides};
use crate::simd::Pack;
use core::marker::PhantomData;
use pulp::Scalar;

/// `Function` of the elements of `L` and `R`, which have the shape `Sh` or are repeated along it.
#[derive(Clone, Copy, Debug)]
pub struct Binary<Function, L, R, Sh> {
    left: L,
    right: R,
    function: PhantomData<fn() -> (Function, Sh)>,
}

impl<Function, L, R, Sh> Binary<Function, L, R, Sh> {
    /// Applies a function.
    pub(crate) fn new(left: L, right: R) -> Self {
        Self { left, right, function: PhantomData }
    }
}

impl<Function: BinaryFunction, L, R, Sh> Binary<Function, L, R, Sh> {
    /// The function of two numbers.
    fn of_numbers(left: f64, right: f64) -> f64 {
        let [left, right] = [left, right].map(|number| Pack::splat(Scalar::new(), number));
        Function::value_and_partials(left, right).0.first()
    }
}

impl<Function: BinaryFunction, L: Expression, R: Expression, Sh: Shape> Expression
    for Binary<Function, L, R, Sh>
{
    type Shape = Sh;
    type Bound = BoundBinary<Function, L::Bound, R::Bound, Sh>;
    type Erased = Binary<Function, L::Erased, R::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        Binary::new(self.left.erase(), self.right.erase())
    }

    fn sides(&self) -> Sides {
        self.left.sides().or(self.right.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let left = self.left.bind(compiler)?;
        let right = self.right.bind(compiler)?;
        compiler.context().check_lengths(&self.left, &self.right)?;
        Ok(BoundBinary::new(left, right, compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let left = self.left.bind_coefficients(compiler)?;
        let right = self.right.bind_coefficients(compiler)?;
        Ok(BoundBinary::of_coefficients(left, right))
    }
}

impl<Function: BinaryFunction, L: Expression, R: Expression, Sh: Shape> Describe
    for Binary<Function, L, R, Sh>
{
    const PRECEDENCE: u8 = Function::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        describe_operand(&self.left, Function::PRECEDENCE, text);
        text.push_str(Function::SYMBOL);
        // a − (b − c) and a / (b / c) need their brackets.
        describe_operand(&self.right, Function::PRECEDENCE + 1, text);
    }
}

impl<Function: BinaryFunction, L: Expression, R: Expression, Sh: Shape> RowFacts
    for Binary<Function, L, R, Sh>
{
    fn datum(&self, index: usize) -> Option<f64> {
        Some(Self::of_numbers(self.left.datum(index)?, self.right.datum(index)?))
    }

    fn known(&self, index: usize) -> Option<f64> {
        match (self.left.known(index), self.right.known(index)) {
            (Some(left), Some(right)) => Some(Self::of_numbers(left, right)),
            (Some(0.0), _) | (_, Some(0.0)) if Function::AFFINITY == Affinity::Product => Some(0.0),
            _ => None,
        }
    }

    fn key(&self, row: usize, key: &mut Key) {
        self.left.key(row, key);
        self.right.key(row, key);
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        if let Some(number) = self.datum(row) {
            return form.offset(weight * number);
        }
        match (Function::AFFINITY, self.left.datum(row), self.right.datum(row)) {
            (Affinity::Sum(sign), ..) => {
                self.left.affine(row, weight, form);
                self.right.affine(row, weight * sign, form);
            }
            (Affinity::Product, Some(factor), _) => self.right.affine(row, weight * factor, form),
            (Affinity::Product, _, Some(factor)) => self.left.affine(row, weight * factor, form),
            (Affinity::Product, ..) => form.product(
                |form| self.left.affine(row, weight, form),
                |form| self.right.affine(row, 1.0, form),
            ),
            (Affinity::Quotient, _, Some(divisor)) => self.left.affine(row, weight / divisor, form),
            _ => form.offset(f64::NAN),
        }
    }

    /// Adds the predictors of both operands, but none if the divisor has variables: it may contain the scale
    /// of the predictors that it divides.
    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        if Function::AFFINITY == Affinity::Quotient && !R::VARS.is_empty() {
            return;
        }
        add_predictors(&self.left, found);
        add_predictors(&self.right, found);
    }
}

expression! {
    [Function, L, R, Sh] Binary<Function, L, R, Sh>;
}
