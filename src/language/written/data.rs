//! Observed numbers: the user's slice, borrowed. [`node::DataVector`](crate::node::DataVector) reads it as
//! `compile()` has packed it.

use super::{Describe, Expression, describe_number};
use crate::binding::Compiler;
use crate::error::Error;
use crate::frame::Packed;
use crate::node::{self, Datum};
use crate::rewrite::{Key, RowFacts};
use crate::shape::{Dimension, Sides, Vector};
use core::marker::PhantomData;

/// The number of numbers of a vector that a description of it shows.
const SHOWN: usize = 3;

/// A borrowed vector of data.
#[derive(Clone, Copy, Debug)]
pub struct DataVector<'a, T, N> {
    numbers: &'a [T],
    length: PhantomData<N>,
}

impl<'a, T: Datum, N: Dimension> DataVector<'a, T, N> {
    /// The leaf for a slice, whose length must be `N` where `N` is a number.
    pub(crate) fn new(numbers: &'a [T]) -> Self {
        Self { numbers, length: PhantomData }
    }
}

impl<T, N> DataVector<'_, T, N> {
    /// The user's numbers.
    #[cfg(feature = "random")]
    pub(crate) fn numbers(&self) -> &[T] {
        self.numbers
    }
}

impl<T: Datum, N: Dimension> Expression for DataVector<'_, T, N> {
    type Shape = Vector<N>;
    type Bound = node::DataVector<N>;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.numbers.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::DataVector::new(compiler.pack(self.numbers)?, self.numbers.len()))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        let number = |row: usize| self.numbers[row].to_f64() / divisor(row);
        let numbers = match compiler.context().rows() {
            Some(rows) => rows.means(&number),
            None => (0..self.numbers.len()).map(number).collect(),
        };
        Ok(node::DataVector::new(compiler.pack_numbers(numbers), self.numbers.len()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::DataVector::new(Packed::default(), self.numbers.len()))
    }
}

impl<T: Datum, N: Dimension> Describe for DataVector<'_, T, N> {
    fn describe(&self, text: &mut String) {
        // The first numbers tell one vector from another; their names, which only a statement's text has, are
        // not known here.
        text.push_str("data(&[");
        for (place, number) in self.numbers.iter().take(SHOWN).enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            describe_number(number.to_f64(), text);
        }
        text.push_str(if self.numbers.len() > SHOWN { ", …])" } else { "])" });
    }
}

impl<T: Datum, N: Dimension> RowFacts for DataVector<'_, T, N> {
    fn datum(&self, index: usize) -> Option<f64> {
        self.numbers.get(index).map(|number| number.to_f64())
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.number(self.numbers[row].to_f64());
    }
}
