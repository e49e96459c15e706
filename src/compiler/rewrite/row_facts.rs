//! The facts that a written expression tells of its rows: the rewriter merges, moves and sums rows by them.

use crate::compiler::Key;
use crate::compiler::rewrite::{AffineRow, Predictor};

/// The facts that an expression knows of single rows before it is bound.
///
/// The type of its node says which of these facts there are: see
/// [`Coefficients`](crate::contract::node::Coefficients).
pub trait RowFacts {
    /// An element's value, where the model holds it as a number.
    fn datum(&self, _index: usize) -> Option<f64> {
        None
    }

    /// An element's value, where data tell it whatever the variables are: 0 x is 0.
    fn known(&self, index: usize) -> Option<f64> {
        self.datum(index)
    }

    /// Adds what tells a row from others. Called only if the expression [has
    /// rows](crate::contract::node::Facts::has_rows).
    fn key(&self, _row: usize, _key: &mut Key) {}

    /// Adds one row of the affine form, times `weight`. Called only if there [is
    /// one](crate::contract::node::Facts::is_affine).
    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        form.offset(weight * self.datum(row).unwrap_or(f64::NAN));
    }

    /// Adds the predictors of the expressions that a function or a product is applied to, of each the largest
    /// that is affine. The expression itself is not.
    fn predictors_within(&self, _found: &mut Vec<Predictor>) {}
}
