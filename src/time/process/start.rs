//! The beginning of a process: given values before its first one, or a law of its first value.

use crate::compiler::Context;
use crate::contract::drawing::Drawing;
use crate::contract::node::{BoundNode, Node, RowCounts, backward_of, end_of};
use crate::contract::scope::{Scope, Value};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::BoundStored;
use crate::sealed::Sealed;
use crate::shape::Tag;
use crate::simd::{Lane, Mask, Pack};
use pulp::{Scalar, Simd};

/// The beginning of a process.
pub trait BoundStart: Sealed + Clone + Send + Sync + 'static {
    /// The variables on which the beginning depends.
    const VARS: &'static VarSet;

    /// The numbers that are kept from `begin` to `end`.
    type State<S: Simd>;

    /// Checks data and computes the terms that depend on data alone.
    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error>;

    /// The terms of the first log density that depend on data alone: see
    /// [`Node::data_terms`](crate::contract::node::Node::data_terms).
    fn data_terms(&self, _frame: &mut Frame<'_>, _counts: &mut RowCounts<'_>) -> f64 {
        0.0
    }

    /// Starts a sweep.
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Returns the place of the value `back` steps before the first of `values`, from 1; or any number that
    /// the law can read, if its result is not used.
    fn before(&self, values: Slot, back: usize) -> Slot;

    /// True if the values before the first one have adjoints.
    const HAS_VALUES: bool;

    /// Returns the log densities of a register of values, given those of the law of later values.
    fn with_first<S: Simd>(&self, state: &Self::State<S>, lane: Lane<S>, log_densities: Pack<S>) -> Pack<S>;

    /// Stores the adjoint of the first log density, and returns the adjoints of the others.
    fn without_first<S: Simd>(&self, state: &mut Self::State<S>, lane: Lane<S>, adjoints: Pack<S>)
    -> Pack<S>;

    /// Ends a sweep.
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);

    /// Draws the first value, if it has its own law; returns false if it has none, or if the law has no
    /// draws.
    fn draw(&self, to: &mut Drawing<'_, '_>) -> bool;
}

/// Values before the first one: one number for all of them, or a vector in the order of time.
#[derive(Clone, Debug)]
pub struct BoundGivenValues<N> {
    pub(crate) values: BoundStored<N>,
    /// The number of values; `None` if one number stands for all.
    pub(crate) count: Option<usize>,
}

impl<N> Sealed for BoundGivenValues<N> {}

impl<N: Node> BoundStart for BoundGivenValues<N> {
    const VARS: &'static VarSet = N::FACTS.vars;
    type State<S: Simd> = <BoundStored<N> as Node>::State<S>;
    const HAS_VALUES: bool = true;

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.values.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        self.values.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn before(&self, _: Slot, back: usize) -> Slot {
        self.count.map_or(self.values.slot(), |count| self.values.slot().element(count - back))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_first<S: Simd>(&self, _: &Self::State<S>, _: Lane<S>, log_densities: Pack<S>) -> Pack<S> {
        log_densities
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn without_first<S: Simd>(&self, _: &mut Self::State<S>, _: Lane<S>, adjoints: Pack<S>) -> Pack<S> {
        adjoints
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.values.end::<C, S>(state, simd, frame);
    }

    fn draw(&self, _: &mut Drawing<'_, '_>) -> bool {
        false
    }
}

/// The law of the first value, as its log density `N`, a scalar.
#[derive(Clone, Debug)]
pub struct BoundFirstLaw<N> {
    pub(crate) log_density: N,
}

/// The first log density as it was computed, and its adjoint.
pub struct First<State, Tape, Number> {
    state: State,
    tape: Tape,
    value: Number,
    adjoint: Number,
}

impl<N> Sealed for BoundFirstLaw<N> {}

/// Returns the mask of the first lane.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn first_lane<S: Simd>(simd: S) -> Mask<S> {
    Mask::first(simd, 1)
}

impl<N: BoundNode> BoundStart for BoundFirstLaw<N> {
    const VARS: &'static VarSet = N::FACTS.vars;
    type State<S: Simd> = First<N::State<S>, N::Tape<S>, Pack<S>>;
    const HAS_VALUES: bool = false;

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.log_density.precompute(context, frame)
    }

    fn data_terms(&self, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        self.log_density.data_terms(frame, counts)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        const { assert!(N::Shape::IS_SCALAR) }
        let state = self.log_density.begin::<C, S>(simd, frame);
        let (value, tape) = self.log_density.forward::<C, S>(&state, frame, Lane::scalar(simd));
        First { state, tape, value, adjoint: Pack::zero(simd) }
    }

    /// Returns the first value itself; the result of the law of later values is not used there.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn before(&self, values: Slot, _: usize) -> Slot {
        values
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_first<S: Simd>(&self, state: &Self::State<S>, lane: Lane<S>, log_densities: Pack<S>) -> Pack<S> {
        if lane.index == 0 { first_lane(lane.simd).select(state.value, log_densities) } else { log_densities }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn without_first<S: Simd>(
        &self,
        state: &mut Self::State<S>,
        lane: Lane<S>,
        adjoints: Pack<S>,
    ) -> Pack<S> {
        if lane.index > 0 {
            return adjoints;
        }
        let counted = lane.mask.select(adjoints, 0.0);
        state.adjoint = Pack::splat(lane.simd, counted.first());
        first_lane(lane.simd).select(0.0, adjoints)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        let First { mut state, tape, adjoint, .. } = state;
        let (backward, end) = const { (backward_of::<C, S, N>(), end_of::<C, S, N>()) };
        backward(&self.log_density, &mut state, frame, Lane::scalar(simd), tape, adjoint);
        end(&self.log_density, state, simd, frame);
    }

    fn draw(&self, to: &mut Drawing<'_, '_>) -> bool {
        let simd = Scalar::new();
        let state = self.log_density.begin::<Value, Scalar>(simd, to.frame);
        self.log_density.draw(&state, Lane::scalar(simd), to)
    }
}
