//! The log density of a statement and its way back, register by register.

use super::{FamilyLaw, Plan};
use crate::family::{Family, Moving, Once, PerLane, evaluate, pull_back_columns, with_logarithm_in_product};
use crate::math::LogOfProduct;
use crate::node::{MAX_ARGUMENTS, Packs, Tuple, any_active};
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Lane, Mask, Pack, each, for_lanes};
use crate::statement::{BoundVariable, Totals};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// The statement of a single observation.
    #[inline(always)]
    pub(super) fn score_scalar<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
        let packs = self.prepare::<C, S>(&state, frame, lane, packs);
        let (value, partials) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
        let mut partials = pull_back_columns::<F, A, S>(&packs, partials);
        totals.add(value);
        if const { Self::HAS_TOTALS } {
            // The sum of a single element is the element.
            let (value, by_sums) = evaluate::<F::Totals, Moving<A>, S>(simd, &packs);
            totals.add(value);
            for (partial, by_sum) in partials.iter_mut().zip(by_sums) {
                *partial = *partial + by_sum;
            }
        }
        if const { any_active::<C, A>() } {
            self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// The statement of many observations.
    #[inline(always)]
    pub(super) fn score_vector<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        #[cfg(feature = "rayon")]
        if const { Self::HAS_PARTS } {
            return self.score_parts::<Target, C, S>(simd, frame, totals);
        }
        self.score_blocks::<Target, C, S>(simd, frame, totals, self.blocks(simd), true);
    }

    /// True if the logarithms that rows differ in are one logarithm of their product: none has a weight.
    const HAS_PRODUCT: bool = {
        let differs = match F::LOGARITHM_OF {
            Some(place) => !A::IS_DATA[place] && !A::IS_SPLAT[place],
            None => false,
        };
        differs && !Self::HAS_ROWS
    };

    /// The argument that is a root in each row, where the density is computed of its square: neither the root is taken nor its slope.
    const SQUARED: Option<usize> = match F::SQUARED {
        Some(place) if A::IS_ROOT[place] && Self::HAS_PRODUCT => Some(place),
        _ => None,
    };

    /// The observations of some blocks of rows; with them, or not, the terms that rows share.
    #[inline(always)]
    pub(super) fn score_blocks<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        if with_shared {
            let splats = self.nodes.splats::<C, S>(&state, frame, simd);
            let lane = Lane::scalar(simd);
            let splats = self.prepare::<C, S>(&state, frame, lane, splats);
            let (value, partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
            let mut partials = pull_back_columns::<F, A, S>(&splats, partials);
            let count = Pack::splat(simd, self.observations);
            totals.add(value * count);
            if const { any_active::<C, A>() } {
                for partial in &mut partials {
                    *partial = *partial * count;
                }
                let first = Lane { mask: Mask::first(simd, 1), ..Lane::scalar(simd) };
                self.nodes.backward_splats::<C, S>(&mut state, frame, first, partials);
            }
        }

        let mut sums = [Pack::zero(simd); MAX_ARGUMENTS];
        let mut product = LogOfProduct::new(simd);
        for block in blocks {
            self.nodes.begin_block::<C, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let lane = self.kept.lane::<C, Target, S>(frame, lane);
                let (mut packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
                if let Some(place) = const { Self::SQUARED }
                    && let Some(square) = self.nodes.square::<C, S>(place, &state, frame, lane)
                {
                    packs[place] = square;
                }
                let packs = if const { Self::HAS_PRODUCT } {
                    let packs = self.columns.load::<F, A, Sh, S>(frame, lane, Self::guard(packs));
                    with_logarithm_in_product::<F, A, C, S>(&self.nodes, &state, frame, lane, packs, &mut product)
                } else {
                    self.prepare::<C, S>(&state, frame, lane, packs)
                };
                if const { Self::HAS_TOTALS } {
                    for (sum, pack) in sums.iter_mut().zip(packs) {
                        *sum = lane.accumulate(*sum, pack);
                    }
                }
                let (value, partials) = if const { Self::SQUARED.is_some() } {
                    evaluate::<F::TermsOfSquare, PerLane<A>, S>(simd, &packs)
                } else {
                    evaluate::<F::Terms, PerLane<A>, S>(simd, &packs)
                };
                let partials = pull_back_columns::<F, A, S>(&packs, partials);
                let (value, partials) = self.weigh(frame, lane, &packs, value, partials);
                totals.add_lanes(lane, value);
                if const { any_active::<C, A>() } {
                    if let Some(place) = const { Self::SQUARED } {
                        self.nodes.backward_of_square::<C, S>(place, &mut state, frame, lane, tape, partials);
                    } else {
                        self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
                    }
                }
            });
            if const { any_active::<C, A>() } {
                self.nodes.end_block::<C, S>(&mut state, frame, block);
            }
            if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
                let row = Blocks::once(block);
                self.score_totals::<C, S>(row, frame, totals, &mut state, sums);
                sums = [Pack::zero(simd); MAX_ARGUMENTS];
            }
        }
        if const { Self::HAS_PRODUCT }
            && let Some(logarithms) = product.logarithm()
        {
            let weight = if const { Self::SQUARED.is_some() } { -0.5 } else { -1.0 };
            totals.add(Pack::splat(simd, weight * logarithms.sum()));
        }
        if const { Self::HAS_TOTALS && !Sh::IS_MATRIX } {
            self.score_totals::<C, S>(self.blocks(simd), frame, totals, &mut state, sums);
        }
        if const { any_active::<C, A>() } {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// The value and the partial derivatives of rows that stand for several: w f(ȳ) − ½ Σ (y − ȳ)²/σ².
    #[inline(always)]
    pub(super) fn weigh<S: Simd>(
        &self,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: &Packs<S>,
        value: Pack<S>,
        partials: Packs<S>,
    ) -> (Pack<S>, Packs<S>) {
        let Plan::Rows(merged) = self.plan else { return (value, partials) };
        if const { !Self::HAS_ROWS } {
            return (value, partials);
        }
        let weight = frame.packed(lane.simd, merged.weights.element(lane.index));
        let mut value = value * weight;
        let mut partials = each(partials, |partial| partial * weight);
        if let Some(square) = const { Self::SQUARE } {
            let inverse = packs[square.scale].recip();
            let deviations = frame.packed(lane.simd, merged.deviations.element(lane.index));
            let exponent = deviations * inverse * inverse;
            value = exponent.mul_add(-0.5, value);
            partials[square.scale] = exponent.mul_add(inverse, partials[square.scale]);
        }
        (value, partials)
    }

    /// The blocks of the statement: its vectors one by one, where it is a distribution of a vector and has rows of them.
    #[inline(always)]
    pub(super) fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
            Blocks::of(simd, self.length(), self.width)
        } else {
            Blocks::new(simd, self.length(), A::BLOCKED)
        }
    }

    /// The terms of the sums of one vector: each element has the adjoint of its sum, so there is a second pass for them.
    #[inline(always)]
    fn score_totals<C: Scope, S: Simd>(
        &self,
        blocks: Blocks<S>,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        state: &mut A::State<S>,
        sums: Packs<S>,
    ) {
        let simd = blocks.simd();
        let sums = each(sums, |lanes| Pack::splat(simd, lanes.sum()));
        let (value, partials) = evaluate::<F::Totals, Moving<A>, S>(simd, &sums);
        totals.add(value);
        if const { any_active::<C, A>() } {
            for block in blocks {
                self.nodes.begin_block::<C, S>(state, frame, block);
                for_lanes!(lane in block => {
                    let (_, tape) = self.nodes.forward::<C, S>(state, frame, lane);
                    self.nodes.backward::<C, S>(state, frame, lane, tape, partials);
                });
                self.nodes.end_block::<C, S>(state, frame, block);
            }
        }
    }
}
