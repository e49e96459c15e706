//! Values whose Rust type follows from the type of a parameter.

use super::Value;
use crate::error::Error;
use crate::name::Name;
use crate::shape::{Dimension, Extent, Matrix, Scalar, Tag, Vector};
use faer::Mat;

/// A parameter of `params!` or a definition of `model!`, whose name and shape are in its type.
///
/// An expression of parameters has no name, so a program that asks for its values does not compile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a parameter nor a definition",
    label = "it has no name",
    note = "to have the values of an expression, give it a name in the model: `theta = mu + tau * eta`"
)]
pub trait Named: Copy {
    /// The shape of its value.
    type Shape: Shaped;

    /// The name as a type.
    type Name: Name;

    /// The name as text.
    const NAME: &'static str = <Self::Name as Name>::NAME;
}

/// A shape, with the Rust type of its values: `f64`, `Vec<f64>` or [`Mat<f64>`].
pub trait Shaped: Tag {
    /// The Rust type of the values.
    type Value;

    /// Converts a value to this type.
    ///
    /// # Errors
    ///
    /// [`Error::ShapeMismatch`], with the name, if the value has another shape.
    fn typed(name: &str, value: Value) -> Result<Self::Value, Error>;
}

impl Shaped for Scalar {
    type Value = f64;

    fn typed(name: &str, value: Value) -> Result<f64, Error> {
        value.as_number().ok_or_else(|| mismatch(name, Extent::Scalar, &value))
    }
}

impl<Length: Dimension> Shaped for Vector<Length> {
    type Value = Vec<f64>;

    fn typed(name: &str, value: Value) -> Result<Vec<f64>, Error> {
        match value.extent() {
            Extent::Vector(length) if Length::SIZE.is_none_or(|size| size == length) => Ok(value.into_vec()),
            found => Err(mismatch(name, Extent::Vector(Length::SIZE.unwrap_or(found.size())), &value)),
        }
    }
}

impl<Rows: Dimension, Columns: Dimension> Shaped for Matrix<Rows, Columns> {
    type Value = Mat<f64>;

    fn typed(name: &str, value: Value) -> Result<Mat<f64>, Error> {
        let sides = super::part::sides(value.extent());
        let (rows, columns) = (Rows::SIZE.unwrap_or(sides.rows), Columns::SIZE.unwrap_or(sides.columns));
        let expected = Extent::Matrix { length: rows * columns, columns };
        if value.extent() != expected {
            return Err(mismatch(name, expected, &value));
        }
        Ok(Mat::from_fn(rows, columns, |i, j| value[i * columns + j]))
    }
}

fn mismatch(name: &str, expected: Extent, value: &Value) -> Error {
    Error::ShapeMismatch { name: name.to_owned(), expected, found: value.extent() }
}
