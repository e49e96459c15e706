//! The steps of a scan, forward and backward, in one sweep or in one for each.

use super::{At, BoundScanRows, RowSteps, Within};
use crate::contract::node::{Tuple, nothing};
use crate::contract::scope::{Recompute, Scope, Value};
use crate::frame::{Frame, Range};
use crate::shape::Shape;
use pulp::{Scalar, Simd};

impl<Initial: Tuple, Inputs: Tuple, Steps: RowSteps, Sh: Shape> BoundScanRows<Initial, Inputs, Steps, Sh> {
    /// Goes to a step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn go_to(&self, frame: &mut Frame<'_>, step: usize) -> At<'_> {
        self.memory.times.go_to(frame, step);
        At { parts: &self.memory.parts, step, width: self.memory.size.columns }
    }

    /// Computes the rows with a sweep that has begun, or with one for each.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn compute<C: Scope, S: Simd>(
        &self,
        state: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let compute = const {
            if Self::IS_STEPWISE { Self::compute_alone::<C, S> } else { Self::compute_in_sweep::<C, S> }
        };
        for step in 0..self.memory.size.rows {
            self.memory.times.set_known(frame, step);
            let at = self.go_to(frame, step);
            compute(self, state, simd, frame, at);
        }
        self.memory.times.set_known(frame, self.memory.size.rows);
        if const { C::SETS.gradient } {
            frame.clear_adjoints(Range { place: self.memory.values, length: self.memory.size.length() });
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn compute_in_sweep<C: Scope, S: Simd>(
        &self,
        state: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    ) {
        if let Some(state) = state {
            self.steps.store_rows::<Within<C, true>, S>(state, simd, frame, at);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn compute_alone<C: Scope, S: Simd>(
        &self,
        _: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    ) {
        let mut state = self.steps.begin::<Within<Recompute<C>, false>, S>(simd, frame);
        self.steps.store_rows::<Within<Recompute<C>, false>, S>(&mut state, simd, frame, at);
    }

    /// Computes what is of data alone.
    pub(crate) fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        let simd = Scalar::new();
        let mut state = self.begin_steps::<Value, Scalar>(simd, frame);
        self.compute::<Value, Scalar>(&mut state, simd, frame);
    }

    /// Begins the sweep over all steps, if one is enough.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn begin_steps<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
    ) -> Option<Steps::State<S>> {
        let begin =
            const { if Self::IS_STEPWISE { Self::begin_no_sweep::<S> } else { Self::begin_sweep::<C, S> } };
        begin(self, simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_sweep<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Option<Steps::State<S>> {
        Some(self.steps.begin::<Within<C, true>, S>(simd, frame))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_no_sweep<S: Simd>(&self, _: S, _: &mut Frame<'_>) -> Option<Steps::State<S>> {
        None
    }

    /// Passes the adjoints of the rows on, the last row first.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn pass_on<C: Scope, S: Simd>(
        &self,
        state: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        for part in &self.memory.parts {
            for place in part.left {
                frame.clear_adjoints(Range { place, length: part.extent.size() });
            }
        }
        let pass =
            const { if Self::IS_STEPWISE { Self::pass_alone::<C, S> } else { Self::pass_in_sweep::<C, S> } };
        let end = const { if Self::IS_STEPWISE { nothing } else { Self::end_sweep::<C, S> } };
        for step in (0..self.memory.size.rows).rev() {
            let at = self.go_to(frame, step);
            pass(self, state, simd, frame, at);
        }
        end(self, state, simd, frame);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_in_sweep<C: Scope, S: Simd>(
        &self,
        state: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    ) {
        if let Some(state) = state {
            self.steps.collect_rows::<Within<C, true>, S>(state, simd, frame, at);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_sweep<C: Scope, S: Simd>(
        &self,
        state: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        if let Some(state) = state.take() {
            self.steps.end::<Within<C, true>, S>(state, simd, frame);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_alone<C: Scope, S: Simd>(
        &self,
        _: &mut Option<Steps::State<S>>,
        simd: S,
        frame: &mut Frame<'_>,
        at: At<'_>,
    ) {
        let mut state = self.steps.begin::<Within<Recompute<C>, false>, S>(simd, frame);
        self.steps.collect_rows::<Within<Recompute<C>, false>, S>(&mut state, simd, frame, at);
        self.steps.end::<Within<Recompute<C>, false>, S>(state, simd, frame);
    }
}
