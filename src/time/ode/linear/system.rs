//! The numbers [A b] of a linear right-hand side, computed from its expression, and their adjoints.

use super::Linear;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Range};
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::ode::BoundOde;
use crate::time::ode::method::RungeKutta;
use crate::time::unfold::rows::Sweep;
use monomorph_macros::inlined;
use pulp::Simd;

/// The row of slopes that is used.
const STAGE: usize = 0;

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Reads [A b] of all systems.
    pub(crate) fn read_systems<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        linear: &Linear,
    ) {
        let (form, width) = (linear.form, self.width());
        let (blocks, columns) = (form.blocks, form.columns());
        for (system, passed) in linear.plan.systems.iter().enumerate() {
            self.breaks.enter(frame, *passed);
            let first = linear.system(system).start;
            (0..width).for_each(|element| self.set_point_number(simd, frame, element, 0.0));
            self.evaluate::<C, S>(sweep, simd, frame, STAGE);
            for row in 0..form.rows {
                for block in 0..blocks {
                    let value = frame.number(self.at(self.slope(STAGE), row * blocks + block));
                    let place = first + (row * columns + form.rows) * blocks + block;
                    frame.set_scratch_number(linear.number(linear.systems, place), value);
                }
            }
            self.for_rows_of_jacobian::<C, S>(simd, frame, (STAGE, blocks), |frame, row| {
                for element in 0..width {
                    let slope = self.point_adjoint(frame, element);
                    let place = linear.number(linear.systems, first + row * columns * blocks + element);
                    frame.set_scratch_number(place, slope);
                }
            });
        }
    }

    /// Passes on the adjoints of [A b] of all systems.
    pub(crate) fn pass_systems<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        linear: &Linear,
    ) {
        let (form, width) = (linear.form, self.width());
        let [states, scales] = linear.parts(frame, [linear.states, linear.scales]);
        scales.fill(0.0);
        for state in states[..(linear.plan.legs.len() + 1) * width].chunks_exact(width) {
            for (scale, number) in scales.iter_mut().zip(state) {
                let magnitude = number.abs();
                *scale = if magnitude > *scale { magnitude } else { *scale };
            }
        }
        scales.iter_mut().filter(|scale| **scale == 0.0).for_each(|scale| *scale = 1.0);
        frame.clear_adjoints(Range { place: self.slope(STAGE), length: self.length_of(1) });
        for (system, passed) in linear.plan.systems.iter().enumerate() {
            self.breaks.enter(frame, *passed);
            let first = linear.system(system).start;
            // The last point is 0.
            for column in 0..form.columns() {
                for element in 0..width {
                    let (row, block) = (element / form.blocks, element % form.blocks);
                    let is_own = row == column;
                    let scale = frame.scratch_number(linear.number(linear.scales, element));
                    self.set_point_number(simd, frame, element, if is_own { scale } else { 0.0 });
                    let adjoint = self.adjoint_of_slope(frame, linear, first, (row, block, column));
                    frame.set_adjoint_number(self.at(self.slope(STAGE), element), adjoint);
                }
                frame.set_adjoint_number(self.memory.time, 0.0);
                self.pass_slopes::<C, S>(sweep, simd, frame, STAGE);
            }
        }
    }

    /// Returns the adjoint of a row of f at the point with this number: Āⱼ / sⱼ, and b̄ − Σⱼ Āⱼ / sⱼ.
    fn adjoint_of_slope(
        &self,
        frame: &Frame<'_>,
        linear: &Linear,
        first: usize,
        (row, block, point): (usize, usize, usize),
    ) -> f64 {
        let (form, blocks) = (linear.form, linear.form.blocks);
        let number = |part, place| frame.scratch_number(linear.number(part, place));
        let entry = |column: usize| {
            number(linear.system_adjoints, first + (row * form.columns() + column) * blocks + block)
        };
        let scaled = |column: usize| entry(column) / number(linear.scales, column * blocks + block);
        if point < form.rows { scaled(point) } else { entry(point) - (0..form.rows).map(scaled).sum::<f64>() }
    }
}
