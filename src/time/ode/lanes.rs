//! The backward pass through the steps of an explicit method for a state of scalars, in lanes.
//!
//! The maths is that of the [adjoint], in another order. All points are known, so f is evaluated at a
//! register of points at a time, and no stage depends on another: unit adjoints give the Jacobians of some
//! steps. The recurrence of λ is then a sequence of products with small matrices,
//!
//! K̄ᵢ = h bᵢ λ + h Σ_{l>i} aₗᵢ X̄ₗ,  X̄ᵢ = Jᵢᵀ K̄ᵢ,
//!
//! and a second sweep in lanes passes the K̄ᵢ on to everything that f reads besides the state.
#![allow(clippy::needless_range_loop)] // Rows and columns are indices, here as in the formulas.

use super::BoundOde;
use super::jacobian::OfState;
use super::memory::Step;
use super::method::{MOST, RungeKutta, is_implicit, stages_in_sum, sum_weights};
use crate::compiler::STEPS_AT_ONCE;
use crate::contract::node::{Node, Tuple, any_active};
use crate::contract::scope::{Recall, Scope, Sets};
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::name::VarSet;
use crate::sealed::Sealed;
use crate::shape::Shape;
use crate::simd::{Block, Pack, for_lanes};
use crate::time::RowSteps;
use crate::time::unfold::rows::{CARRY, CLOCK, Sweep};
use crate::time::unfold::scope::Within;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The maximum number of scalars in the state.
const MOST_NUMBERS: usize = 4;

/// A number for each scalar of the state.
type Numbers = [f64; MOST_NUMBERS];

/// The scope `C` in which all points are known.
struct AtPoints<C>(PhantomData<fn() -> C>);

impl<C> Sealed for AtPoints<C> {}

impl<C: Scope> Scope for AtPoints<C> {
    const SETS: Sets = Sets { recall: Recall::Points, ..C::SETS };
}

/// The scope `C` in which all points are known and constant.
struct Captured<C>(PhantomData<fn() -> C>);

impl<C: Scope> Captured<C> {
    const HELD: VarSet = C::SETS.held.union(&CARRY);
}

impl<C> Sealed for Captured<C> {}

impl<C: Scope> Scope for Captured<C> {
    const SETS: Sets = Sets { recall: Recall::Points, held: &Self::HELD, ..C::SETS };
}

/// Expands a body for each stage of a sum, from the last to the first, with constants for the numbers of the
/// stages.
macro_rules! for_stages_backward {
    ($stage:ident => $body:block) => {
        for_stages_backward!(@ $stage, $body 6 5 4 3 2 1 0)
    };
    (@ $stage:ident, $body:block $($number:literal)*) => {$(
        if const { $number < stages_in_sum::<Method>() } {
            let $stage: usize = $number;
            $body
        }
    )*};
}

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// True if the backward pass runs in lanes.
    pub(crate) const IS_IN_LANES: bool =
        Slopes::IN_LANES && !Slopes::IS_STEPWISE && !is_implicit::<Method>() && Time::FACTS.is_data();

    /// Stores the point of a stage for the backward pass.
    pub(crate) fn keep_stage<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (step, stage): (usize, usize),
        time: f64,
    ) {
        if const { !Self::IS_IN_LANES } {
            return self.keep_point(simd, frame, self.kept(step, stage));
        }
        let (points, at) =
            (&self.memory.points_of_stages, step * const { stages_in_sum::<Method>() } + stage);
        for element in 0..Slopes::COUNT {
            let number = self.point_number(frame, element);
            frame.set_scratch_number(points.element(element, at), number);
        }
        if const { !Slopes::FACTS.vars.is_disjoint(&CLOCK) } {
            frame.set_scratch_number(points.time(at), time);
        }
    }

    /// Passes on the adjoints of all values, from the last steps to the first.
    pub(crate) fn pass_on_in_lanes<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let Some(state) = sweep else { return };
        let pass_slopes = const {
            if any_active::<Captured<Within<C, false>>, Slopes>() {
                Self::pass_slopes_in_lanes::<C, S>
            } else {
                Self::pass_no_slopes::<S>
            }
        };
        let mut lambda = [0.0; MOST_NUMBERS];
        let count = self.memory.count.get(frame);
        for first in (0..count.div_ceil(STEPS_AT_ONCE)).rev().map(|chunk| chunk * STEPS_AT_ONCE) {
            let steps = first..count.min(first + STEPS_AT_ONCE);
            let stages = const { stages_in_sum::<Method>() };
            let block = Block { simd, start: steps.start * stages, end: steps.end * stages };
            self.sweep_jacobians::<C, S>(state, frame, block);
            for place in steps.rev() {
                self.pass_step_in_lanes(frame, place, place - first, &mut lambda);
            }
            pass_slopes(self, state, frame, block);
        }
        self.put_lambda(frame, &lambda);
        self.pass_initial(frame);
    }

    /// Computes the Jacobians of a block of stages.
    fn sweep_jacobians<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let (points, simd) = (&self.memory.points_of_stages, block.simd);
        for_lanes!(lane in block => {
            let (_, tape) = self.slopes.forward::<OfState<AtPoints<Within<C, false>>>, S>(state, frame, lane);
            for row in 0..Slopes::COUNT {
                frame.start_point_adjoints();
                let mut unit = [Pack::zero(simd); MAX_ARGUMENTS];
                unit[row] = Pack::splat(simd, 1.0);
                self.slopes
                    .backward::<OfState<AtPoints<Within<C, false>>>, S>(state, frame, lane, tape, unit);
                for column in 0..Slopes::COUNT {
                    let entries = frame.point_adjoints(simd, column);
                    frame.set_scratch(points.entry(row, column, lane.index - block.start), entries);
                }
            }
        });
    }

    /// Replaces λ after a step by λ before it, and stores the adjoints of the step's slopes.
    fn pass_step_in_lanes(&self, frame: &mut Frame<'_>, place: usize, in_chunk: usize, lambda: &mut Numbers) {
        let (memory, points) = (&self.memory, &self.memory.points_of_stages);
        let step = self.step_at(frame, place);
        if let Some(time) = step.ends {
            for place in self.places_from(frame, time) {
                for (element, lambda) in lambda[..Slopes::COUNT].iter_mut().enumerate() {
                    *lambda += frame.adjoint_number(memory.value(place).element(element));
                }
            }
        }
        let Step { length, .. } = step;
        let mut of_points = [[0.0; MOST_NUMBERS]; MOST];
        let mut after = *lambda;
        for_stages_backward!(stage => {
            let at = in_chunk * const { stages_in_sum::<Method>() } + stage;
            let mut of_slopes = [0.0; MOST_NUMBERS];
            for element in 0..Slopes::COUNT {
                let mut sum = const { sum_weights::<Method>() }[stage] * after[element];
                // The latest term is added last, so that the sum of the others does not depend on it.
                for later in (stage + 1..const { stages_in_sum::<Method>() }).rev() {
                    sum += Method::WEIGHTS[later][stage] * of_points[later][element];
                }
                of_slopes[element] = length * sum;
                frame.set_scratch_number(points.adjoint(element, at), of_slopes[element]);
            }
            for column in 0..Slopes::COUNT {
                let mut sum = 0.0;
                for row in 0..Slopes::COUNT {
                    sum += frame.scratch_number(points.entry(row, column, at)) * of_slopes[row];
                }
                of_points[stage][column] = sum;
            }
        });
        for_stages_backward!(stage => {
            for element in 0..Slopes::COUNT {
                after[element] += of_points[stage][element];
            }
        });
        *lambda = after;
        let before = place.checked_sub(1).map_or(0, |before| self.step_at(frame, before).passed);
        if before < step.passed {
            self.put_lambda(frame, lambda);
            (before..step.passed).rev().for_each(|passed| self.pass_break_back(frame, passed));
        }
    }

    /// Stores λ as the adjoint of the state.
    fn put_lambda(&self, frame: &mut Frame<'_>, lambda: &Numbers) {
        for (element, lambda) in lambda[..Slopes::COUNT].iter().enumerate() {
            frame.set_adjoint_number(self.at(self.memory.state, element), *lambda);
        }
    }

    fn pass_no_slopes<S: Simd>(&self, _: &mut Slopes::State<S>, _: &mut Frame<'_>, _: Block<S>) {}

    /// Passes on the adjoints of the slopes of a block of stages.
    fn pass_slopes_in_lanes<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let (points, simd) = (&self.memory.points_of_stages, block.simd);
        for_lanes!(lane in block => {
            let (_, tape) = self.slopes.forward::<Captured<Within<C, false>>, S>(state, frame, lane);
            let mut adjoints = [Pack::zero(simd); MAX_ARGUMENTS];
            for (element, adjoint) in adjoints[..Slopes::COUNT].iter_mut().enumerate() {
                *adjoint = frame.scratch(simd, points.adjoint(element, lane.index - block.start));
            }
            self.slopes.backward::<Captured<Within<C, false>>, S>(state, frame, lane, tape, adjoints);
        });
    }
}
