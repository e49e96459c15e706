//! Observed numbers: x, with ∂x = 0.
//!
//! The written expression borrows the user's slice. `compile()` packs it once, as `f64` on whole cache
//! lines, so that the kernel reads full aligned registers, for every type of number.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Datum, Key};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_number};
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Shape, Sides, Vector};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of a vector's elements that its text shows.
const SHOWN: usize = 3;

/// A borrowed vector of data.
#[derive(Clone, Copy, Debug)]
pub struct DataVector<'a, T, N> {
    numbers: &'a [T],
    length: PhantomData<N>,
}

impl<'a, T: Datum, N: Dimension> DataVector<'a, T, N> {
    /// The leaf for a slice, which must have the length `N` if the type `N` is a number.
    pub(crate) fn new(numbers: &'a [T]) -> Self {
        Self { numbers, length: PhantomData }
    }
}

impl<T, N> DataVector<'_, T, N> {
    /// The user's numbers.
    pub(crate) fn numbers(&self) -> &[T] {
        self.numbers
    }
}

impl<T: Datum, N: Dimension> Expression for DataVector<'_, T, N> {
    type Shape = Vector<N>;
    type Bound = BoundData<Vector<N>>;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.numbers.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundData::new(compiler.pack(self.numbers)?, self.sides()))
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
        Ok(BoundData::new(compiler.pack_numbers(numbers), self.sides()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundData::new(Packed::default(), self.sides()))
    }
}

impl<T: Datum, N: Dimension> Describe for DataVector<'_, T, N> {
    fn describe(&self, text: &mut String) {
        // The first numbers distinguish one vector from another. The name of the user's variable stands
        // only in the statement's text, and is not known here.
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

/// Packed data of the shape `Sh`: a vector, or a matrix row after row.
#[derive(Clone, Copy, Debug)]
pub struct BoundData<Sh> {
    packed: Packed,
    sides: Sides,
    shape: PhantomData<Sh>,
}

impl<Sh: Shape> BoundData<Sh> {
    /// The leaf for numbers packed at `packed`.
    pub(crate) fn new(packed: Packed, sides: Sides) -> Self {
        Self { packed, sides, shape: PhantomData }
    }
}

#[inlined]
impl<Sh: Shape> Node for BoundData<Sh> {
    type Shape = Sh;
    // A matrix is not a column of an affine form: it is multiplied in panels.
    const FACTS: Facts = Facts {
        is_datum: !Sh::IS_MATRIX,
        is_weighted: !Sh::IS_MATRIX,
        is_column: !Sh::IS_MATRIX,
        has_rows: !Sh::IS_MATRIX,
        is_affine: !Sh::IS_MATRIX,
        ..Facts::of_data()
    };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.sides
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<Sh: Shape> Coefficients for BoundData<Sh> {}

impl<Sh: Shape> Drawn for BoundData<Sh> {}

expression! {
    [T, N] DataVector<'_, T, N>;
}

sealed! {
    [Sh] BoundData<Sh>;
}

keep_names! {
    [Sh] BoundData<Sh>;
}
