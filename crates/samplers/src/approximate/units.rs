//! Coordinates in their own units: x = u z, with u = 1/√H from the diagonal of the Hessian H.
//!
//! A descent begins along the gradient, which depends on the units of the coordinates. If the slopes of the
//! columns of a regression differ by many orders of magnitude, the steps along the steepest coordinate
//! leave no digits for the other coordinates, and the pairs of the descent hold no information on a
//! coordinate whose slope is too small to move it. In their own units all coordinates have the curvature 1.
//!
//! H comes from one difference of gradients for each coordinate:
//!
//! Hᵢᵢ ≈ (gᵢ(x + h eᵢ) − gᵢ(x)) / h.

use super::lbfgs::Objective;

/// The step h of a difference, as a share of 1 + |x|.
const STEP: f64 = 1e-6;

/// An objective whose coordinates have their own units.
pub(super) struct InUnits<'a> {
    objective: &'a mut dyn Objective,
    /// u, which is positive.
    units: Vec<f64>,
    point: Vec<f64>,
}

impl<'a> InUnits<'a> {
    /// Makes the objective in its own coordinates: all units are 1.
    pub fn of(objective: &'a mut dyn Objective, dimension: usize) -> Self {
        Self { objective, units: vec![1.0; dimension], point: vec![0.0; dimension] }
    }

    /// Replaces a point z by u z, and the gradient by z by the gradient by x, which is the gradient by z
    /// over u.
    pub fn outwards(&self, point: &mut [f64], gradient: &mut [f64]) {
        point.iter_mut().zip(&self.units).for_each(|(x, unit)| *x *= unit);
        gradient.iter_mut().zip(&self.units).for_each(|(slope, unit)| *slope /= unit);
    }

    /// Replaces a point x by x / u, and the gradient by x by the gradient by z.
    pub fn inwards(&self, point: &mut [f64], gradient: &mut [f64]) {
        point.iter_mut().zip(&self.units).for_each(|(x, unit)| *x /= unit);
        gradient.iter_mut().zip(&self.units).for_each(|(slope, unit)| *slope *= unit);
    }

    /// Sets the units from the curvature at a point x with its gradient, and returns the largest slope in
    /// these units: a distance from the minimum in standard deviations. A coordinate along which the
    /// objective has no positive curvature keeps its unit, and its slope is multiplied by 1 + |x|, so that
    /// a log density that grows without bound does not count as converged. One gradient is evaluated for
    /// each coordinate.
    pub fn measure(&mut self, point: &[f64], gradient: &[f64]) -> f64 {
        let mut slopes = vec![0.0; point.len()];
        self.point.copy_from_slice(point);
        let mut farthest = 0.0_f64;
        for (place, (x, slope)) in point.iter().zip(gradient).enumerate() {
            let moved = x + STEP * (1.0 + x.abs());
            self.point[place] = moved;
            let value = self.objective.evaluate(&self.point, &mut slopes);
            self.point[place] = *x;
            let curvature = (slopes[place] - slope) / (moved - x);
            let unit = curvature.sqrt().recip();
            // A unit that is NaN, infinite or 0 is not used.
            let is_curved = value.is_finite() && unit.is_normal();
            if is_curved {
                self.units[place] = unit;
            }
            let step = if is_curved { unit } else { 1.0 + x.abs() };
            farthest = farthest.max((slope * step).abs());
        }
        farthest
    }
}

impl Objective for InUnits<'_> {
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let scaled = point.iter().zip(&self.units);
        self.point.iter_mut().zip(scaled).for_each(|(x, (z, unit))| *x = unit * z);
        let value = self.objective.evaluate(&self.point, gradient);
        gradient.iter_mut().zip(&self.units).for_each(|(slope, unit)| *slope *= unit);
        value
    }
}
