//! H and third derivatives at the mode, by differences with nine exact digits or more.

use super::{Search, Stage};
use crate::model::marginal::laplace::memory::Memory;
use crate::model::marginal::laplace::plan::Plan;
use crate::model::marginal::laplace::points::go_to_mixed;
use crate::model::marginal::laplace::stencils::{FIRST_POINTS, MIXED_POINTS, first, mixed};
use crate::model::marginal::laplace::subspace::{factor, factors, invert, solve};
use pulp::Simd;

impl Search {
    /// Adds a point of the differences that compute H; after the last point it integrates.
    pub(super) fn add_curvature<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        (colour, point): (usize, usize),
    ) -> Option<f64> {
        let (_, weight) = first(point);
        let slopes = plan.others.pick(memory.slopes, memory.whole);
        memory.sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += weight * slope);
        if point + 1 < FIRST_POINTS {
            return self.move_colour(plan, memory, (colour, point + 1));
        }
        let (sum, scale) = (&*memory.sum, &*memory.scale);
        plan.others.add(colour, memory.matrix, |near, place| -sum[near] / scale[plan.others.element(place)]);
        if colour + 1 < plan.others.colours() {
            memory.sum.fill(0.0);
            return self.move_colour(plan, memory, (colour + 1, 0));
        }
        self.integrate(simd, plan, memory)
    }

    /// Adds a point of third derivatives; after the last point it returns the logarithm of the integral.
    pub(super) fn add_third<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        (colour, point): (usize, usize),
    ) -> Option<f64> {
        let (_, weight) = mixed(point);
        let slopes = memory.third.iter_mut().zip(&*memory.whole);
        slopes.for_each(|(sum, slope)| *sum += 0.5 * weight * slope);
        let (colour, point) = if point + 1 < MIXED_POINTS { (colour, point + 1) } else { (colour + 1, 0) };
        if colour < plan.others.colours() {
            return self.go_to_third(plan, memory, colour, point);
        }
        solve(simd, plan, factors!(memory), memory.third);
        Some(self.integral)
    }

    /// Begins to compute H at the mode, for which elements are moved by fractions of their standard
    /// deviations.
    pub(super) fn begin_curvature<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
    ) -> Option<f64> {
        for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = 1.0 / memory.matrix[entry].sqrt();
        }
        memory.matrix.copy_from_slice(memory.quadratic);
        if plan.others.colours() == 0 {
            return self.integrate(simd, plan, memory);
        }
        memory.sum.fill(0.0);
        self.move_colour(plan, memory, (0, 0))
    }

    fn move_colour(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        (colour, point): (usize, usize),
    ) -> Option<f64> {
        let (columns, (distance, _)) = (&plan.others, first(point));
        memory.move_from_mode(plan, columns, |values, moves| {
            for place in columns.members(colour) {
                values[place] += distance * moves.scale[columns.element(place)];
            }
        });
        self.stage = Stage::Curvature { colour, point };
        None
    }

    /// Returns the logarithm of the integral, or moves to the first point of third derivatives if they are
    /// needed.
    fn integrate<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        let log_determinant = factor(simd, plan, memory);
        let constant = plan.dimension() as f64 * core::f64::consts::TAU.ln();
        self.integral = self.log_density + 0.5 * (constant - log_determinant);
        if !(self.is_gradient && self.integral.is_finite()) {
            return Some(self.integral);
        }
        invert(simd, plan, memory);
        for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = memory.matrix[entry].sqrt();
        }
        memory.third.fill(0.0);
        if plan.others.colours() == 0 {
            return Some(self.integral);
        }
        self.go_to_third(plan, memory, 0, 0)
    }

    fn go_to_third(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        colour: usize,
        point: usize,
    ) -> Option<f64> {
        go_to_mixed(plan, &plan.others, memory, colour, mixed(point).0);
        self.stage = Stage::Third { colour, point };
        None
    }
}
