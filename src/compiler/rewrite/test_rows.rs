//! Coefficients and numbers for the unit tests of rewrites.

use crate::compiler::rewrite::RowFacts;

/// Coefficients whose values are unknown.
pub struct Coefficients;

impl RowFacts for Coefficients {}

/// A number from −1 to 1, without a pattern.
pub fn number(row: usize, column: usize) -> f64 {
    ((row * row * (column + 2) + 7 * row + 13 * column + 1) as f64).sin()
}
