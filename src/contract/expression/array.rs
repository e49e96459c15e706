//! Arrays of expressions of one type: [`Lists`] of any length, and [`Expressions`] if they are short.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::{Compiler, Key, Part};
use crate::contract::expression::{Expression, Expressions, Lists, describe_operand};
use crate::contract::sketch::ExpressionSketch;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;
use crate::shape::Sides;
use core::array::from_fn;

/// Binds each element with `bind`; `name(i)` names element `i` in messages.
fn bind_each<E: Expression, P: Into<Part>, const COUNT: usize>(
    all: [E; COUNT],
    compiler: &mut Compiler,
    name: impl Fn(usize) -> P,
    bind: impl Fn(usize, E, &mut Compiler) -> Result<E::Bound, Error>,
) -> Result<[E::Bound; COUNT], Error> {
    let mut bound = [const { None }; COUNT];
    for (place, expression) in all.into_iter().enumerate() {
        compiler.start_part(name(place));
        bound[place] = Some(bind(place, expression, compiler)?);
    }
    Ok(bound.map(|node| node.expect("every element is bound")))
}

impl<E: Expression, const COUNT: usize> Expressions for [E; COUNT] {
    type Bound = [E::Bound; COUNT];
    type Erased = [E::Erased; COUNT];

    fn erase(self) -> Self::Erased {
        self.map(E::erase)
    }

    fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or(Sides::UNKNOWN, Expression::sides))
    }

    fn bind_first_rows<P: Into<Part>>(
        self,
        rows: usize,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> P,
    ) -> Result<Self::Bound, Error> {
        bind_each(self, compiler, name, |_, expression, compiler| expression.bind_first_rows(rows, compiler))
    }

    fn bind_coefficients(
        self,
        at: usize,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<Self::Bound, Error> {
        bind_each(self, compiler, name, |place, expression, compiler| {
            if place == at { expression.bind_coefficients(compiler) } else { expression.bind(compiler) }
        })
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<Self::Bound, Error> {
        self.bind_all_divided(divisor, compiler, name)
    }

    fn parts(&self) -> Vec<ExpressionSketch> {
        self.iter().map(ExpressionSketch::of).collect()
    }

    fn describe_one(&self, place: usize, text: &mut String) {
        describe_operand(&self[place], 3, text);
    }

    fn describe(&self, skip: usize, text: &mut String) {
        for (place, expression) in self.iter().enumerate().skip(skip) {
            text.push_str(if place == skip { "" } else { ", " });
            expression.describe(text);
        }
    }

    fn datum(&self, place: usize, row: usize) -> Option<f64> {
        self.get(place)?.datum(row)
    }

    fn known(&self, place: usize, row: usize) -> Option<f64> {
        self.get(place)?.known(row)
    }

    fn key(&self, places: [bool; MAX_ARGUMENTS], row: usize, key: &mut Key) {
        let wanted = self.iter().zip(places).filter(|(_, is_wanted)| *is_wanted);
        wanted.for_each(|(expression, _)| expression.key(row, key));
    }

    fn affine(&self, place: usize, row: usize, form: &mut AffineRow) {
        self[place].affine(row, 1.0, form);
    }
}

impl<E: Expression, const COUNT: usize> Lists for [E; COUNT] {
    type Bound = [E::Bound; COUNT];

    fn all_sides(&self) -> Vec<Sides> {
        self.iter().map(Expression::sides).collect()
    }

    fn all_parts(&self) -> Vec<ExpressionSketch> {
        self.iter().map(ExpressionSketch::of).collect()
    }

    fn describe_all(&self, text: &mut String) {
        Expressions::describe(self, 0, text);
    }

    fn bind_all(
        self,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<[E::Bound; COUNT], Error> {
        bind_each(self, compiler, name, |_, expression, compiler| expression.bind(compiler))
    }

    fn bind_all_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<[E::Bound; COUNT], Error> {
        bind_each(self, compiler, name, |_, expression, compiler| expression.bind_divided(divisor, compiler))
    }

    fn all_known(&self, row: usize) -> Vec<Option<f64>> {
        self.iter().map(|expression| expression.known(row)).collect()
    }

    fn key_all(&self, row: usize, key: &mut Key) {
        self.iter().for_each(|expression| expression.key(row, key));
    }
}
