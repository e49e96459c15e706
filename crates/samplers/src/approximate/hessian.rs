//! The Hessian H of an objective, by [differences of gradients](crate::differences), as H = L Lᵀ, and the
//! directions in which it is flat.
//!
//! The pivots of a factorisation, each as a share of its diagonal entry, do not depend on the units of the
//! coordinates: a share is 1 − R² of the coordinate given the coordinates before it. Differences determine
//! it to about 1e-11 at a mode, and less well elsewhere. If a share is less than [`COARSE`], Newton's steps
//! go to the mode first, and the differences are computed again by z with x = x̂ + L⁻ᵀ z, where the pivots
//! of L are raised to that share: steps are long in that direction, and M = ∂²/∂z² holds its curvature.
//! Then H = L M Lᵀ. Two columns of data that are equal up to rounding leave a share that is rounding, so
//! that direction has no curvature; two columns whose correlation is 1 − 1e-10 have one.

use super::dense::{Pivot, factor_raised, multiply, solve, solve_transposed};
use super::lbfgs::{Objective, add_scaled};
use crate::differences;

/// The smallest pivot that differences along the coordinates determine, as a share of its diagonal entry.
const COARSE: f64 = 1e-6;

/// The smallest pivot, as a share of its diagonal entry, that is more than the rounding of the objective
/// itself.
const SINGULAR: f64 = 1e-12;

/// If a pivot is below this share of its diagonal entry, the objective falls to both sides and is not flat.
const UPWARDS: f64 = -1e-4;

/// The largest entry that M may have on its diagonal. The diagonal is 1 except where H is flat; if an entry
/// is larger, the steps have left the region in which the objective is a parabola.
const MOST: f64 = 4.0;

/// The reason why the curvature at a point gives no normal distribution.
pub(super) enum Obstacle {
    /// The gradient is not finite beside the point, along this coordinate.
    Cliff(usize),
    /// The objective does not change along a direction.
    Flat(Vec<f64>),
    /// The objective falls to both sides along a direction.
    Upwards(Vec<f64>),
}

/// The factor L of the Hessian near a mode, row after row, and the number of gradients.
pub(super) struct Factored {
    pub factor: Vec<f64>,
    /// True if a pivot was raised, so that L serves for Newton's steps only.
    pub is_coarse: bool,
    pub evaluations: usize,
}

/// Returns the factor at a point with its gradient, as far as differences along the coordinates determine
/// it.
pub(super) fn factor_of(
    objective: &mut dyn Objective,
    point: &[f64],
    gradient: &[f64],
) -> Result<Factored, Obstacle> {
    let n = point.len();
    let (mut factor, evaluations) = hessian(objective, point, gradient).map_err(Obstacle::Cliff)?;
    let is_positive = |place: &usize| factor[place * n + place] > 0.0;
    if let Some(place) = (0..n).find(|place| !is_positive(place)) {
        let is_flat = factor[place * n + place] == 0.0;
        let direction = unit(place, n);
        return Err(if is_flat { Obstacle::Flat(direction) } else { Obstacle::Upwards(direction) });
    }
    let smallest = factor_raised(&mut factor, n, |entry| COARSE * entry).map_err(Obstacle::Cliff)?;
    match smallest {
        Some(Pivot { row, size }) if size * COARSE < UPWARDS => {
            let mut direction = unit(row, n);
            solve_transposed(&factor, n, &mut direction);
            Err(Obstacle::Upwards(direction))
        }
        _ => {
            let is_coarse = smallest.is_some_and(|smallest| smallest.size < 1.0);
            Ok(Factored { factor, is_coarse, evaluations })
        }
    }
}

/// Returns the factor at a mode, given a coarse factor, and the number of gradients.
pub(super) fn finer(
    objective: &mut dyn Objective,
    mut factor: Vec<f64>,
    point: &[f64],
    gradient: &[f64],
) -> Result<(Vec<f64>, usize), Obstacle> {
    let n = point.len();
    let flat = |mut direction: Vec<f64>| {
        solve_transposed(&factor, n, &mut direction);
        Obstacle::Flat(direction)
    };
    let mut start = gradient.to_vec();
    solve(&factor, n, &mut start);
    let mut scaled = Scaled { objective, point, factor: &factor, moved: vec![0.0; n] };
    let found = hessian(&mut scaled, &vec![0.0; n], &start);
    // If a long step ends at a point without a finite value, the objective is no parabola along it.
    let (mut again, evaluations) = found.map_err(|place| flat(unit(place, n)))?;
    let is_number = |place: &usize| again[place * n + place] < MOST;
    if let Some(place) = (0..n).find(|place| !is_number(place)) {
        return Err(flat(unit(place, n)));
    }
    let smallest = factor_raised(&mut again, n, |_| SINGULAR / COARSE).map_err(Obstacle::Cliff)?;
    if let Some(Pivot { row, .. }) = smallest.filter(|smallest| smallest.size < 1.0) {
        let mut direction = unit(row, n);
        solve_transposed(&again, n, &mut direction);
        return Err(flat(direction));
    }
    multiply(&mut factor, &again, n);
    Ok((factor, evaluations))
}

/// Returns the Hessian, row after row, and the number of evaluations. The error is the coordinate along
/// which the gradient is not finite.
fn hessian(
    objective: &mut dyn Objective,
    point: &[f64],
    gradient: &[f64],
) -> Result<(Vec<f64>, usize), usize> {
    let mut matrix = vec![0.0; point.len() * point.len()];
    let mut evaluate = |point: &[f64], slopes: &mut [f64]| objective.evaluate(point, slopes);
    let evaluations = differences::hessian(point, gradient, &mut matrix, &mut evaluate)?;
    Ok((matrix, evaluations))
}

fn unit(place: usize, n: usize) -> Vec<f64> {
    let mut direction = vec![0.0; n];
    direction[place] = 1.0;
    direction
}

/// An objective as a function of z, at x = x̂ + L⁻ᵀ z. Its gradient by z is L⁻¹ times the gradient by x.
struct Scaled<'a> {
    objective: &'a mut dyn Objective,
    point: &'a [f64],
    factor: &'a [f64],
    moved: Vec<f64>,
}

impl Objective for Scaled<'_> {
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let n = point.len();
        self.moved.copy_from_slice(point);
        solve_transposed(self.factor, n, &mut self.moved);
        add_scaled(&mut self.moved, 1.0, self.point);
        let value = self.objective.evaluate(&self.moved, gradient);
        solve(self.factor, n, gradient);
        value
    }
}
