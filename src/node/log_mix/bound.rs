//! The bound node of a mixture of several expressions.

use crate::compiler::Context;
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::node::{Coefficients, Facts, List, Node, joined};
use crate::contract::scope::{Scope, Value, any_free};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::random::{are_weights, category};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The mixture of the log densities `L`, each with its weight in `W`. Log densities and weights have the
/// shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundLogMix<W, L, Sh> {
    pub(crate) weights: W,
    pub(crate) parts: L,
    pub(crate) sides: Sides,
    pub(crate) shape: PhantomData<fn() -> Sh>,
}

#[inlined(all)]
impl<W: List, L: List, Sh: Shape> BoundLogMix<W, L, Sh> {
    /// True if some log densities may be logarithms of probabilities and others logarithms of densities.
    const HAS_BOTH: bool = L::FACTS.measure.is_both();

    /// For each part, 1 in the lanes in which the part is the logarithm of a probability and 0 elsewhere; and
    /// the lanes in which some part with positive weight is the logarithm of a probability. Only weights that
    /// are data may be 0.
    fn probabilities<C: Scope, S: Simd>(
        &self,
        state: &(W::State<S>, L::State<S>),
        frame: &Frame<'_>,
        lane: Lane<S>,
        weights: &W::Packs<S>,
    ) -> (L::Packs<S>, Mask<S>) {
        let (mut all, mut any) = (L::zeros(lane.simd), Mask::first(lane.simd, 0));
        for place in 0..L::COUNT {
            let are = self.parts.are_probabilities::<C, S>(place, &state.1, frame, lane);
            let counts = weights.as_ref()[place].gt(0.0);
            any = any | if W::EACH[place].is_data_of_each() { are & counts } else { are };
            all.as_mut()[place] = are.select(1.0, Pack::zero(lane.simd));
        }
        (all, any)
    }

    /// Removes densities in lanes that have a probability. NaN is kept, so that it shows in the result.
    fn leave_out_densities<C: Scope, S: Simd>(
        &self,
        state: &(W::State<S>, L::State<S>),
        frame: &Frame<'_>,
        lane: Lane<S>,
        weights: &W::Packs<S>,
        parts: &mut L::Packs<S>,
    ) {
        let (are, any) = self.probabilities::<C, S>(state, frame, lane, weights);
        for (part, is) in parts.as_mut().iter_mut().zip(are.as_ref()) {
            let is_left_out = any & is.eq(0.0) & part.eq(*part);
            *part = is_left_out.select(f64::NEG_INFINITY, *part);
        }
    }

    /// Removes nothing, for parts that are all densities or all probabilities.
    fn keep<S: Simd>(
        &self,
        _: &(W::State<S>, L::State<S>),
        _: &Frame<'_>,
        _: Lane<S>,
        _: &W::Packs<S>,
        _: &mut L::Packs<S>,
    ) {
    }
}

#[inlined]
impl<W: List, L: List, Sh: Shape> Node for BoundLogMix<W, L, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: W::FACTS.blocked || L::FACTS.blocked,
        has_rows: W::FACTS.has_rows && L::FACTS.has_rows,
        measure: L::FACTS.measure,
        reads_other_rows: joined!(W::FACTS.reads_other_rows, L::FACTS.reads_other_rows),
        aligned: joined!(W::FACTS.aligned, L::FACTS.aligned),
        ..Facts::of(const { joined!(W::FACTS.vars, L::FACTS.vars) }).with(&W::FACTS).with(&L::FACTS)
    };
    type State<S: Simd> = (W::State<S>, L::State<S>);
    type Tape<S: Simd> = ((W::Tape<S>, L::Tape<S>), (W::Packs<S>, L::Packs<S>));

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.weights.precompute(context, frame)?;
        self.parts.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        (self.weights.begin::<C, S>(simd, frame), self.parts.begin::<C, S>(simd, frame))
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.weights.begin_block::<C, S>(&mut state.0, frame, block);
        self.parts.begin_block::<C, S>(&mut state.1, frame, block);
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let zero = Pack::zero(lane.simd);
        let (all_weights, weights_tape) = self.weights.forward_all::<C, S>(&state.0, frame, lane);
        let (mut all_parts, parts_tape) = self.parts.forward_all::<C, S>(&state.1, frame, lane);
        let leave_out = const { if Self::HAS_BOTH { Self::leave_out_densities::<C, S> } else { Self::keep } };
        leave_out(self, state, frame, lane, &all_weights, &mut all_parts);
        let (weights, parts) = (&all_weights.as_ref()[..L::COUNT], &all_parts.as_ref()[..L::COUNT]);
        let mut largest = zero.constant(f64::NEG_INFINITY);
        let mut invalid = zero;
        for place in 0..L::COUNT {
            let larger = weights[place].gt(0.0) & parts[place].gt(largest);
            largest = larger.select(parts[place], largest);
            // A negative weight or a log density that is NaN, which comparisons alone would miss.
            invalid = invalid + weights[place].ge(0.0).select(0.0, f64::NAN);
            invalid = invalid + parts[place].eq(parts[place]).select(0.0, f64::NAN);
        }
        let is_possible = largest.gt(f64::NEG_INFINITY);
        let origin = is_possible.select(largest, 0.0);
        let (mut by_weights, mut by_parts) = (W::zeros(lane.simd), L::zeros(lane.simd));
        let by_weight = &mut by_weights.as_mut()[..L::COUNT];
        let by_part = &mut by_parts.as_mut()[..L::COUNT];
        let mut sum = zero;
        for place in 0..L::COUNT {
            by_weight[place] = math::exp(parts[place] - origin);
            // A part with weight 0 may be so much larger than the others that its exponential is ∞.
            by_part[place] = weights[place].gt(0.0).select(weights[place] * by_weight[place], 0.0);
            sum = sum + by_part[place];
        }
        // Where all parts are impossible the slopes are 0.
        let scale = is_possible.select(sum.recip(), 0.0);
        for place in 0..L::COUNT {
            by_weight[place] = by_weight[place] * scale;
            by_part[place] = by_part[place] * scale;
        }
        let value = origin + math::log(sum) + invalid;
        (value, ((weights_tape, parts_tape), (by_weights, by_parts)))
    }

    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let (weights, _) = self.weights.forward_all::<C, S>(&state.0, frame, lane);
        self.probabilities::<C, S>(state, frame, lane, &weights).1
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        ((weights_tape, parts_tape), (mut by_weights, mut by_parts)): Self::Tape<S>,
        adjoint: Pack<S>,
    ) {
        if const { C::SETS.gradient && any_free::<C>(W::FACTS.vars) } {
            for partial in &mut by_weights.as_mut()[..W::COUNT] {
                *partial = *partial * adjoint;
            }
            self.weights.backward_all::<C, S>(&mut state.0, frame, lane, weights_tape, by_weights);
        }
        if const { C::SETS.gradient && any_free::<C>(L::FACTS.vars) } {
            for partial in &mut by_parts.as_mut()[..L::COUNT] {
                *partial = *partial * adjoint;
            }
            self.parts.backward_all::<C, S>(&mut state.1, frame, lane, parts_tape, by_parts);
        }
    }

    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.weights.end_block::<C, S>(&mut state.0, frame, block);
        self.parts.end_block::<C, S>(&mut state.1, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.weights.end::<C, S>(state.0, simd, frame);
        self.parts.end::<C, S>(state.1, simd, frame);
    }
}

impl<W: List, L: List, Sh: Shape> Coefficients for BoundLogMix<W, L, Sh> {}

impl<W: List, L: List, Sh: Shape> Drawn for BoundLogMix<W, L, Sh> {
    fn draw(&self, state: &Self::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let (weights, _) = self.weights.forward_all::<Value, Scalar>(&state.0, to.frame, lane);
        let weights: Vec<f64> = weights.as_ref()[..W::COUNT].iter().map(|weight| weight.first()).collect();
        if !are_weights(&weights) {
            to.row.fill(f64::NAN);
            return true;
        }
        let place = category(&weights, to.rng);
        self.parts.draw(place, &state.1, lane, to)
    }
}

sealed! {
    [W, L, Sh] BoundLogMix<W, L, Sh>;
}

keep_names! {
    [W, L, Sh] BoundLogMix<W, L, Sh>;
}
