//! The facts about the rows of a written expression, by which the rewriter merges, moves and sums rows.

use crate::compiler::Key;
use crate::compiler::rewrite::{AffineRow, Predictor};

/// The facts that an expression knows about single rows before it is bound.
///
/// The type of its node states which of these facts exist: see
/// [`Coefficients`](crate::contract::node::Coefficients).
pub trait RowFacts {
    /// The value of an element, if the model holds it as a number.
    fn datum(&self, _index: usize) -> Option<f64> {
        None
    }

    /// The value of an element, if it follows from data for all values of the variables: 0 x is 0.
    fn known(&self, index: usize) -> Option<f64> {
        self.datum(index)
    }

    /// Adds the data by which a row differs from other rows to the key. Called only if the expression [has
    /// rows](crate::contract::node::Facts::has_rows).
    fn key(&self, _row: usize, _key: &mut Key) {}

    /// Adds one row of the affine form, times `weight`. Called only if the expression [is
    /// affine](crate::contract::node::Facts::is_affine).
    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        form.offset(weight * self.datum(row).unwrap_or(f64::NAN));
    }

    /// Adds the predictors inside an expression that is not affine: those of the largest affine expressions
    /// among the arguments of its functions and products.
    fn predictors_within(&self, _found: &mut Vec<Predictor>) {}
}
