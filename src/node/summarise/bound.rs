//! The bound node of a statistic of a vector.

use super::statistic::Statistic;
use crate::compiler::Context;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Scalar, Sides};
use crate::simd::{Block, Lane, Pack, for_lanes};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The statistic `F` of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundSummarise<F, N> {
    vector: BoundStored<N>,
    statistic: PhantomData<fn() -> F>,
}

erase! {
    [F, N: Erase] BoundSummarise<F, N> => BoundSummarise<F, N::Erased>, [BoundStored<N>], { vector };
}

impl<F, N: Node> BoundSummarise<F, N> {
    /// Makes the statistic of a vector.
    pub(crate) fn new(vector: BoundStored<N>) -> Self {
        Self { vector, statistic: PhantomData }
    }
}

/// The state of the vector, the value with the numbers that derivatives need, and the adjoint so far.
pub struct SummariseState<F: Statistic, S: Simd, N: Node> {
    inner: N::State<S>,
    value: Pack<S>,
    kept: F::Kept<S>,
    adjoint: Pack<S>,
}

#[inlined]
impl<F: Statistic, N: Node> Node for BoundSummarise<F, N> {
    type Shape = Scalar;
    const FACTS: Facts = Facts::of(N::FACTS.vars).with(&N::FACTS);
    type State<S: Simd> = SummariseState<F, S, N>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> SummariseState<F, S, N> {
        let inner = self.vector.begin::<C, S>(simd, frame);
        let (value, kept) = F::value(simd, frame, self.vector.slot(), self.vector.count());
        SummariseState { inner, value, kept, adjoint: Pack::zero(simd) }
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &SummariseState<F, S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut SummariseState<F, S, N>,
        _: &mut Frame<'_>,
        _: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        state.adjoint = state.adjoint + adjoint;
    }

    fn end<C: Scope, S: Simd>(&self, mut state: SummariseState<F, S, N>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            let slot = self.vector.slot();
            for_lanes!(lane in Block { simd, start: 0, end: self.vector.count() } => {
                let slope = F::slope(frame.values(slot, lane), state.kept);
                self.vector.backward::<C, S>(&mut state.inner, frame, lane, (), state.adjoint * slope);
            });
        }
        self.vector.end::<C, S>(state.inner, simd, frame);
    }
}

impl<F: Statistic, N: Coefficients> Coefficients for BoundSummarise<F, N> {}

impl<F: Statistic, N: Drawn> Drawn for BoundSummarise<F, N> {}

sealed! {
    [F, N] BoundSummarise<F, N>;
}
