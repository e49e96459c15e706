//! The possible causes of a log density that is not finite, as far as the values that a statement reads show
//! them.

use crate::compiler::Variable;
use crate::contract::node::Undefined;
use crate::frame::Frame;
use crate::linalg::cholesky;
use crate::name::VarSet;
use crate::shape::Extent;
use core::fmt::Write;
use pulp::Scalar;

/// The largest difference between two symmetric elements of a symmetric matrix, relative to the larger of
/// them.
const ROUNDING: f64 = 1e-8;

/// Returns the hint about a statement, which may be empty: a matrix that is not a covariance, or, if the log
/// density is NaN, functions that may be NaN.
pub(super) fn hint(
    undefined: Undefined,
    is_nan: bool,
    vars: &VarSet,
    variables: &[Variable],
    frame: &Frame<'_>,
) -> String {
    let mut mentioned = variables.iter().filter(|variable| vars.contains(variable.var()));
    if let Some(indefinite) = mentioned.find(|variable| is_indefinite(variable, frame)) {
        return format!("; the matrix `{}` is not positive definite there", indefinite.name());
    }
    let mut hint = String::new();
    if undefined.has(Undefined::MATRIX) {
        hint.push_str("; its matrix may not be positive definite there");
    }
    // A log density of −∞ was computed from numbers that are outside a support.
    let functions = undefined.without(Undefined::MATRIX).texts().filter(|_| is_nan);
    for (place, what) in functions.enumerate() {
        // Writing to a string does not fail.
        let _ = write!(hint, "{} {what}", if place == 0 { "; NaN is" } else { ", and" });
    }
    hint
}

/// Returns true for a symmetric matrix of finite numbers without a Cholesky factor.
fn is_indefinite(variable: &Variable, frame: &Frame<'_>) -> bool {
    let Extent::Matrix { length, columns } = variable.extent else { return false };
    if columns < 2 || length != columns * columns {
        return false;
    }
    let mut matrix: Vec<f64> = (0..length).map(|index| frame.number(variable.slot.element(index))).collect();
    let is_near = |a: f64, b: f64| (a - b).abs() <= ROUNDING * a.abs().max(b.abs());
    let is_symmetric = (0..length)
        .all(|index| is_near(matrix[index], matrix[(index % columns) * columns + index / columns]));
    is_symmetric && !cholesky(Scalar::new(), &mut matrix, columns)
}
