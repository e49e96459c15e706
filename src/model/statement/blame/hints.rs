//! What may be wrong where a log density is not finite, as far as the values that a statement reads tell.

use crate::compiler::Variable;
use crate::contract::node::Undefined;
use crate::frame::Frame;
use crate::linalg::cholesky;
use crate::name::VarSet;
use crate::shape::Extent;
use core::fmt::Write;
use pulp::Scalar;

/// How different two elements of a symmetric matrix may be, of the larger of them.
const ROUNDING: f64 = 1e-8;

/// The hint about a statement, or nothing: a matrix that is no covariance, or, if the log density is NaN,
/// functions that may be NaN.
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
    // A log density of −∞ has been computed of numbers: they are outside of a support.
    let functions = undefined.without(Undefined::MATRIX).texts().filter(|_| is_nan);
    for (place, what) in functions.enumerate() {
        // Writing to a string does not fail.
        let _ = write!(hint, "{} {what}", if place == 0 { "; NaN is" } else { ", and" });
    }
    hint
}

/// True of a symmetric matrix of finite numbers that has no Cholesky factor.
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
