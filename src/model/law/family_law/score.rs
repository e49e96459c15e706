//! The log density of a statement and its backward pass, register by register.

use super::{FamilyLaw, Plan};
use crate::contract::family::{
    Factored, Family, Moving, PerLane, PerLaneOfSmall, Stage, are_per_lane, evaluate, pull_back_columns,
};
use crate::contract::node::{Packs, Tuple, any_active};
use crate::contract::scope::{Scope, is_whole};
use crate::frame::Frame;
use crate::model::rows::Tally;
use crate::model::statement::BoundVariable;
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Pack, each, for_lanes};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Adds all rows, and passes on their adjoints, which may have a weight.
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

    /// Scores a statement that `compile()` may have rewritten as squares.
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

    /// Returns the function that scores the elements.
    const fn score_elements<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>()
    -> fn(&Self, S, &mut Frame<'_>, &mut T) {
        if Sh::IS_SCALAR { Self::score_scalar::<C, S, T> } else { Self::score_all_blocks::<Target, C, S, T> }
    }

    /// Scores the statement of a vector or a matrix.
    #[inline(always)]
    fn score_all_blocks<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        self.score_blocks_by_counts::<Target, C, S, T>(simd, frame, tally, self.blocks(simd), true);
    }

    /// Scores the statement of a single observation.
    #[inline(always)]
    fn score_scalar<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if const { Self::KNOWN_COLUMN.is_some() && is_whole::<C>() }
            && let Some(slot) = self.known_logarithms
        {
            return self.score_of_logarithm::<C, S, T>(slot, simd, frame, tally);
        }
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
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
            let partials = weighted(partials, tally.weight(frame, lane));
            self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// True if the logarithms in which rows differ can be computed as one logarithm of a product: none of
    /// them has a weight.
    pub(super) const HAS_PRODUCT: bool = {
        let differs = match F::FACTS.logarithm_of {
            Some(place) => !A::EACH[place].is_data() && !A::EACH[place].is_splat,
            None => false,
        };
        differs && !Self::HAS_ROWS
    };

    /// True if each row has a factor, and one logarithm of the product of all factors is computed.
    pub(super) const IS_FACTORED: bool =
        F::Factored::EXISTS && are_per_lane::<F::Terms, A>() && !Self::HAS_PRODUCT && !Self::HAS_TOTALS;

    /// The argument that is a square root in each row, if the density is computed from its square: neither
    /// the root nor its slope is computed.
    pub(super) const SQUARED: Option<usize> = match F::FACTS.squared {
        Some(place) if A::EACH[place].is_root && Self::HAS_PRODUCT => Some(place),
        _ => None,
    };

    /// Scores some blocks of rows, without a check for large counts if `compile()` has found none.
    #[inline(always)]
    pub(crate) fn score_blocks_by_counts<Target: BoundVariable, C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        // Without rows there is one empty block, and no vector whose terms of sums contribute.
        if const { Self::HAS_TOTALS } && self.length() == 0 {
            return;
        }
        let score_small = const {
            if F::FACTS.has_large_counts {
                Self::score_blocks::<Target, C, PerLaneOfSmall<A>, S, T>
            } else {
                Self::score_blocks::<Target, C, PerLane<A>, S, T>
            }
        };
        if const { F::FACTS.has_large_counts } && self.counts_are_small {
            score_small(self, simd, frame, tally, blocks, with_shared);
        } else {
            self.score_blocks::<Target, C, PerLane<A>, S, T>(simd, frame, tally, blocks, with_shared);
        }
    }

    /// Scores some blocks of rows, with or without the terms that rows share.
    #[inline(always)]
    fn score_blocks<Target: BoundVariable, C: Scope, Rows: Stage, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        let mut pass = self.begin_pass::<C, S, T>(simd, frame, tally, with_shared);
        self.pass_over::<Target, C, Rows, S, T>(frame, tally, &mut pass, blocks);
        self.end_pass::<C, S, T>(simd, frame, tally, pass);
    }

    /// Returns true if rows stand for several rows of the data, which a product cannot count.
    #[inline(always)]
    pub(super) fn has_weights(&self) -> bool {
        Self::HAS_ROWS && matches!(self.plan, Plan::Rows(Some(_)))
    }

    /// Returns the value and the partial derivatives of rows that stand for several rows of the data: w f(ȳ)
    /// − ½ Σ (y − ȳ)²/σ².
    #[inline(always)]
    pub(crate) fn weigh<S: Simd>(
        &self,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: &Packs<S>,
        value: Pack<S>,
        partials: Packs<S>,
    ) -> (Pack<S>, Packs<S>) {
        let Plan::Rows(Some(merged)) = self.plan else { return (value, partials) };
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

    /// Returns the blocks of the statement: one for each vector, if the law is a distribution of vectors
    /// that are rows of a matrix.
    #[inline(always)]
    pub(crate) fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
            Blocks::of(simd, self.length(), self.width)
        } else {
            Blocks::new(simd, self.length(), const { A::FACTS.blocked })
        }
    }

    /// Adds nothing, for a law without terms of sums.
    #[inline(always)]
    pub(super) fn no_totals<S: Simd, T: Tally<S>>(
        &self,
        _: Blocks<S>,
        _: &mut Frame<'_>,
        _: &mut T,
        _: &mut A::State<S>,
        _: Packs<S>,
    ) {
    }

    /// Scores the terms of the sums of one vector. Each element has the adjoint of its sum, so a second pass
    /// adds the adjoints.
    #[inline(always)]
    pub(super) fn score_totals<C: Scope, S: Simd, T: Tally<S>>(
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
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
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

/// Returns the partial derivatives multiplied by the weight of the rows, if they have a weight.
#[inline(always)]
pub(super) fn weighted<S: Simd>(partials: Packs<S>, weight: Option<Pack<S>>) -> Packs<S> {
    match weight {
        Some(weight) => each(partials, |partial| partial * weight),
        None => partials,
    }
}
