//! The slopes of one stage: the right-hand side at a point, forward and backward.

use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::{Frame, MAX_ARGUMENTS, Range};
use crate::shape::{Extent, Shape};
use crate::simd::{Lane, Pack};
use crate::time::RowSteps;
use crate::time::unfold::rows::{At, Sweep};
use crate::time::unfold::scope::{Alone, Within};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Computes the slopes of a stage, at the current point and time.
    pub(crate) fn evaluate<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        self.set_numbers(simd, frame);
        if const { Slopes::IS_STEPWISE } {
            let mut state = self.slopes.begin::<Alone<C>, S>(simd, frame);
            self.store::<Alone<C>, S>(&mut state, simd, frame, stage);
        } else if let Some(state) = sweep {
            self.store::<Within<C, false>, S>(state, simd, frame, stage);
        }
    }

    fn store<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let store = const {
            if Slopes::ARE_NUMBERS { Self::store_numbers::<C, S> } else { Self::store_vectors::<C, S> }
        };
        store(self, state, simd, frame, stage);
    }

    fn store_numbers<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let (slopes, _) = self.slopes.forward::<C, S>(state, frame, Lane::scalar(simd));
        for (place, slope) in slopes[..Slopes::COUNT].iter().enumerate() {
            frame.set_value(self.at(self.slope(stage), place), *slope);
        }
    }

    fn store_vectors<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let at = At::new(&self.memory.slope_parts, stage, self.row());
        self.slopes.store_rows::<C, S>(state, simd, frame, at);
    }

    /// Copies the scalars among the parts of the point to the places where the right-hand side reads them.
    fn set_numbers<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { Slopes::ARE_NUMBERS } {
            return;
        }
        for (place, part) in self.memory.points.iter().enumerate().take(Slopes::COUNT) {
            if part.extent == Extent::Scalar {
                let number = frame.value(simd, part.first);
                frame.set_carry(place, number);
            }
        }
    }

    /// Passes on the adjoint of the slopes of a stage to the current point and time, and to everything else
    /// that the right-hand side reads. The adjoint of the point is overwritten.
    pub(crate) fn pass_slopes<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        if const { Slopes::IS_STEPWISE } {
            self.pass_alone::<Alone<C>, S>(simd, frame, stage);
        } else if let Some(state) = sweep {
            self.set_numbers(simd, frame);
            self.collect::<Within<C, false>, S>(state, simd, frame, stage);
            self.take_numbers(simd, frame);
        }
    }

    /// Passes on the adjoint of the slopes of a stage, in a separate sweep.
    pub(crate) fn pass_alone<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, stage: usize) {
        self.set_numbers(simd, frame);
        let mut state = self.slopes.begin::<C, S>(simd, frame);
        self.collect::<C, S>(&mut state, simd, frame, stage);
        self.slopes.end::<C, S>(state, simd, frame);
        self.take_numbers(simd, frame);
    }

    fn collect<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        frame.start_carry_adjoints();
        let collect = const {
            if Slopes::ARE_NUMBERS { Self::collect_numbers::<C, S> } else { Self::collect_vectors::<C, S> }
        };
        collect(self, state, simd, frame, stage);
    }

    fn collect_numbers<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let lane = Lane::scalar(simd);
        let (_, tape) = self.slopes.forward::<C, S>(state, frame, lane);
        let mut adjoints = [Pack::zero(simd); MAX_ARGUMENTS];
        for (place, adjoint) in adjoints[..Slopes::COUNT].iter_mut().enumerate() {
            *adjoint = frame.adjoint(simd, self.at(self.slope(stage), place));
        }
        self.slopes.backward::<C, S>(state, frame, lane, tape, adjoints);
    }

    fn collect_vectors<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        frame.clear_adjoints(Range { place: self.memory.point, length: self.row() });
        let at = At::new(&self.memory.slope_parts, stage, self.row());
        self.slopes.collect_rows::<C, S>(state, simd, frame, at);
    }

    /// Copies the adjoints of scalars among the parts of the point to the adjoints of the other parts, when
    /// all are computed.
    fn take_numbers<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { !Slopes::ARE_NUMBERS } {
            for (place, part) in self.memory.points.iter().enumerate().take(Slopes::COUNT) {
                if part.extent == Extent::Scalar {
                    let adjoint = frame.carry_adjoint(simd, place);
                    frame.set_adjoint_number(part.first, adjoint.first());
                }
            }
        }
    }
}
