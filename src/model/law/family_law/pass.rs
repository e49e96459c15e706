//! The pass over the rows of a statement, which can be interrupted after any block: see
//! [`Rows`](crate::model::statement::Rows).

use super::FamilyLaw;
use super::score::weighted;
use crate::contract::family::{
    Factored, Family, Once, Stage, evaluate, pull_back_columns, with_logarithm_in_product,
};
use crate::contract::node::{Packs, Splats, Tuple, any_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::math::LogOfProduct;
use crate::model::rows::Tally;
use crate::model::statement::BoundVariable;
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Mask, Pack, for_lanes};
use pulp::Simd;

/// The numbers that are kept from the beginning of a pass to its end.
pub(crate) struct Pass<A: Tuple, S: Simd> {
    state: A::State<S>,
    /// The sums of elements that a law of a vector reads.
    sums: Packs<S>,
    /// The product whose logarithm is a sum over the rows.
    product: LogOfProduct<S>,
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Begins a pass, with or without the terms that rows share.
    #[inline(always)]
    pub(crate) fn begin_pass<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        with_shared: bool,
    ) -> Pass<A, S> {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        if with_shared {
            let splats = self.nodes.forward_some::<Splats, C, S>(&state, frame, Lane::scalar(simd));
            let lane = Lane::scalar(simd);
            let splats = self.prepare::<C, S>(&state, frame, lane, splats);
            let (value, partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
            let mut partials = pull_back_columns::<F, A, S>(&splats, partials);
            let count = Pack::splat(simd, self.observations);
            tally.add_shared(value, count);
            if const { T::HAS_ADJOINT && any_active::<C, A>() } {
                let weight = tally.weight_of_all(count);
                for partial in &mut partials {
                    *partial = *partial * weight;
                }
                let first = Lane { mask: Mask::first(simd, 1), ..Lane::scalar(simd) };
                self.nodes.backward_some::<Splats, C, S>(&mut state, frame, first, partials);
            }
        }
        Pass { state, sums: [Pack::zero(simd); MAX_ARGUMENTS], product: LogOfProduct::new(simd) }
    }

    /// Scores some blocks of rows.
    #[inline(always)]
    pub(crate) fn pass_over<Target: BoundVariable, C: Scope, Rows: Stage, S: Simd, T: Tally<S>>(
        &self,
        frame: &mut Frame<'_>,
        tally: &mut T,
        pass: &mut Pass<A, S>,
        blocks: Blocks<S>,
    ) {
        let score_totals =
            const { if Self::HAS_TOTALS { Self::score_totals::<C, S, T> } else { Self::no_totals::<S, T> } };
        let simd = blocks.simd();
        let Pass { state, sums, product } = pass;
        let is_factored = const { Self::IS_FACTORED } && !self.has_weights();
        for block in blocks {
            self.nodes.begin_block::<C, S>(state, frame, block);
            for_lanes!(lane in block => {
                let lane = self.kept.lane::<C, Target, S>(frame, lane);
                let (mut packs, tape) = self.nodes.forward::<C, S>(state, frame, lane);
                if let Some(place) = const { Self::SQUARED }
                    && let Some(square) = self.nodes.square::<C, S>(place, state, frame, lane)
                {
                    packs[place] = square;
                }
                let packs = if is_factored {
                    // Columns are not loaded: a factor depends on the variable itself only.
                    self.guarded::<C, S>(state, frame, lane, packs)
                } else if const { Self::HAS_PRODUCT } {
                    let packs = self.with_columns::<C, S>(state, frame, lane, packs);
                    with_logarithm_in_product::<F, A, C, S>(
                        &self.nodes, state, frame, lane, packs, product,
                    )
                } else {
                    self.prepare::<C, S>(state, frame, lane, packs)
                };
                if const { Self::HAS_TOTALS } {
                    for (sum, pack) in sums.iter_mut().zip(packs) {
                        *sum = lane.accumulate(*sum, pack);
                    }
                }
                let (value, partials) = if const { Self::SQUARED.is_some() } {
                    evaluate::<F::TermsOfSquare, Rows, S>(simd, &packs)
                } else if is_factored {
                    let (value, partials, factor) = F::Factored::evaluate(&packs);
                    product.multiply_by_one_to_two(lane, factor);
                    (value, partials)
                } else {
                    evaluate::<F::Terms, Rows, S>(simd, &packs)
                };
                let partials = pull_back_columns::<F, A, S>(&packs, partials);
                let (value, partials) = if is_factored {
                    (value, partials)
                } else {
                    self.weigh(frame, lane, &packs, value, partials)
                };
                tally.add_rows(frame, lane, value);
                if const { T::HAS_ADJOINT && any_active::<C, A>() } {
                    let partials = weighted(partials, tally.weight(frame, lane));
                    if let Some(place) = const { Self::SQUARED } {
                        self.nodes.backward_of_square::<C, S>(place, state, frame, lane, tape, partials);
                    } else {
                        self.nodes.backward::<C, S>(state, frame, lane, tape, partials);
                    }
                }
            });
            if const { T::HAS_ADJOINT && any_active::<C, A>() } {
                self.nodes.end_block::<C, S>(state, frame, block);
            }
            if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
                let row = Blocks::once(block);
                score_totals(self, row, frame, tally, state, *sums);
                *sums = [Pack::zero(simd); MAX_ARGUMENTS];
            }
        }
    }

    /// Ends a pass.
    #[inline(always)]
    pub(crate) fn end_pass<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        pass: Pass<A, S>,
    ) {
        let Pass { mut state, sums, product } = pass;
        if const { Self::HAS_PRODUCT || Self::IS_FACTORED }
            && let Some(logarithms) = product.logarithm()
        {
            let weight = if const { Self::SQUARED.is_some() } { -0.5 } else { -1.0 };
            tally.add_number(Pack::splat(simd, weight * logarithms.sum()));
        }
        if const { Self::HAS_TOTALS && !Sh::IS_MATRIX } {
            let score_totals = const {
                if Self::HAS_TOTALS { Self::score_totals::<C, S, T> } else { Self::no_totals::<S, T> }
            };
            score_totals(self, self.blocks(simd), frame, tally, &mut state, sums);
        }
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }
}
