//! The stages of an implicit method: K = f(t, X) at X = x + hγK, where x is known.
//!
//! Newton's iteration is K ← K + (1 − hγJ)⁻¹ (f(X) − K), with J = ∂f/∂y at the point before the step. It
//! ends when hγ times the change is far below the tolerance. In the backward pass the adjoint K̄ of
//! everything that reads K becomes κ = (1 − hγJ)⁻ᵀ K̄, with J at X itself, and κ is passed through f.
//!
//! Hairer and Wanner, "Solving ordinary differential equations II", section IV.8.

use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Places, Range};
use crate::linalg::inverse;
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::unfold::rows::Sweep;
use monomorph_macros::inlined;
use pulp::Simd;

/// The square of the last change, relative to the tolerance, at which the iteration ends. Gradients are
/// exact for stages that satisfy their equations, so this error affects them too.
const SETTLED: f64 = 1e-8;

/// The square of a change that is accepted if changes no longer decrease, because rounding allows no smaller
/// one.
const ROUNDED: f64 = 1e-4;

/// The maximum number of iterations.
const ITERATIONS: usize = 12;

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Computes (1 − hγJ)⁻¹ at the current point. Returns false if the matrix is singular.
    pub(crate) fn linearise<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, scale: f64) -> bool {
        let memory = &self.memory;
        let Some(newton) = &memory.newton else { return false };
        let width = self.width();
        // This row of slopes belongs to no stage.
        self.for_rows_of_jacobian::<C, S>(simd, frame, (Method::STAGES, 1), |frame, row| {
            for column in 0..width {
                let slope = self.point_adjoint(frame, column);
                let entry = f64::from(row == column) - scale * slope;
                frame.set_scratch_number(newton.matrix.element(row * width + column), entry);
            }
        });
        let operands = frame.operands(&Places {
            value: Range { place: newton.inverse, length: width * width },
            scratch: Range { place: newton.matrix, length: width * width },
            ..Places::default()
        });
        inverse(simd, operands.value, operands.scratch, width, operands.stack).is_finite()
    }

    /// Prepares the equations of the stages of a step that begins at this time. Returns false if they cannot
    /// be solved.
    pub(crate) fn prepare_equations<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        time: f64,
        scale: f64,
    ) -> bool {
        frame.set_number(self.memory.time, time);
        self.go_to(simd, frame, self.memory.state);
        self.linearise::<C, S>(simd, frame, scale)
    }

    /// Solves the equation of a stage; the known part of the stage's point is the current point. Returns
    /// false if this fails.
    pub(crate) fn solve_stage<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
        scale: f64,
    ) -> bool {
        let memory = &self.memory;
        let Some(newton) = &memory.newton else { return false };
        let (width, slope) = (self.width(), self.slope(stage));
        self.copy_point(simd, frame, newton.base);
        self.copy(simd, frame, self.slope(stage - 1), newton.guess);
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.go_to_guess(simd, frame, scale);
            self.evaluate::<C, S>(sweep, simd, frame, stage);
            for row in 0..width {
                let residual = frame.number(self.at(slope, row)) - frame.number(self.at(newton.guess, row));
                frame.set_scratch_number(newton.matrix.element(row), residual);
            }
            for row in 0..width {
                let mut change = 0.0;
                for column in 0..width {
                    let entry = frame.number(newton.inverse.element(row * width + column));
                    change += entry * frame.scratch_number(newton.matrix.element(column));
                }
                frame.set_number(self.at(slope, row), change);
                let guess = frame.number(self.at(newton.guess, row));
                frame.set_number(self.at(newton.guess, row), guess + change);
            }
            let square = self.mean_square(simd, frame, slope, scale);
            // A comparison with NaN is false.
            let is_smaller = square < last;
            if square <= SETTLED || (!is_smaller && square <= ROUNDED) {
                self.go_to_guess(simd, frame, scale);
                self.copy(simd, frame, newton.guess, slope);
                return true;
            }
            if !is_smaller {
                return false;
            }
            last = square;
        }
        false
    }

    /// Sets the current point to X = x + hγK, where `scale` is hγ.
    fn go_to_guess<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, scale: f64) {
        let memory = &self.memory;
        let Some(newton) = &memory.newton else { return };
        for element in 0..self.width() {
            let base = frame.number(self.at(newton.base, element));
            let guess = frame.number(self.at(newton.guess, element));
            self.set_point_number(simd, frame, element, guess.mul_add(scale, base));
        }
    }

    /// Passes the adjoint of a stage's slopes through their equation, at the current point.
    pub(crate) fn pass_equation<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
        scale: f64,
    ) {
        // The matrix was found to be invertible nearby.
        self.linearise::<C, S>(simd, frame, scale);
        self.solve_transposed(frame, stage);
    }

    /// Replaces the adjoint K̄ of a stage's slopes by κ.
    fn solve_transposed(&self, frame: &mut Frame<'_>, stage: usize) {
        let memory = &self.memory;
        let Some(newton) = &memory.newton else { return };
        let (width, slope) = (self.width(), self.slope(stage));
        for row in 0..width {
            let mut sum = 0.0;
            for column in 0..width {
                let entry = frame.number(newton.inverse.element(column * width + row));
                sum += entry * frame.adjoint_number(self.at(slope, column));
            }
            frame.set_scratch_number(newton.matrix.element(row), sum);
        }
        for row in 0..width {
            let adjoint = frame.scratch_number(newton.matrix.element(row));
            frame.set_adjoint_number(self.at(slope, row), adjoint);
        }
    }
}
