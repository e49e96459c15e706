//! The Hessian of an objective, by [differences of gradients](crate::differences).

use super::lbfgs::Objective;
use crate::differences;

/// The matrix, row after row, with the number of evaluations; an error is the coordinate along which the
/// gradient cannot be evaluated.
pub(super) fn hessian(
    objective: &mut dyn Objective,
    point: &[f64],
    gradient: &[f64],
) -> Result<(Vec<f64>, usize), usize> {
    let mut matrix = vec![0.0; point.len() * point.len()];
    let mut evaluate = |point: &[f64], slopes: &mut [f64]| objective.evaluate(point, slopes);
    let evaluations = differences::hessian(point, gradient, &mut matrix, &mut evaluate)?;
    Ok((matrix, evaluations))
}
