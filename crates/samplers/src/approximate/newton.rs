//! The Hessian at a mode, factored, and the last steps to the mode with it.
//!
//! L-BFGS estimates its distance from the mode by the inverse Hessian of its last steps, which has no
//! information on directions without steps. With the Hessian, the distance is √(gᵀ H⁻¹ g), and Newton's
//! steps x − H⁻¹ g lead to the mode.

use super::ascent::Summit;
use super::dense;
use super::flat::{flat_direction, named};
use super::hessian::{Factored, Obstacle, factor_of, finer};
use super::lbfgs::{Objective, add_scaled, dot};
use super::problem::Problem;
use crate::error::Error;
use crate::target::Target;

/// Newton's steps end within this distance of the mode, in standard deviations.
const NEAR: f64 = 1e-9;

/// The most steps of Newton's method; each squares the distance.
const STEPS: usize = 4;

/// Returns the lower triangular factor L of the Hessian L Lᵀ of the negative log density at a mode, row
/// after row. Moves the mode to the point where the gradient vanishes. Coordinates that are `held` are not
/// moved, and have the curvature 1.
pub(super) fn factor_of_hessian(
    problem: Problem<'_>,
    summit: &mut Summit,
    held: &[usize],
) -> Result<Vec<f64>, Error> {
    let target = problem.target();
    let mut negative = problem.negative_in(core::mem::take(&mut summit.workspace));
    let held_at = held.iter().map(|&place| (place, summit.point[place])).collect();
    let mut objective = Held { objective: &mut negative, held: held_at };
    held.iter().for_each(|&place| summit.gradient[place] = 0.0);
    let refuse = |obstacle| refusal(target, obstacle);
    let found = factor_of(&mut objective, &summit.point, &summit.gradient).map_err(refuse)?;
    let Factored { mut factor, is_coarse, evaluations } = found;
    summit.gradients += evaluations;
    polish(&mut objective, &factor, summit);
    if is_coarse {
        let (finer, evaluations) =
            finer(&mut objective, factor, &summit.point, &summit.gradient).map_err(refuse)?;
        factor = finer;
        summit.gradients += evaluations;
        polish(&mut objective, &factor, summit);
    }
    let (plain, evaluations) = flat_direction(&mut objective, &factor, &summit.point, -summit.log_density);
    summit.gradients += evaluations;
    if let Some(direction) = plain {
        return Err(refuse(Obstacle::Flat(direction)));
    }
    summit.workspace = negative.workspace;
    Ok(factor)
}

/// An objective in which some coordinates are held at their values c, with ½ (x − c)² in their place.
struct Held<'a> {
    objective: &'a mut dyn Objective,
    held: Vec<(usize, f64)>,
}

impl Objective for Held<'_> {
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let mut inside = point.to_vec();
        self.held.iter().for_each(|&(place, value)| inside[place] = value);
        let mut value = self.objective.evaluate(&inside, gradient);
        for &(place, held) in &self.held {
            gradient[place] = point[place] - held;
            value += 0.5 * gradient[place] * gradient[place];
        }
        value
    }
}

/// Returns the error that explains why there is no normal distribution at a point, with the names of the
/// parameters.
fn refusal(target: &dyn Target, obstacle: Obstacle) -> Error {
    let reason = match obstacle {
        Obstacle::Cliff(coordinate) => format!(
            "the log density is not finite beside the highest point along the unconstrained coordinate of {}",
            target.coordinate_name(coordinate)
        ),
        Obstacle::Flat(direction) => format!(
            "the log density stays the same along {}, in unconstrained coordinates, so that no normal distribution \
             fits there and there is no standard error: neither data nor priors determine this direction, as with two \
             equal columns, an intercept next to an indicator for each group, or a parameter on which no statement \
             depends. Leave out one of the parameters, or give them priors",
            named(target, &direction)
        ),
        Obstacle::Upwards(direction) => format!(
            "the log density is curved upwards where its gradient vanishes, so that no normal distribution fits there, \
             along {}, in unconstrained coordinates",
            named(target, &direction)
        ),
    };
    Error::NoMode { start: 0, reason }
}

/// Takes Newton's steps while they reduce the distance to the mode.
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
