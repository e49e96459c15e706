//! The passes of rows, forward and backward, in one sweep or in one for each step.

use super::{At, CARRY, INPUT, RowLoop, RowSteps, Sweep};
use crate::compiler::Context;
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::{Frame, Range, Slot};
use crate::name::VarSet;
use crate::shape::Size;
use crate::time::unfold::BoundSteps;
use crate::time::unfold::scope::{Alone, Within};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<Steps: RowSteps> BoundSteps for RowLoop<Steps> {
    const VARS: &'static VarSet = &Steps::FACTS.vars.without_one(&CARRY).without_one(&INPUT);
    /// The sweep over all steps, if one is enough.
    type State<S: Simd> = Sweep<Steps, S>;

    fn size(&self) -> Size {
        self.size
    }

    fn slot(&self) -> Slot {
        self.values
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.steps.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        self.steps.begin_sweep::<Within<C, true>, S>(simd, frame)
    }

    fn compute<C: Scope, S: Simd>(&self, state: &mut Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        for step in 0..self.size.rows {
            self.times.set_known(frame, step);
            let at = self.go_to(frame, step);
            if const { Steps::IS_STEPWISE } {
                let mut state = self.steps.begin::<Alone<C>, S>(simd, frame);
                self.steps.store_rows::<Alone<C>, S>(&mut state, simd, frame, at);
            } else if let Some(state) = state {
                self.steps.store_rows::<Within<C, true>, S>(state, simd, frame, at);
            }
        }
        self.times.set_known(frame, self.size.rows);
        if const { C::SETS.gradient } {
            frame.clear_adjoints(Range { place: self.values, length: self.size.length() });
        }
    }

    /// Does nothing: a step has many elements, and is not a row of a statement.
    fn compute_row<C: Scope, S: Simd>(&self, _: &mut Self::State<S>, _: S, _: &mut Frame<'_>) {}

    /// Passes on the adjoints of the rows, from the last row to the first.
    fn pass_on<C: Scope, S: Simd>(&self, mut state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        for part in &self.parts {
            for place in part.left {
                frame.clear_adjoints(Range { place, length: part.extent.size() });
            }
        }
        for step in (0..self.size.rows).rev() {
            let at = self.go_to(frame, step);
            if const { Steps::IS_STEPWISE } {
                let mut state = self.steps.begin::<Alone<C>, S>(simd, frame);
                self.steps.collect_rows::<Alone<C>, S>(&mut state, simd, frame, at);
                self.steps.end::<Alone<C>, S>(state, simd, frame);
            } else if let Some(state) = &mut state {
                self.steps.collect_rows::<Within<C, true>, S>(state, simd, frame, at);
            }
        }
        if const { !Steps::IS_STEPWISE }
            && let Some(state) = state
        {
            self.steps.end::<Within<C, true>, S>(state, simd, frame);
        }
    }
}

#[inlined(all)]
impl<Steps: RowSteps> RowLoop<Steps> {
    /// Sets the time to a step, and returns the step's places.
    fn go_to(&self, frame: &mut Frame<'_>, step: usize) -> At<'_> {
        self.times.go_to(frame, step);
        At::new(&self.parts, step, self.size.columns)
    }
}
