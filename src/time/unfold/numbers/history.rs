//! A weighted sum of all earlier values of the carry: hₜ = Σₖ wₖ sₜ₋ₖ for k = 1, 2, …, as far as there are
//! weights and values, with
//!
//! s̄ₜ₋ₖ += wₖ h̄ₜ,  w̄ₖ += Σₜ sₜ₋ₖ h̄ₜ.
//!
//! The sums are computed in `past`. This file contains the node that reads them, and the adjoints of the
//! weights, which are stored in reverse order, so that values and weights are read in the same direction.

use super::CARRY;
use super::past::store_weights;
use crate::compiler::Context;
use crate::compiler::History as Places;
use crate::compiler::Series;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::{Recall, Scope, any_free};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Scratch, Slot};
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, MAX_LANES, Pack, for_lanes};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// Consecutive values of the carry, and the reversed weights by which they are multiplied.
struct Run {
    values: Slot,
    weights: Scratch,
    length: usize,
}

/// Returns the values before a step that have weights: values of steps, and initial values.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn runs(series: &Series, history: &Places, step: usize) -> [Run; 2] {
    let own = step.min(history.count);
    let initial = (history.count - own).min(series.given.unwrap_or(1));
    let first = history.count - own;
    [
        Run {
            values: series.values.element(step - own),
            weights: history.reversed.element(MAX_LANES + first),
            length: own,
        },
        Run {
            values: series.initial.element(series.given.unwrap_or(1) - initial),
            weights: history.reversed.element(MAX_LANES + first - initial),
            length: initial,
        },
    ]
}

/// The sum of all earlier values, weighted by `W`, at each step.
///
/// The [recurrence](super::Recurrence) computes it before the step, and passes its adjoint back to the
/// values after the step.
#[derive(Clone, Debug)]
pub struct BoundHistory<W, Sh> {
    weights: BoundStored<W>,
    series: Series,
    places: Places,
    length: usize,
    slopes: Scratch,
    shape: PhantomData<fn() -> Sh>,
}

impl<W: Node, Sh: Shape> BoundHistory<W, Sh> {
    /// Returns the sum of the values of a series of `length` steps. The slopes are stored in `slopes`.
    pub(crate) fn new(
        weights: BoundStored<W>,
        series: Series,
        places: Places,
        length: usize,
        slopes: Scratch,
    ) -> Self {
        Self { weights, series, places, length, slopes, shape: PhantomData }
    }
}

#[inlined]
impl<W: Node, Sh: Shape> Node for BoundHistory<W, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        // The weights multiply the carry.
        nonlinear: W::FACTS.vars,
        ..Facts::of(const { joined!(&CARRY, W::FACTS.vars) })
    };
    type State<S: Simd> = W::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.weights.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> W::State<S> {
        let state = self.weights.begin::<C, S>(simd, frame);
        store_weights(simd, frame, &self.places);
        if const { is_active::<C, W>() } {
            for place in (0..self.length).step_by(Pack::<S>::LANES) {
                frame.set_scratch(self.places.adjoints.element(place), Pack::zero(simd));
            }
        }
        state
    }

    fn forward<C: Scope, S: Simd>(&self, _: &W::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let place = self.places.sums.element(lane.index);
        let value = match const { C::SETS.recall } {
            Recall::Lanes => frame.scratch(lane.simd, place),
            Recall::Step => Pack::splat(lane.simd, frame.scratch_number(place)),
            Recall::Nothing | Recall::Points => Pack::zero(lane.simd),
        };
        (value, ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut W::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        // If only the carry is active these are slopes, otherwise they are adjoints for the weights.
        let start = if const { any_free::<C>(&CARRY) } { self.slopes } else { self.places.adjoints };
        frame.add_scratch(start.element(lane.index), adjoint);
    }

    fn end<C: Scope, S: Simd>(&self, state: W::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, W>() } {
            let Places { weights, count, reversed, adjoints, .. } = self.places;
            // The weights are no longer needed: their memory holds the sums of their adjoints.
            for place in (0..count).step_by(Pack::<S>::LANES) {
                frame.set_scratch(reversed.element(MAX_LANES + place), Pack::zero(simd));
            }
            for step in 0..self.length {
                let adjoint = Pack::splat(simd, frame.scratch_number(adjoints.element(step)));
                for Run { values, weights, length } in runs(&self.series, &self.places, step) {
                    for_lanes!(lane in Block { simd, start: 0, end: length } => {
                        let product = lane.mask.select(frame.values(values, lane) * adjoint, 0.0);
                        frame.add_scratch(weights.element(lane.index), product);
                    });
                }
            }
            for place in 0..count {
                let adjoint = frame.scratch_number(reversed.element(MAX_LANES + count - 1 - place));
                frame.add_adjoint_number(weights.element(place), adjoint);
            }
        }
        self.weights.end::<C, S>(state, simd, frame);
    }
}

impl<W: Node, Sh: Shape> Coefficients for BoundHistory<W, Sh> {}

impl<W: Node, Sh: Shape> Drawn for BoundHistory<W, Sh> {}

sealed! {
    [W, Sh] BoundHistory<W, Sh>;
}

keep_names! {
    [W, Sh] BoundHistory<W, Sh>;
}
