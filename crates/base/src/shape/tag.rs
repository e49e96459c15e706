//! Shapes as types.

use super::Dimension;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The shape of a single number.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// The shape of a column of `N` numbers.
#[derive(Clone, Copy, Debug)]
pub struct Vector<N: Dimension>(PhantomData<N>);

/// The shape of `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<R: Dimension, C: Dimension>(PhantomData<(R, C)>);

/// [`Scalar`], [`Vector`] or [`Matrix`], with the sizes that the type determines.
pub trait Tag: Sealed + Copy + Send + Sync + 'static {
    /// True for [`Scalar`].
    const IS_SCALAR: bool;

    /// True for [`Matrix`].
    const IS_MATRIX: bool;

    /// The number of rows, if the type determines it. A vector is a column, a scalar is one row.
    const ROWS: Option<usize>;

    /// The number of columns, if the type determines it.
    const COLUMNS: Option<usize>;

    /// The number of elements, if the type determines it.
    const LENGTH: Option<usize> = match (Self::ROWS, Self::COLUMNS) {
        (Some(rows), Some(columns)) => Some(rows * columns),
        _ => None,
    };
}

impl Sealed for Scalar {}

impl Tag for Scalar {
    const IS_SCALAR: bool = true;
    const IS_MATRIX: bool = false;
    const ROWS: Option<usize> = Some(1);
    const COLUMNS: Option<usize> = Some(1);
}

impl<Length: Dimension> Sealed for Vector<Length> {}

impl<Length: Dimension> Tag for Vector<Length> {
    const IS_SCALAR: bool = false;
    const IS_MATRIX: bool = false;
    const ROWS: Option<usize> = Length::SIZE;
    const COLUMNS: Option<usize> = Some(1);
}

impl<Rows: Dimension, Columns: Dimension> Sealed for Matrix<Rows, Columns> {}

impl<Rows: Dimension, Columns: Dimension> Tag for Matrix<Rows, Columns> {
    const IS_SCALAR: bool = false;
    const IS_MATRIX: bool = true;
    const ROWS: Option<usize> = Rows::SIZE;
    const COLUMNS: Option<usize> = Columns::SIZE;
}
