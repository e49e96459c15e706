//! Observed numbers: x, with ∂x = 0.
//!
//! The user's slice is borrowed by the expression. `compile()` packs it once, as `f64` on whole cache lines, so
//! that the kernel reads full aligned registers whatever the integer type was.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Node, describe_number};
use crate::rewrite::Key;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Sides, Vector};
use crate::simd::{Frame, Lane, Pack, Packed};
use core::marker::PhantomData;
use pulp::Simd;

/// A number that data can be made of: `f64`, `f32`, an integer or a `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as an expression of a model",
    label = "neither a number, nor an expression, nor borrowed data"
)]
pub trait Datum: Sealed + Copy + Send + Sync + 'static {
    /// The number as `f64`. Integers beyond 2⁵³ are rounded.
    fn to_f64(self) -> f64;
}

macro_rules! datum {
    ($($Number:ty),*) => {$(
        impl Sealed for $Number {}

        impl Datum for $Number {
            fn to_f64(self) -> f64 {
                self as f64
            }
        }
    )*};
}

datum!(f64, f32, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl Sealed for bool {}

impl Datum for bool {
    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }
}

/// How many numbers of a vector a description of it shows.
const SHOWN: usize = 3;

/// A borrowed vector of data.
#[derive(Clone, Copy, Debug)]
pub struct DataVector<'a, T, N> {
    numbers: &'a [T],
    packed: Packed,
    length: PhantomData<N>,
}

impl<'a, T: Datum, N: Dimension> DataVector<'a, T, N> {
    /// The leaf for a slice, whose length must be `N` where `N` is a number.
    pub(crate) fn new(numbers: &'a [T]) -> Self {
        Self { numbers, packed: Packed::default(), length: PhantomData }
    }
}

impl<T, N> DataVector<'_, T, N> {
    /// The user's numbers.
    #[cfg(feature = "random")]
    pub(crate) fn numbers(&self) -> &[T] {
        self.numbers
    }
}

impl<T: Datum, N: Dimension> Node for DataVector<'_, T, N> {
    type Shape = Vector<N>;
    const VARS: VarSet = VarSet::EMPTY;
    const IS_DATUM: bool = true;
    const IS_COLUMN: bool = true;
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = true;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.numbers.len())
    }

    fn describe(&self, text: &mut String) {
        // The first numbers tell one vector from another; their names, which only a statement's text has, are not known here.
        text.push_str("data(&[");
        for (place, number) in self.numbers.iter().take(SHOWN).enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            describe_number(number.to_f64(), text);
        }
        text.push_str(if self.numbers.len() > SHOWN { ", …])" } else { "])" });
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.packed = compiler.pack(self.numbers)?;
        Ok(())
    }

    fn datum(&self, index: usize) -> Option<f64> {
        self.numbers.get(index).map(|number| number.to_f64())
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.number(self.numbers[row].to_f64());
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}
