//! Sums over the stages of a step, element by element of the state, and the norm of its error.

use super::BoundOde;
use super::method::{RungeKutta, earlier_weights, later_weights, stages_in_sum, sum_weights};
use super::rows::for_elements;
use crate::contract::node::{Node, Tuple};
use crate::frame::{Frame, Slot};
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use crate::time::RowSteps;
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Computes the point of a stage, except the term of an implicit method: y + h Σⱼ aᵢⱼ Kⱼ.
    ///
    /// The weights of later stages are 0, so a loop has the same length for each stage. The latest slope is
    /// added last, so that the sum of the others does not depend on it.
    pub(crate) fn add_slopes<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, stage: usize, length: f64) {
        let weights = const { earlier_weights::<Method>() }[stage];
        let latest = Pack::splat(simd, length * Method::WEIGHTS[stage][stage - 1]);
        for_elements!(lane in simd, self.row() => {
            let mut sum = self.read(frame, self.memory.state, lane);
            for (before, weight) in weights[..Method::STAGES - 2].iter().enumerate() {
                let weight = Pack::splat(simd, length * weight);
                sum = weight.mul_add(self.read(frame, self.slope(before), lane), sum);
            }
            sum = latest.mul_add(self.read(frame, self.slope(stage - 1), lane), sum);
            self.write_point(frame, lane, sum);
        });
    }

    /// Sets the slopes of all stages except the first to 0: a weight of 0 does not remove NaN.
    pub(crate) fn forget_slopes<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for stage in 1..Method::STAGES {
            for_elements!(lane in simd, self.row() => {
                self.write(frame, self.slope(stage), lane, Pack::zero(simd));
            });
        }
    }

    /// Returns the mean square of a step's error relative to its tolerances.
    pub(crate) fn error<S: Simd>(&self, simd: S, frame: &Frame<'_>, length: f64) -> f64 {
        let mut squares = Pack::zero(simd);
        for_elements!(lane in simd, self.width() => {
            let mut sum = Pack::zero(simd);
            for (stage, weight) in Method::ERRORS[..Method::STAGES].iter().enumerate() {
                let weight = Pack::splat(simd, length * weight);
                sum = weight.mul_add(self.read(frame, self.slope(stage), lane), sum);
            }
            let (before, after) =
                (self.read(frame, self.memory.state, lane).abs(), self.read_point(frame, lane).abs());
            squares = squares + self.squares(sum, before.gt(after).select(before, after), lane);
        });
        self.mean(squares)
    }

    /// Returns the mean square of the numbers in a slot, times a factor, relative to the tolerances of the
    /// point before the step.
    pub(crate) fn mean_square<S: Simd>(&self, simd: S, frame: &Frame<'_>, slot: Slot, factor: f64) -> f64 {
        let mut squares = Pack::zero(simd);
        for_elements!(lane in simd, self.width() => {
            let numbers = self.read(frame, slot, lane) * Pack::splat(simd, factor);
            squares = squares + self.squares(numbers, self.read(frame, self.memory.state, lane).abs(), lane);
        });
        self.mean(squares)
    }

    /// Returns the squares of numbers relative to the tolerances for values of some size.
    fn squares<S: Simd>(&self, numbers: Pack<S>, size: Pack<S>, lane: Lane<S>) -> Pack<S> {
        let simd = lane.simd;
        let [relative, absolute] =
            [self.settings.relative, self.settings.absolute].map(|tolerance| Pack::splat(simd, tolerance));
        let tolerance = relative.mul_add(size, absolute);
        // The reciprocal does not depend on the last slopes, as a quotient would; and dividing one number
        // takes half the time of dividing a wide register.
        let parts = if const { Slopes::ARE_NUMBERS } {
            Pack::splat(simd, numbers.first() * (1.0 / tolerance.first()))
        } else {
            numbers / tolerance
        };
        lane.mask.select(parts * parts, 0.0)
    }

    fn mean<S: Simd>(&self, squares: Pack<S>) -> f64 {
        let sum = if const { Slopes::ARE_NUMBERS } { squares.first() } else { squares.sum() };
        sum * (1.0 / self.width() as f64)
    }

    /// Sets the adjoint of a stage's slopes to h bᵢ λ + h Σₗ aₗᵢ X̄ₗ over the later stages.
    pub(crate) fn set_slope_adjoint<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
        length: f64,
    ) {
        let weights = const { later_weights::<Method>() }[stage];
        let own = Pack::splat(simd, length * const { sum_weights::<Method>() }[stage]);
        let next = stage + 1;
        let latest =
            if next < const { stages_in_sum::<Method>() } { Method::WEIGHTS[next][stage] } else { 0.0 };
        let latest = Pack::splat(simd, length * latest);
        for_elements!(lane in simd, self.row() => {
            let mut sum = own * self.read_adjoint(frame, self.memory.state, lane);
            // The first two stages are not later than the stage after this one.
            for (place, weight) in weights[2..const { stages_in_sum::<Method>() }].iter().enumerate() {
                let weight = Pack::splat(simd, length * weight);
                sum = weight.mul_add(self.read_adjoint(frame, self.slope(place + 2), lane), sum);
            }
            sum = latest.mul_add(self.read_adjoint(frame, self.slope(next), lane), sum);
            self.write_adjoint(frame, self.slope(stage), lane, sum);
        });
    }

    /// Adds Σᵢ X̄ᵢ, the adjoints of the points of all stages, to λ.
    pub(crate) fn add_point_adjoints<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for_elements!(lane in simd, self.row() => {
            let mut sum = self.read_adjoint(frame, self.memory.state, lane);
            for stage in (0..const { stages_in_sum::<Method>() }).rev() {
                sum = sum + self.read_adjoint(frame, self.slope(stage), lane);
            }
            self.write_adjoint(frame, self.memory.state, lane, sum);
        });
    }
}
