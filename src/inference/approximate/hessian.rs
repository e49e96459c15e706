//! The Hessian, by differences of gradients.
//!
//! Column i is (−g(x + 2h eᵢ) + 8 g(x + h eᵢ) − 8 g(x − h eᵢ) + g(x − 2h eᵢ)) / 12h, whose error is
//! h⁴ f⁽⁵⁾ / 30. A step h is a fiftieth of the coordinate's standard deviation given the others, which a first
//! difference guesses: so the error is about 1e-8 of the curvature where the fifth derivative is of the size of
//! the second one in those units, and rounding does not show.

use super::lbfgs::{Objective, add_scaled};

/// A step in standard deviations.
const STEP: f64 = 0.02;

/// The relative step of the first difference.
const FIRST: f64 = 1e-6;

/// A step is halved so often where the function has no value.
const HALVED: usize = 20;

/// The matrix, row after row, with the number of evaluations; an error is the coordinate along which the
/// gradient cannot be evaluated.
pub(super) fn hessian(
    objective: &mut dyn Objective,
    point: &[f64],
    gradient: &[f64],
) -> Result<(Vec<f64>, usize), usize> {
    let n = point.len();
    let mut matrix = vec![0.0; n * n];
    let (mut moved, mut slopes) = (point.to_vec(), vec![0.0; n]);
    let mut evaluations = 0;
    for i in 0..n {
        let mut evaluate = |step: f64, slopes: &mut [f64]| {
            moved[i] = point[i] + step;
            evaluations += 1;
            let value = objective.evaluate(&moved, slopes);
            moved[i] = point[i];
            value.is_finite()
        };
        let unit = 1.0 + point[i].abs();
        let first = FIRST * unit;
        let curvature =
            if evaluate(first, &mut slopes) { ((slopes[i] - gradient[i]) / first).abs() } else { f64::NAN };
        // NaN and a curvature of 0 give the longest step.
        let mut step = (STEP / curvature.sqrt()).min(STEP * 100.0 * unit);
        let column = &mut matrix[i * n..][..n];
        let mut left = HALVED;
        loop {
            column.fill(0.0);
            let is_whole =
                [(2.0, -1.0), (1.0, 8.0), (-1.0, -8.0), (-2.0, 1.0)].iter().all(|(steps, weight)| {
                    let is_finite = evaluate(steps * step, &mut slopes);
                    add_scaled(column, weight / (12.0 * step), &slopes);
                    is_finite
                });
            if is_whole {
                break;
            }
            left = left.checked_sub(1).ok_or(i)?;
            step *= 0.5;
        }
    }
    for i in 0..n {
        for j in 0..i {
            let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
            (matrix[i * n + j], matrix[j * n + i]) = (mean, mean);
        }
    }
    Ok((matrix, evaluations))
}
