//! Points that are data: their checks, and their matrix with a row for each point.

use super::Points;
use crate::compiler::Datum;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::Expression;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::node::{DataTable, DataVector};
use crate::sealed::Sealed;
use crate::shape::Dimension;
use faer::{Mat, MatRef};

/// Points of data: numbers, or a matrix whose rows are points.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not points of data",
    label = "neither numbers nor a matrix of data",
    note = "the points of a basis are borrowed data: a slice, an array or a `Vec` of numbers, or a matrix"
)]
pub trait DataPoints: Expression<Shape: Points> + Sealed {}

impl<T: Datum, N: Dimension> DataPoints for DataVector<'_, T, N> {}
impl<R: Dimension, C: Dimension> DataPoints for DataTable<'_, R, C> {}

/// Returns the points, a row for each.
pub(super) fn points<X: IntoExpr<Node: DataPoints>>(call: &str, x: X) -> Result<Mat<f64>, Error> {
    let x = x.into_expr().0;
    let size = x.size();
    let what = || "the points".to_owned();
    if size.length() == 0 {
        return Err(Error::Empty { statement: call.to_owned(), what: what() });
    }
    // All of them are data.
    let numbers: Vec<f64> = (0..size.length()).filter_map(|index| x.datum(index)).collect();
    if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
        return Err(Error::NotFinite {
            statement: call.to_owned(),
            what: what(),
            index: Some(index),
            value: numbers[index],
        });
    }
    Ok(MatRef::from_row_major_slice(&numbers, size.rows, size.columns).to_owned())
}
