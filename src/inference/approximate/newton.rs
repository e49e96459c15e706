//! The Hessian at a mode, factored, and the last steps to the mode with it.
//!
//! L-BFGS judges its distance from the mode by the inverse Hessian of its last steps, which knows nothing of
//! directions that they did not go in. With the Hessian, the distance is √(gᵀ H⁻¹ g), and Newton's steps
//! x − H⁻¹ g go what is left.

use super::ascent::Summit;
use super::dense;
use super::hessian::hessian;
use super::lbfgs::{Objective, add_scaled, dot};
use super::problem::Problem;
use crate::error::Error;

/// Newton's steps end within this distance of the mode, in standard deviations.
const NEAR: f64 = 1e-9;

/// The most steps; each squares the distance.
const STEPS: usize = 4;

/// The lower triangular factor L of the Hessian of the negative log density at a mode, L Lᵀ, row after row.
/// The mode is moved to where the gradient vanishes.
pub(super) fn factor_of_hessian(problem: Problem<'_>, summit: &mut Summit) -> Result<Vec<f64>, Error> {
    let (target, n) = (problem.target(), summit.point.len());
    let refuse = |what: &str, coordinate: usize| {
        let name = target.coordinate_name(coordinate);
        Error::NoMode { start: 0, reason: format!("{what} along the unconstrained coordinate of {name}") }
    };
    let mut objective = problem.negative_in(core::mem::take(&mut summit.workspace));
    let (mut factor, gradients) = hessian(&mut objective, &summit.point, &summit.gradient)
        .map_err(|coordinate| refuse("the log density is not finite beside the highest point", coordinate))?;
    summit.gradients += gradients;
    dense::factor(&mut factor, n).map_err(|coordinate| {
        let what = "the log density is flat or curved upwards where its gradient vanishes, so that no normal \
                    distribution fits there,";
        refuse(what, coordinate)
    })?;
    polish(&mut objective, &factor, summit);
    summit.workspace = objective.workspace;
    Ok(factor)
}

/// Takes Newton's steps as long as they come nearer.
fn polish(objective: &mut dyn Objective, factor: &[f64], summit: &mut Summit) {
    let n = summit.point.len();
    let mut scaled = summit.gradient.clone();
    dense::solve(factor, n, &mut scaled);
    let mut distance = dot(&scaled, &scaled);
    let mut gradient = vec![0.0; n];
    for _ in 0..STEPS {
        if distance <= NEAR * NEAR {
            break;
        }
        dense::solve_transposed(factor, n, &mut scaled);
        let mut point = summit.point.clone();
        add_scaled(&mut point, -1.0, &scaled);
        let value = objective.evaluate(&point, &mut gradient);
        summit.gradients += 1;
        scaled.copy_from_slice(&gradient);
        dense::solve(factor, n, &mut scaled);
        let new = dot(&scaled, &scaled);
        // NaN compares false.
        if !(value.is_finite() && new < distance) {
            break;
        }
        distance = new;
        (summit.point, summit.log_density) = (point, -value);
        summit.gradient.copy_from_slice(&gradient);
    }
}
