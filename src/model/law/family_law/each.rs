//! The rows of a statement one by one, each with its own adjoint, as a Gibbs sampler and a
//! [sum](crate::model::BoundMarginal) need them.
//!
//! Terms that are the same in all rows are evaluated once. In a pass of a sum these include the terms of the
//! marginalised variable, because all its elements are equal then.

use super::FamilyLaw;
use crate::contract::family::{Family, InScope, Moving, any_differs, evaluate, pull_back_columns};
use crate::contract::node::{EqualRows, Tuple, any_active};
use crate::contract::scope::{Scope, loses_rows};
use crate::frame::Frame;
use crate::model::rows::{Tally, has_weight, weighted};
use crate::model::statement::BoundVariable;
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Mask, Pack, each, for_lanes};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Returns true if a pass must visit the rows, in addition to the terms that they share.
    const fn has_rows<C: Scope>() -> bool {
        C::SETS.uniform.is_empty() || any_differs::<F::Terms, A, C>()
    }

    /// Adds each row to the tally, and passes its adjoints on.
    #[inline(always)]
    pub(crate) fn score_each<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        if !tally.takes(self.length()) || self.kept.is_empty::<C, Target>() {
            return;
        }
        tally.add_constant(self.constant);
        let score = const {
            if T::IS_ONE {
                Self::score_all::<Target, C, S, T>
            } else {
                Self::score_equal_and_other_rows::<Target, C, S, T>
            }
        };
        score(self, simd, frame, tally);
    }

    /// Scores the terms that are the same in all rows, and then the other terms.
    #[inline(always)]
    fn score_equal_and_other_rows<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        // If rows are removed, no term is the same for all rows.
        let score_equal = const {
            if loses_rows::<C>(Target::FACTS.target) {
                Self::score_no_rows::<S, T>
            } else {
                Self::score_equal_rows::<C, S, T>
            }
        };
        let score_others = const {
            if loses_rows::<C>(Target::FACTS.target) {
                Self::score_rows_of::<Target, C, S, T, true>
            } else if Self::has_rows::<C>() {
                Self::score_rows_of::<Target, C, S, T, false>
            } else {
                Self::score_no_rows::<S, T>
            }
        };
        score_equal(self, simd, frame, tally, &mut state);
        score_others(self, simd, frame, tally, &mut state);
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    #[inline(always)]
    fn score_no_rows<S: Simd, T: Tally<S>>(&self, _: S, _: &mut Frame<'_>, _: &mut T, _: &mut A::State<S>) {}

    /// Scores the terms that are the same in all rows.
    #[inline(always)]
    fn score_equal_rows<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        state: &mut A::State<S>,
    ) {
        let lane = Lane::scalar(simd);
        let packs = self.nodes.forward_some::<EqualRows, C, S>(state, frame, Lane::scalar(simd));
        let packs = self.prepare::<C, S>(state, frame, lane, packs);
        let (value, partials) = evaluate::<F::Terms, InScope<A, C, false>, S>(simd, &packs);
        let count = Pack::splat(simd, self.observations);
        tally.add_shared(value, count);
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
            let weight = tally.weight_of_all(count);
            let partials = pull_back_columns::<F, A, S>(&packs, partials);
            // A term without weight may be infinite.
            let partials = each(partials, |partial| has_weight(weight).select(partial * weight, 0.0));
            let first = Lane { mask: Mask::first(simd, 1) & has_weight(weight), ..lane };
            self.nodes.backward_some::<EqualRows, C, S>(state, frame, first, partials);
        }
    }

    /// Returns the blocks of the rows that a pass of a sum visits.
    #[inline(always)]
    fn blocks_of_pass<S: Simd>(&self, simd: S, frame: &Frame<'_>) -> Blocks<S> {
        if const { !Self::HAS_TOTALS } {
            let (start, end) = frame.summed(self.length());
            return Blocks::between(simd, start, end, const { A::FACTS.blocked });
        }
        self.blocks(simd)
    }

    /// Scores the terms that differ from row to row; with `ALL`, every term.
    #[inline(always)]
    fn score_rows_of<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>, const ALL: bool>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        state: &mut A::State<S>,
    ) {
        for block in self.blocks_of_pass(simd, frame) {
            self.nodes.begin_block::<C, S>(state, frame, block);
            for_lanes!(lane in block => {
                let lane = self.kept.lane::<C, Target, S>(frame, lane);
                let weight = tally.weight(frame, lane);
                let lane = weighted(lane, weight);
                let (packs, tape) = self.nodes.forward::<C, S>(state, frame, lane);
                let packs = self.prepare::<C, S>(state, frame, lane, packs);
                let (value, partials) = if const { ALL } {
                    evaluate::<F::Terms, Moving<A>, S>(simd, &packs)
                } else {
                    evaluate::<F::Terms, InScope<A, C, true>, S>(simd, &packs)
                };
                let partials = pull_back_columns::<F, A, S>(&packs, partials);
                let (value, mut partials) = self.weigh(frame, lane, &packs, value, partials);
                tally.add_rows(frame, lane, value);
                if const { T::HAS_ADJOINT && any_active::<C, A>() } {
                    if let Some(weight) = weight {
                        partials = each(partials, |partial| partial * weight);
                    }
                    // A scalar has no masked lanes.
                    if const { !Sh::IS_SCALAR } || lane.mask.any() {
                        self.nodes.backward::<C, S>(state, frame, lane, tape, partials);
                    }
                }
            });
            if const { T::HAS_ADJOINT && any_active::<C, A>() } {
                self.nodes.end_block::<C, S>(state, frame, block);
            }
        }
    }

    /// The reason why the log densities of rows cannot be separated, if they cannot.
    pub(crate) const REFUSAL_OF_ROWS: Option<&'static str> =
        if Self::HAS_TOTALS { Some("follows a law of a vector as a whole") } else { None };
}
