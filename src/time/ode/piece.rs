//! An input of a right-hand side that is constant between times: x(t) = vₖ for τₖ ≤ t < τₖ₊₁, with v̄ₖ += x̄
//! for the current k.
//!
//! The solver sets the current value: its steps end where another value begins, and all stages of a step
//! have the value at the step's beginning.

use crate::compiler::{Context, Counter};
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::{BoundStored, add_to_part, read_slot};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Lane, Pack};
use crate::time::unfold::rows::INPUT;
use core::marker::PhantomData;
use pulp::Simd;

/// The current one of the `Values`, each of which begins at one of the `Times`.
#[derive(Clone, Debug)]
pub struct BoundOdePiece<Times, Values, Sh> {
    times: BoundStored<Times>,
    values: BoundStored<Values>,
    /// The number of the current value.
    piece: Counter,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<Times: Node, Values: Node, Sh: Shape> BoundOdePiece<Times, Values, Sh> {
    /// Returns the input with values of this size; `piece` counts the values.
    pub(crate) fn new(
        times: BoundStored<Times>,
        values: BoundStored<Values>,
        piece: Counter,
        size: Size,
    ) -> Self {
        Self { times, values, piece, size, shape: PhantomData }
    }

    /// Returns the slot of the current value.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn now(&self, frame: &Frame<'_>) -> Slot {
        self.values.slot().element(self.piece.get(frame) * self.size.length())
    }
}

impl<Times: Node, Values: Node, Sh: Shape> Node for BoundOdePiece<Times, Values, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        nonlinear: BoundStored::<Values>::FACTS.nonlinear,
        read_at_begin: BoundStored::<Values>::FACTS.read_at_begin,
        ..Facts::of(const { joined!(Values::FACTS.vars, &INPUT) })
    };
    type State<S: Simd> = (<BoundStored<Times> as Node>::State<S>, <BoundStored<Values> as Node>::State<S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<Sh>()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.times.precompute(context, frame)?;
        self.values.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        (self.times.begin::<C, S>(simd, frame), self.values.begin::<C, S>(simd, frame))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        _: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        (read_slot::<Sh, S>(frame, self.now(frame), lane), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, Values>() } {
            // The slot of another value may follow this one.
            add_to_part::<Sh, S>(frame, self.now(frame), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, (times, values): Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.values.end::<C, S>(values, simd, frame);
        self.times.end::<C, S>(times, simd, frame);
    }
}

impl<Times: Node, Values: Node, Sh: Shape> Coefficients for BoundOdePiece<Times, Values, Sh> {}

impl<Times: Node, Values: Node, Sh: Shape> Drawn for BoundOdePiece<Times, Values, Sh> {}

sealed! {
    [Times, Values, Sh] BoundOdePiece<Times, Values, Sh>;
}

keep_names! {
    [Times, Values, Sh] BoundOdePiece<Times, Values, Sh>;
}
