//! Standard errors at a mode, from the Hessian there.
//!
//! With L Lᵀ the Hessian of the negative log density, the columns v of L⁻ᵀ are independent directions of one
//! standard deviation. A value x(q) moves along each by its derivative d = ∂x/∂v, and its variance is Σ d²:
//! the delta method. Derivatives are differences of fourth order.

use crate::approximate::ascent::Summit;
use crate::approximate::dense;
use crate::approximate::lbfgs::add_scaled;
use crate::approximate::newton::factor_of_hessian;
use crate::approximate::problem::Problem;
use crate::error::Error;

/// The steps of the differences, in standard deviations.
const STEP: f64 = 1e-2;

/// The standard errors of all values, of which there are `count`.
pub(super) fn standard_errors(
    problem: Problem<'_>,
    summit: &mut Summit,
    count: usize,
) -> Result<Vec<f64>, Error> {
    let (target, n) = (problem.target(), summit.point.len());
    let factor = factor_of_hessian(problem, summit)?;
    let (mut variances, mut values, mut slopes) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let (mut direction, mut moved) = (vec![0.0; n], vec![0.0; n]);
    let mut workspace = target.workspace();
    for i in 0..n {
        direction.fill(0.0);
        direction[i] = 1.0;
        dense::solve_transposed(&factor, n, &mut direction);
        slopes.fill(0.0);
        for (steps, weight) in [(2.0, -1.0), (1.0, 8.0), (-1.0, -8.0), (-2.0, 1.0)] {
            moved.copy_from_slice(&summit.point);
            add_scaled(&mut moved, steps * STEP, &direction);
            target.constrain_into(&moved, &mut values, &mut workspace)?;
            add_scaled(&mut slopes, weight / (12.0 * STEP), &values);
        }
        variances.iter_mut().zip(&slopes).for_each(|(variance, slope)| *variance += slope * slope);
    }
    Ok(variances.into_iter().map(f64::sqrt).collect())
}
