//! The forms in which a value of a variable can be given.

use crate::shape::{Dimension, Matrix, Scalar, Tag, Vector};

/// A value that can be given to a variable of the shape `Sh`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a variable of the shape `{Sh}`",
    note = "a number is the value of a scalar; a slice, an array or a `Vec` of numbers that of a vector, or of a matrix row after row"
)]
pub trait ValueOf<'a, Sh: Tag> {
    /// The numbers.
    fn numbers(self) -> Numbers<'a>;
}

/// One number or several.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Numbers<'a> {
    /// The value of a scalar.
    One(f64),
    /// The elements of a vector, or of a matrix row by row.
    Many(&'a [f64]),
}

impl Numbers<'_> {
    /// The numbers as a slice.
    pub fn as_slice(&self) -> &[f64] {
        match self {
            Self::One(number) => core::slice::from_ref(number),
            Self::Many(numbers) => numbers,
        }
    }
}

impl<'a> ValueOf<'a, Scalar> for f64 {
    fn numbers(self) -> Numbers<'a> {
        Numbers::One(self)
    }
}

macro_rules! many {
    ($([$($length:tt)*] $Slice:ty;)*) => {$(
        impl<'a, N: Dimension, $($length)*> ValueOf<'a, Vector<N>> for $Slice {
            fn numbers(self) -> Numbers<'a> {
                Numbers::Many(self)
            }
        }

        impl<'a, R: Dimension, C: Dimension, $($length)*> ValueOf<'a, Matrix<R, C>> for $Slice {
            fn numbers(self) -> Numbers<'a> {
                Numbers::Many(self)
            }
        }
    )*};
}

many! {
    [] &'a [f64];
    [] &'a Vec<f64>;
    [const LENGTH: usize] &'a [f64; LENGTH];
}
