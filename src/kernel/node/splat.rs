//! A scalar repeated along a vector: yᵢ = x, with x̄ = Σᵢ ȳᵢ.
//!
//! The scalar below is evaluated once per sweep; its adjoint is collected in a register, lane by lane, and
//! goes on at the end of the sweep.

use crate::binding::Context;
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::{Drawing, Drawn};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::{Node, backward_of};
use crate::rewrite::Cursor;
use crate::scope::Scope;
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A scalar node read as a vector of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Splat<N, Sh> {
    scalar: N,
    shape: PhantomData<fn() -> Sh>,
}

erase! {
    [N: Erase, Sh] Splat<N, Sh> => Splat<N::Erased, Sh>, [N], { scalar };
}

impl<N, Sh> Splat<N, Sh> {
    /// Repeats a scalar.
    pub(crate) fn new(scalar: N) -> Self {
        Self { scalar, shape: PhantomData }
    }
}

/// The scalar's value, and its adjoint so far.
pub struct SplatState<S: Simd, N: Node> {
    inner: N::State<S>,
    tape: N::Tape<S>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

impl<N: Node, Sh: Shape> Node for Splat<N, Sh> {
    type Shape = Sh;
    const VARS: VarSet = N::VARS;
    const IS_SPLAT: bool = true;
    const ROWS_OF: Option<VarSet> = Some(VarSet::EMPTY);
    type State<S: Simd> = SplatState<S, N>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn logarithm<C: Scope, S: Simd>(
        &self,
        state: &SplatState<S, N>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        self.scalar.logarithm::<C, S>(&state.inner, frame, Lane::scalar(lane.simd))
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.scalar.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> SplatState<S, N> {
        let inner = self.scalar.begin::<C, S>(simd, frame);
        let (value, tape) = self.scalar.forward::<C, S>(&inner, frame, Lane::scalar(simd));
        SplatState { inner, tape, value, adjoint: Pack::zero(simd) }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &SplatState<S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut SplatState<S, N>,
        _: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        state.adjoint = lane.accumulate(state.adjoint, adjoint);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, mut state: SplatState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let backward = const { backward_of::<C, S, N>() };
        let total = Pack::splat(simd, state.adjoint.sum());
        backward(&self.scalar, &mut state.inner, frame, Lane::scalar(simd), state.tape, total);
        self.scalar.end::<C, S>(state.inner, simd, frame);
    }
}

impl<N: Coefficients, Sh: Shape> Coefficients for Splat<N, Sh> {
    const IS_DATUM: bool = N::IS_DATUM;
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = N::IS_DATUM || !N::VARS.is_empty();
    const IS_WEIGHTED: bool = N::IS_WEIGHTED;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> SplatState<S, N> {
        let state = self.begin::<C, S>(simd, frame);
        if const { !N::IS_DATUM } {
            cursor.load_number(frame, state.value);
        }
        state
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        mut state: SplatState<S, N>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        if const { !N::IS_DATUM } {
            let backward = const { backward_of::<C, S, N>() };
            let adjoint = cursor.adjoint_number(simd, frame);
            backward(&self.scalar, &mut state.inner, frame, Lane::scalar(simd), state.tape, adjoint);
        }
        self.scalar.end::<C, S>(state.inner, simd, frame);
    }
}

impl<N: Dependence, Sh: Shape> Dependence for Splat<N, Sh> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    const MIXED_ROWS: VarSet = N::MIXED_ROWS;
    const READS_OTHER_ROWS: VarSet = N::READS_OTHER_ROWS;
    const NONLINEAR: VarSet = N::NONLINEAR;
}

#[cfg(feature = "random")]
impl<N: Drawn, Sh: Shape> Drawn for Splat<N, Sh> {
    fn reads(&self, _: usize, frame: &Frame<'_>, known: &mut crate::drawing::Known<'_>) {
        self.scalar.reads(0, frame, known);
    }

    fn source(&self) -> Option<(crate::frame::Slot, usize)> {
        self.scalar.source()
    }

    fn draw(
        &self,
        state: &SplatState<pulp::Scalar, N>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool {
        self.scalar.draw(&state.inner, Lane::scalar(lane.simd), to)
    }
}
