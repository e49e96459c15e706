//! The kinds of shapes that functions require: vectors, matrices and square matrices.

use super::{Dimension, Matrix, SameDimension, Scalar, Shape, Vector};

/// The shape of a vector.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` is not that of a vector",
    label = "a vector is wanted here",
    note = "a row or a column of a matrix is a vector: `.row(0)`, `.column(0)`; `.flatten()` makes one of all elements"
)]
pub trait VectorShape: Shape {
    /// The number of elements.
    type Length: Dimension;
}

impl<Length: Dimension> VectorShape for Vector<Length> {
    type Length = Length;
}

/// The shape of a matrix.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` is not that of a matrix",
    label = "a matrix is wanted here",
    note = "`.reshape(rows, columns)` makes a matrix of a vector, row after row"
)]
pub trait MatrixShape: Shape {
    /// The number of rows.
    type Rows: Dimension;
    /// The number of columns.
    type Columns: Dimension;
}

impl<Rows: Dimension, Columns: Dimension> MatrixShape for Matrix<Rows, Columns> {
    type Rows = Rows;
    type Columns = Columns;
}

/// The shape of a matrix that is square, as far as the types know.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` is not that of a square matrix",
    label = "a square matrix is wanted here"
)]
pub trait SquareShape: MatrixShape {
    /// The number of rows, and of columns.
    type Side: Dimension;
}

#[diagnostic::do_not_recommend] // The message says “square”, not which lengths differ.
impl<Rows: SameDimension<Columns>, Columns: Dimension> SquareShape for Matrix<Rows, Columns> {
    type Side = Rows::Common;
}

/// The shape of a number or a vector, which can be a part of a vector.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot be a part of a vector",
    label = "neither a number nor a vector",
    note = "`.flatten()` makes a vector of a matrix, row after row"
)]
pub trait PartOfVector: Shape {}

impl PartOfVector for Scalar {}
impl<Length: Dimension> PartOfVector for Vector<Length> {}

/// The shape of a vector or a matrix, which can be rows or columns of a matrix.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot be rows or columns of a matrix",
    label = "neither a vector nor a matrix"
)]
pub trait PartOfMatrix: Shape {
    /// The length of a row, where a vector is one row.
    type Row: Dimension;
    /// The length of a column, where a vector is one column.
    type Column: Dimension;
}

impl<Length: Dimension> PartOfMatrix for Vector<Length> {
    type Row = Length;
    type Column = Length;
}

impl<Rows: Dimension, Columns: Dimension> PartOfMatrix for Matrix<Rows, Columns> {
    type Row = Columns;
    type Column = Rows;
}
