//! The log density of a statement and its backward pass, register by register.

use super::{FamilyLaw, Plan};
use crate::contract::family::{
    Factored, Family, Moving, Once, PerLane, PerLaneOfSmall, Stage, are_per_lane, evaluate,
    pull_back_columns, with_logarithm_in_product,
};
use crate::contract::node::{Packs, Splats, Tuple, any_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::math::LogOfProduct;
use crate::model::BoundVariable;
use crate::model::statement::Tally;
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Mask, Pack, each, for_lanes};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Adds all rows up, and passes on adjoints, which may have a weight.
    #[inline(always)]
    pub(crate) fn score_all<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let score = const {
            match Self::AFFINE_SQUARE {
                Some(_) => Self::score_squares_or_elements::<Target, C, S, T>,
                None => Self::score_elements::<Target, C, S, T>(),
            }
        };
        score(self, simd, frame, tally);
    }

    /// A statement that `compile()` may have made squares of.
    #[inline(always)]
    fn score_squares_or_elements<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        if let (Some(square), Plan::Squares(quadratic)) = (const { Self::AFFINE_SQUARE }, &self.plan) {
            return self.score_squares::<C, S, T>(quadratic, square, simd, frame, tally);
        }
        let score = const { Self::score_elements::<Target, C, S, T>() };
        score(self, simd, frame, tally);
    }

    /// The function that scores the elements.
    const fn score_elements<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>()
    -> fn(&Self, S, &mut Frame<'_>, &mut T) {
        if Sh::IS_SCALAR { Self::score_scalar::<C, S, T> } else { Self::score_all_blocks::<Target, C, S, T> }
    }

    /// The statement of a vector or a matrix.
    #[inline(always)]
    fn score_all_blocks<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        self.score_blocks_by_counts::<Target, C, S, T>(simd, frame, tally, self.blocks(simd), true);
    }

    /// The statement of a single observation.
    #[inline(always)]
    fn score_scalar<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
        let packs = self.prepare::<C, S>(&state, frame, lane, packs);
        let (value, partials) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
        let mut partials = pull_back_columns::<F, A, S>(&packs, partials);
        tally.add_number(value);
        if const { Self::HAS_TOTALS } {
            // The sum of a single element is the element.
            let (value, by_sums) = evaluate::<F::Totals, Moving<A>, S>(simd, &packs);
            tally.add_number(value);
            for (partial, by_sum) in partials.iter_mut().zip(by_sums) {
                *partial = *partial + by_sum;
            }
        }
        if const { T::GOES_BACK && any_active::<C, A>() } {
            let partials = weighted(partials, tally.weight(frame, lane));
            self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// True if the logarithms that rows differ in are one logarithm of their product: none has a weight.
    const HAS_PRODUCT: bool = {
        let differs = match F::LOGARITHM_OF {
            Some(place) => !A::EACH[place].is_data() && !A::EACH[place].is_splat,
            None => false,
        };
        differs && !Self::HAS_ROWS
    };

    /// True if rows have a factor each, of whose product one logarithm is taken.
    const IS_FACTORED: bool =
        F::Factored::EXISTS && are_per_lane::<F::Terms, A>() && !Self::HAS_PRODUCT && !Self::HAS_TOTALS;

    /// The argument that is a root in each row, where the density is computed of its square: neither the root
    /// is taken nor its slope.
    const SQUARED: Option<usize> = match F::SQUARED {
        Some(place) if A::EACH[place].is_root && Self::HAS_PRODUCT => Some(place),
        _ => None,
    };

    /// The observations of some blocks of rows, without the question for large counts where `compile()` has
    /// seen none.
    #[inline(always)]
    pub(crate) fn score_blocks_by_counts<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        let score_small = const {
            if F::HAS_LARGE_COUNTS {
                Self::score_blocks::<Target, C, PerLaneOfSmall<A>, S, T>
            } else {
                Self::score_blocks::<Target, C, PerLane<A>, S, T>
            }
        };
        if const { F::HAS_LARGE_COUNTS } && self.counts_are_small {
            score_small(self, simd, frame, tally, blocks, with_shared);
        } else {
            self.score_blocks::<Target, C, PerLane<A>, S, T>(simd, frame, tally, blocks, with_shared);
        }
    }

    /// The observations of some blocks of rows; with them, or not, the terms that rows share.
    #[inline(always)]
    fn score_blocks<Target: BoundVariable, C: Scope, Rows: Stage, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        if with_shared {
            let splats = self.nodes.forward_some::<Splats, C, S>(&state, frame, Lane::scalar(simd));
            let lane = Lane::scalar(simd);
            let splats = self.prepare::<C, S>(&state, frame, lane, splats);
            let (value, partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
            let mut partials = pull_back_columns::<F, A, S>(&splats, partials);
            let count = Pack::splat(simd, self.observations);
            tally.add_shared(value, count);
            if const { T::GOES_BACK && any_active::<C, A>() } {
                let weight = tally.weight_of_all(count);
                for partial in &mut partials {
                    *partial = *partial * weight;
                }
                let first = Lane { mask: Mask::first(simd, 1), ..Lane::scalar(simd) };
                self.nodes.backward_some::<Splats, C, S>(&mut state, frame, first, partials);
            }
        }

        let score_totals =
            const { if Self::HAS_TOTALS { Self::score_totals::<C, S, T> } else { Self::no_totals::<S, T> } };
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
                    with_logarithm_in_product::<F, A, C, S>(
                        &self.nodes, &state, frame, lane, packs, &mut product,
                    )
                } else {
                    self.prepare::<C, S>(&state, frame, lane, packs)
                };
                if const { Self::HAS_TOTALS } {
                    for (sum, pack) in sums.iter_mut().zip(packs) {
                        *sum = lane.accumulate(*sum, pack);
                    }
                }
                let (value, partials) = if const { Self::SQUARED.is_some() } {
                    evaluate::<F::TermsOfSquare, Rows, S>(simd, &packs)
                } else if const { Self::IS_FACTORED } && !self.has_weights() {
                    let (value, partials, factor) = F::Factored::evaluate(&packs);
                    product.multiply_by_one_to_two(lane, factor);
                    (value, partials)
                } else {
                    evaluate::<F::Terms, Rows, S>(simd, &packs)
                };
                let partials = pull_back_columns::<F, A, S>(&packs, partials);
                let (value, partials) = self.weigh(frame, lane, &packs, value, partials);
                tally.add_rows(frame, lane, value);
                if const { T::GOES_BACK && any_active::<C, A>() } {
                    let partials = weighted(partials, tally.weight(frame, lane));
                    if let Some(place) = const { Self::SQUARED } {
                        self.nodes.backward_of_square::<C, S>(place, &mut state, frame, lane, tape, partials);
                    } else {
                        self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
                    }
                }
            });
            if const { T::GOES_BACK && any_active::<C, A>() } {
                self.nodes.end_block::<C, S>(&mut state, frame, block);
            }
            if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
                let row = Blocks::once(block);
                score_totals(self, row, frame, tally, &mut state, sums);
                sums = [Pack::zero(simd); MAX_ARGUMENTS];
            }
        }
        if const { Self::HAS_PRODUCT || Self::IS_FACTORED }
            && let Some(logarithms) = product.logarithm()
        {
            let weight = if const { Self::SQUARED.is_some() } { -0.5 } else { -1.0 };
            tally.add_number(Pack::splat(simd, weight * logarithms.sum()));
        }
        if const { Self::HAS_TOTALS && !Sh::IS_MATRIX } {
            score_totals(self, self.blocks(simd), frame, tally, &mut state, sums);
        }
        if const { T::GOES_BACK && any_active::<C, A>() } {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// True if rows stand for several, which a product cannot count.
    #[inline(always)]
    fn has_weights(&self) -> bool {
        Self::HAS_ROWS && matches!(self.plan, Plan::Rows(_))
    }

    /// The value and the partial derivatives of rows that stand for several: w f(ȳ) − ½ Σ (y − ȳ)²/σ².
    #[inline(always)]
    pub(crate) fn weigh<S: Simd>(
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

    /// The blocks of the statement: its vectors one by one, where it is a distribution of a vector and has
    /// rows of them.
    #[inline(always)]
    pub(crate) fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
            Blocks::of(simd, self.length(), self.width)
        } else {
            Blocks::new(simd, self.length(), const { A::FACTS.blocked })
        }
    }

    /// Adds nothing, where a law has no terms of sums.
    #[inline(always)]
    fn no_totals<S: Simd, T: Tally<S>>(
        &self,
        _: Blocks<S>,
        _: &mut Frame<'_>,
        _: &mut T,
        _: &mut A::State<S>,
        _: Packs<S>,
    ) {
    }

    /// The terms of the sums of one vector: each element has the adjoint of its sum, so there is a second
    /// pass for them.
    #[inline(always)]
    fn score_totals<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        blocks: Blocks<S>,
        frame: &mut Frame<'_>,
        tally: &mut T,
        state: &mut A::State<S>,
        sums: Packs<S>,
    ) {
        let simd = blocks.simd();
        let sums = each(sums, |lanes| Pack::splat(simd, lanes.sum()));
        let (value, partials) = evaluate::<F::Totals, Moving<A>, S>(simd, &sums);
        tally.add_number(value);
        if const { T::GOES_BACK && any_active::<C, A>() } {
            let partials = weighted(partials, tally.weight(frame, Lane::scalar(simd)));
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

/// Partial derivatives multiplied by the weight that rows have, if they have one.
#[inline(always)]
fn weighted<S: Simd>(partials: Packs<S>, weight: Option<Pack<S>>) -> Packs<S> {
    match weight {
        Some(weight) => each(partials, |partial| partial * weight),
        None => partials,
    }
}
