//! The bound node of a mixture with numbered components.

use crate::compiler::{BoundComponentIndex, Context};
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::node::{
    Coefficients, Facts, Node, are_probabilities_of, backward_of, end_block_of, end_of, is_active, joined,
};
use crate::contract::scope::{Recompute, Scope, Value};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::math;
use crate::random::{are_weights, category};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Tag};
use crate::simd::{BLOCK_ROWS, Block, Lane, Mask, Pack, for_lanes};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The mixture of the log densities `L`, which have the shape `Sh`, with the weights `W`. Both depend on
/// the number of a component. A weight is a number, or one number for each row. The weights of all
/// components share one state.
#[derive(Clone, Copy, Debug)]
pub struct BoundLogMixEach<W, L, Sh> {
    pub(crate) weight: W,
    pub(crate) part: L,
    pub(crate) index: BoundComponentIndex,
    pub(crate) count: usize,
    pub(crate) sides: Sides,
    /// The number of rows.
    pub(crate) rows: usize,
    /// The greatest number of rows of a block.
    pub(crate) room: usize,
    /// The log density l of each component in each row of the block; later e^(l − y).
    pub(crate) densities: Scratch,
    /// The weight of each component in each row of the block.
    pub(crate) weights: Scratch,
    /// For each component in each row of the block, 1 if the log density is the logarithm of a probability
    /// and 0 if it is not; only if both are possible.
    pub(crate) atoms: Scratch,
    /// The value y in each row of the block.
    pub(crate) values: Scratch,
    /// The adjoint ȳ in each row of the block.
    pub(crate) adjoints: Scratch,
    pub(crate) shape: PhantomData<fn() -> Sh>,
}

/// Runs a body for each register of a block; for a scalar, for one register with the same number in each
/// lane.
macro_rules! for_rows {
    ($Sh:ident, $lane:ident in $block:expr => $body:block) => {
        if const { $Sh::IS_SCALAR } {
            let $lane = Lane::scalar($block.simd);
            $body
        } else {
            for_lanes!($lane in $block => $body);
        }
    };
}

#[inlined(all)]
impl<W: Node, L: Node, Sh: Shape> BoundLogMixEach<W, L, Sh> {
    /// True if some log densities may be logarithms of probabilities and others logarithms of densities.
    const HAS_BOTH: bool = L::FACTS.measure.is_both();

    /// The offset of a row of the block in a component's working memory.
    fn at(&self, component: usize, row: usize) -> usize {
        component * self.room + row
    }

    /// True if a component has one weight for all rows.
    const IS_SHARED: bool = W::Shape::IS_SCALAR && !Sh::IS_SCALAR;

    /// Computes y in a block of rows.
    fn compute<C: Scope, S: Simd>(&self, weights: &mut W::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        debug_assert!(block.end - block.start <= self.room, "there is room for a block");
        let find_atom = const { if Self::HAS_BOTH { Self::find_atom::<C, S> } else { Self::no_atom::<S> } };
        let leave_out = const { if Self::HAS_BOTH { Self::leave_out_densities::<S> } else { Self::keep } };
        for component in 0..self.count {
            self.index.set(frame, component);
            let mut part = self.part.begin::<Recompute<C>, S>(block.simd, frame);
            self.part.begin_block::<Recompute<C>, S>(&mut part, frame, block);
            let mut weight = Pack::zero(block.simd);
            if const { Self::IS_SHARED } {
                (weight, _) = self.weight.forward::<C, S>(weights, frame, Lane::scalar(block.simd));
            }
            for_rows!(Sh, lane in block => {
                if const { !Self::IS_SHARED } {
                    (weight, _) = self.weight.forward::<C, S>(weights, frame, lane);
                }
                let (density, _) = self.part.forward::<Recompute<C>, S>(&part, frame, lane);
                frame.set_scratch(self.weights.element(self.at(component, lane.in_block)), weight);
                frame.set_scratch(self.densities.element(self.at(component, lane.in_block)), density);
                find_atom(self, component, &part, frame, lane);
            });
        }
        for_rows!(Sh, lane in block => {
            leave_out(self, frame, lane);
            self.mix(frame, lane);
        });
    }

    /// Stores 1 in the rows in which a component's log density is the logarithm of a probability, and 0 in
    /// the other rows.
    fn find_atom<C: Scope, S: Simd>(
        &self,
        component: usize,
        part: &L::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
    ) {
        let are = self.part.are_probabilities::<Recompute<C>, S>(part, frame, lane);
        let place = self.atoms.element(self.at(component, lane.in_block));
        frame.set_scratch(place, are.select(1.0, Pack::zero(lane.simd)));
    }

    /// Stores nothing, for log densities that are all of one kind.
    fn no_atom<S: Simd>(&self, _: usize, _: &L::State<S>, _: &mut Frame<'_>, _: Lane<S>) {}

    /// The lanes in which a component with positive weight has a probability. A weight that is data may be
    /// 0.
    fn have_atom<S: Simd>(&self, frame: &Frame<'_>, lane: Lane<S>) -> Mask<S> {
        let mut any = Mask::first(lane.simd, 0);
        for component in 0..self.count {
            let place = self.at(component, lane.in_block);
            let is = frame.scratch(lane.simd, self.atoms.element(place)).gt(0.0);
            let counts = frame.scratch(lane.simd, self.weights.element(place)).gt(0.0);
            any = any | if const { W::FACTS.is_data_of_each() } { is & counts } else { is };
        }
        any
    }

    /// Removes densities where a component has a probability. NaN is kept, so that it shows in the result.
    fn leave_out_densities<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>) {
        let any = self.have_atom(frame, lane);
        for component in 0..self.count {
            let place = self.at(component, lane.in_block);
            let is = frame.scratch(lane.simd, self.atoms.element(place));
            let density = frame.scratch(lane.simd, self.densities.element(place));
            let is_left_out = any & is.eq(0.0) & density.eq(density);
            let kept = is_left_out.select(f64::NEG_INFINITY, density);
            frame.set_scratch(self.densities.element(place), kept);
        }
    }

    /// Removes nothing, for log densities that are all of one kind.
    fn keep<S: Simd>(&self, _: &mut Frame<'_>, _: Lane<S>) {}

    /// The lanes in which y is the logarithm of a probability, if both kinds are possible.
    fn have_atom_in_row<S: Simd>(&self, _: &W::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Mask<S> {
        let in_block = if const { Sh::IS_SCALAR } { 0 } else { lane.in_block };
        self.have_atom(frame, Lane { in_block, ..lane })
    }

    /// Computes y in one register, given the weights and the log densities.
    fn mix<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>) {
        let zero = Pack::zero(lane.simd);
        let mut largest = zero.constant(f64::NEG_INFINITY);
        let mut invalid = zero;
        for component in 0..self.count {
            let place = self.at(component, lane.in_block);
            let weight = frame.scratch(lane.simd, self.weights.element(place));
            let density = frame.scratch(lane.simd, self.densities.element(place));
            let larger = weight.gt(0.0) & density.gt(largest);
            largest = larger.select(density, largest);
            // A negative weight or a log density that is NaN, which comparisons alone would miss.
            invalid = invalid + weight.ge(0.0).select(0.0, f64::NAN);
            invalid = invalid + density.eq(density).select(0.0, f64::NAN);
        }
        let is_possible = largest.gt(f64::NEG_INFINITY);
        let origin = is_possible.select(largest, 0.0);
        let mut sum = zero;
        for component in 0..self.count {
            let place = self.at(component, lane.in_block);
            let weight = frame.scratch(lane.simd, self.weights.element(place));
            let density = self.densities.element(place);
            let exponential = math::exp(frame.scratch(lane.simd, density) - origin);
            frame.set_scratch(density, exponential);
            // A part with weight 0 may be so much larger than the others that its exponential is ∞.
            sum = sum + weight.gt(0.0).select(weight * exponential, 0.0);
        }
        // Where all components are impossible the slopes are 0.
        let scale = is_possible.select(sum.recip(), 0.0);
        for component in 0..self.count {
            let density = self.densities.element(self.at(component, lane.in_block));
            frame.set_scratch(density, frame.scratch(lane.simd, density) * scale);
        }
        frame.set_scratch(self.values.element(lane.in_block), origin + math::log(sum) + invalid);
    }

    /// Does nothing: for a scalar, which has no blocks of rows, or for a vector, which has only blocks.
    fn skip<S: Simd>(&self, _: &mut W::State<S>, _: &mut Frame<'_>, _: Block<S>) {}

    /// Passes the adjoints of a block of rows backward.
    fn pull_back<C: Scope, S: Simd>(
        &self,
        weights: &mut W::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let (to_weight, to_part) = const { (backward_of::<C, S, W>(), backward_of::<Recompute<C>, S, L>()) };
        let end_block_of_part = const { end_block_of::<Recompute<C>, S, L>() };
        let end_of_part = const { end_of::<Recompute<C>, S, L>() };
        for component in 0..self.count {
            self.index.set(frame, component);
            let mut part_state = self.part.begin::<Recompute<C>, S>(block.simd, frame);
            self.part.begin_block::<Recompute<C>, S>(&mut part_state, frame, block);
            let mut sum = Pack::zero(block.simd);
            for_rows!(Sh, lane in block => {
                let place = self.at(component, lane.in_block);
                let adjoint = frame.scratch(lane.simd, self.adjoints.element(lane.in_block));
                let slope = frame.scratch(lane.simd, self.densities.element(place)) * adjoint;
                if const { is_active::<C, W>() && Self::IS_SHARED } {
                    sum = lane.accumulate(sum, slope);
                } else if const { is_active::<C, W>() } {
                    let (_, tape) = self.weight.forward::<C, S>(weights, frame, lane);
                    to_weight(&self.weight, weights, frame, lane, tape, slope);
                }
                if const { is_active::<Recompute<C>, L>() } {
                    let weight = frame.scratch(lane.simd, self.weights.element(place));
                    let by_part = weight.gt(0.0).select(weight * slope, 0.0);
                    let (_, tape) = self.part.forward::<Recompute<C>, S>(&part_state, frame, lane);
                    to_part(&self.part, &mut part_state, frame, lane, tape, by_part);
                }
            });
            if const { is_active::<C, W>() && Self::IS_SHARED } {
                let lane = Lane::scalar(block.simd);
                let (_, tape) = self.weight.forward::<C, S>(weights, frame, lane);
                to_weight(&self.weight, weights, frame, lane, tape, Pack::splat(block.simd, sum.sum()));
            }
            end_block_of_part(&self.part, &mut part_state, frame, block);
            end_of_part(&self.part, part_state, block.simd, frame);
        }
    }
}

#[inlined]
impl<W: Node, L: Node, Sh: Shape> Node for BoundLogMixEach<W, L, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: true,
        has_rows: W::FACTS.has_rows && L::FACTS.has_rows,
        measure: L::FACTS.measure,
        ..Facts::of(const { joined!(W::FACTS.vars, L::FACTS.vars) }).with(&W::FACTS).with(&L::FACTS)
    };
    type State<S: Simd> = W::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.weight.precompute(context, frame)?;
        self.part.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> W::State<S> {
        let mut weights = self.weight.begin::<C, S>(simd, frame);
        let compute = const { if Sh::IS_SCALAR { Self::compute::<C, S> } else { Self::skip::<S> } };
        compute(self, &mut weights, frame, Block { simd, start: 0, end: 1 });
        if const { Sh::IS_SCALAR } {
            frame.set_scratch(self.adjoints, Pack::zero(simd));
        }
        weights
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        weights: &mut W::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let compute = const { if Sh::IS_SCALAR { Self::skip::<S> } else { Self::compute::<C, S> } };
        compute(self, weights, frame, block);
    }

    fn forward<C: Scope, S: Simd>(&self, _: &W::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let row = if const { Sh::IS_SCALAR } { 0 } else { lane.in_block };
        (frame.scratch(lane.simd, self.values.element(row)), ())
    }

    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &W::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let are = const {
            if Self::HAS_BOTH { Self::have_atom_in_row::<S> } else { are_probabilities_of::<C, S, Self>() }
        };
        are(self, state, frame, lane)
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut W::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { Sh::IS_SCALAR } {
            let sum = frame.scratch(lane.simd, self.adjoints) + adjoint;
            frame.set_scratch(self.adjoints, sum);
        } else {
            frame.set_scratch(self.adjoints.element(lane.in_block), lane.mask.select(adjoint, 0.0));
        }
    }

    fn end_block<C: Scope, S: Simd>(
        &self,
        weights: &mut W::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let pull_back = const {
            if !Sh::IS_SCALAR && is_active::<C, Self>() { Self::pull_back::<C, S> } else { Self::skip::<S> }
        };
        pull_back(self, weights, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, mut weights: W::State<S>, simd: S, frame: &mut Frame<'_>) {
        let pull_back = const {
            if Sh::IS_SCALAR && is_active::<C, Self>() { Self::pull_back::<C, S> } else { Self::skip::<S> }
        };
        pull_back(self, &mut weights, frame, Block { simd, start: 0, end: 1 });
        let end_of_weights = const { end_of::<C, S, W>() };
        end_of_weights(&self.weight, weights, simd, frame);
    }
}

impl<W: Coefficients, L: Coefficients, Sh: Shape> Coefficients for BoundLogMixEach<W, L, Sh> {}

impl<W: Node, L: Drawn, Sh: Shape> Drawn for BoundLogMixEach<W, L, Sh> {
    fn draw(&self, _: &W::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let weight =
            |component| to.frame.scratch_number(self.weights.element(self.at(component, lane.in_block)));
        let weights: Vec<f64> = (0..self.count).map(weight).collect();
        if !are_weights(&weights) {
            to.row.fill(f64::NAN);
            return true;
        }
        self.index.set(to.frame, category(&weights, to.rng));
        let simd = lane.simd;
        let start = lane.index - lane.in_block;
        let block = Block { simd, start, end: (start + BLOCK_ROWS).min(self.rows) };
        let mut state = self.part.begin::<Recompute<Value>, Scalar>(simd, to.frame);
        self.part.begin_block::<Recompute<Value>, Scalar>(&mut state, to.frame, block);
        self.part.draw(&state, lane, to)
    }
}

sealed! {
    [W, L, Sh] BoundLogMixEach<W, L, Sh>;
}

keep_names! {
    [W, L, Sh] BoundLogMixEach<W, L, Sh>;
}
