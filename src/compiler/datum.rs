//! The elements of data: numbers, and integers that are indices.

use crate::sealed::Sealed;
use num_traits::ToPrimitive;

/// A number that can be an element of data: `f64`, `f32`, an integer or a `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as an expression of a model",
    label = "neither a number, nor an expression, nor borrowed data, as the `.codes()` of labels are"
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

/// An integer that can be an index.
#[diagnostic::on_unimplemented(
    message = "a vector cannot be indexed by numbers of type `{Self}`",
    label = "the indices are not integers",
    note = "one element is picked by a `usize`, many by a slice of integers such as `&county`"
)]
pub trait Index: Datum + ToPrimitive {}

macro_rules! index {
    ($($Integer:ty),*) => { $(impl Index for $Integer {})* };
}

index!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
