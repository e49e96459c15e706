//! The slopes of one stage: the right-hand side at a point, forward and backward.

use super::Ode;
use super::method::RungeKutta;
use crate::node::scan_rows::{At, Within};
use crate::node::{MAX_ARGUMENTS, Node, RowSteps, Tuple};
use crate::scope::{Afresh, Scope};
use crate::shape::Shape;
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// A sweep over the right-hand side which serves all evaluations; none if each needs its own.
pub(super) type Sweep<Slopes, S> = Option<<Slopes as crate::node::List>::State<S>>;

impl<Initial: Tuple, Time: Node, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    Ode<Initial, Time, Slopes, Method, Sh>
{
    /// Begins the sweep over all evaluations, if one is enough.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn begin_slopes<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Sweep<Slopes, S> {
        if const { Self::IS_STEPWISE } {
            None
        } else {
            Some(self.slopes.begin::<Within<C, false>, S>(simd, frame))
        }
    }

    /// Computes the slopes of a stage, at the point and the time that stand there.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn evaluate<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        if let Some(state) = sweep {
            self.store::<Within<C, false>, S>(state, simd, frame, stage);
        } else {
            let mut state = self.slopes.begin::<Within<Afresh<C>, false>, S>(simd, frame);
            self.store::<Within<Afresh<C>, false>, S>(&mut state, simd, frame, stage);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn store<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let memory = &self.memory;
        if const { Slopes::ARE_NUMBERS } {
            let (slopes, _) = self.slopes.forward::<C, S>(state, frame, Lane::scalar(simd));
            for (place, slope) in slopes.into_iter().enumerate().take(Slopes::COUNT) {
                frame.set_value(self.slope(stage).element(place), slope);
            }
        } else {
            self.slopes.store_rows::<C, S>(
                state,
                simd,
                frame,
                At::new(&memory.slope_parts, stage, self.row()),
            );
        }
    }

    /// Passes the adjoint of the slopes of a stage on: to the point and the time that stand there, and to all else that is read.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn pass_slopes<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        if let Some(state) = sweep {
            self.collect::<Within<C, false>, S>(state, simd, frame, stage);
        } else {
            let mut state = self.slopes.begin::<Within<Afresh<C>, false>, S>(simd, frame);
            self.collect::<Within<Afresh<C>, false>, S>(&mut state, simd, frame, stage);
            self.slopes.end::<Within<Afresh<C>, false>, S>(state, simd, frame);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn collect<C: Scope, S: Simd>(
        &self,
        state: &mut Slopes::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
    ) {
        let memory = &self.memory;
        if const { Slopes::ARE_NUMBERS } {
            let lane = Lane::scalar(simd);
            let (_, tape) = self.slopes.forward::<C, S>(state, frame, lane);
            let mut adjoints = [Pack::zero(simd); MAX_ARGUMENTS];
            for (place, adjoint) in adjoints.iter_mut().enumerate().take(Slopes::COUNT) {
                *adjoint = frame.adjoint(simd, self.slope(stage).element(place));
            }
            self.slopes.backward::<C, S>(state, frame, lane, tape, adjoints);
        } else {
            self.slopes.collect_rows::<C, S>(
                state,
                simd,
                frame,
                At::new(&memory.slope_parts, stage, self.row()),
            );
        }
    }
}
