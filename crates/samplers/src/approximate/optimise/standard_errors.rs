//! Standard errors at a mode, from the Hessian there.
//!
//! With L Lᵀ the Hessian of the negative log density, the columns v of L⁻ᵀ are independent directions of one
//! standard deviation. A value x(q) moves along each by its derivative d = ∂x/∂v, and its variance is Σ d²:
//! the delta method. Derivatives are differences of fourth order.
//!
//! A coordinate on a bound is held at its value. A value that depends on a held coordinate has no standard
//! error.

use crate::approximate::ascent::Summit;
use crate::approximate::dense;
use crate::approximate::lbfgs::add_scaled;
use crate::approximate::newton::factor_of_hessian;
use crate::approximate::problem::Problem;
use crate::error::Error;

/// The step of the differences, in standard deviations.
const STEP: f64 = 1e-2;

/// A value depends on a held coordinate if one unit of the coordinate changes it by more than this share.
const DECIDED: f64 = 1e-3;

/// Returns the standard errors of all `count` values; the coordinates `held` keep their values.
pub(super) fn standard_errors(
    problem: Problem<'_>,
    summit: &mut Summit,
    held: &[usize],
    count: usize,
) -> Result<Vec<f64>, Error> {
    let (target, n) = (problem.target(), summit.point.len());
    let factor = factor_of_hessian(problem, summit, held)?;
    let (mut variances, mut values, mut slopes) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let (mut direction, mut moved) = (vec![0.0; n], vec![0.0; n]);
    let mut workspace = target.workspace();
    for i in (0..n).filter(|i| !held.contains(i)) {
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
    let mut errors: Vec<f64> = variances.into_iter().map(f64::sqrt).collect();
    target.constrain_into(&summit.point, &mut values, &mut workspace)?;
    for &i in held {
        // The step goes towards the middle of the bounds.
        let mut changed = |inwards: f64| {
            moved.copy_from_slice(&summit.point);
            moved[i] -= inwards.copysign(summit.point[i]);
            target.constrain_into(&moved, &mut slopes, &mut workspace)?;
            Ok::<_, Error>(slopes.iter().zip(&values).map(|(moved, value)| (moved - value).abs()).collect())
        };
        let (near, far): (Vec<f64>, Vec<f64>) = (changed(1.0)?, changed(0.5 * summit.point[i].abs())?);
        for (place, error) in errors.iter_mut().enumerate() {
            let is_its_own = *error == 0.0 && far[place] > 0.0;
            if is_its_own || near[place] > DECIDED * values[place].abs() {
                *error = f64::NAN;
            }
        }
    }
    Ok(errors)
}
