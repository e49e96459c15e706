//! The logarithm of a sum of exponentials: y = log Σᵢ exp(xᵢ), with x̄ᵢ = exp(xᵢ − y) ȳ.
//!
//! With m the largest xᵢ, y = m + log Σᵢ exp(xᵢ − m), which neither overflows nor loses the largest term.

use crate::compile::Compiler;
use crate::error::Error;
use crate::math;
use crate::model::Scope;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
use crate::shape::Scalar;
use crate::simd::{Block, Frame, Lane, Pack, Slot, for_lanes};
use pulp::Simd;

/// log Σᵢ exp(xᵢ) of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct LogSumExp<N> {
    vector: Stored<N>,
}

impl<N: Node> LogSumExp<N> {
    /// Sums the exponentials of a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector) }
    }
}

/// The vector's state, the value, and its adjoint so far.
pub struct LogSumExpState<S: Simd, N: Node> {
    inner: N::State<S>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

/// log Σᵢ exp(xᵢ) of the numbers in a slot, in every lane.
#[inline(always)]
pub(super) fn log_sum_exp<S: Simd>(simd: S, frame: &Frame<'_>, slot: Slot, length: usize) -> Pack<S> {
    let block = Block { simd, start: 0, end: length };
    let lowest = Pack::splat(simd, f64::NEG_INFINITY);
    let mut largest = lowest;
    // A comparison does not see NaN, the sum does.
    for_lanes!(lane in block => {
        let x = frame.values(slot, lane);
        let x = lane.mask.select(x, lowest);
        largest = x.gt(largest).select(x, largest);
    });
    let largest = largest.to_array()[..Pack::<S>::LANES].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let origin = Pack::splat(simd, if largest.is_finite() { largest } else { 0.0 });
    let mut sum = Pack::zero(simd);
    for_lanes!(lane in block => {
        sum = lane.accumulate(sum, math::exp(frame.values(slot, lane) - origin));
    });
    origin + math::log(Pack::splat(simd, sum.sum()))
}

impl<N: Node> Node for LogSumExp<N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = LogSumExpState<S, N>;
    type Tape<S: Simd> = ();

    fn length(&self) -> Option<usize> {
        None
    }

    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push_str(".log_sum_exp()");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.vector.bind(compiler)?;
        compiler.check_not_empty(&self.vector)
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.fold(compiler, frame)
    }

    #[inline(always)]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> LogSumExpState<S, N> {
        let inner = self.vector.begin::<C, S>(simd, frame);
        let value = log_sum_exp(simd, frame, self.vector.slot(), self.vector.size());
        LogSumExpState { inner, value, adjoint: Pack::zero(simd) }
    }

    #[inline(always)]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &LogSumExpState<S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

    #[inline(always)]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut LogSumExpState<S, N>,
        _: &mut Frame<'_>,
        _: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        state.adjoint = state.adjoint + adjoint;
    }

    #[inline(always)]
    fn end<C: Scope, S: Simd>(&self, mut state: LogSumExpState<S, N>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            let slot = self.vector.slot();
            for_lanes!(lane in Block { simd, start: 0, end: self.vector.size() } => {
                let share = math::exp(frame.values(slot, lane) - state.value);
                self.vector.backward::<C, S>(&mut state.inner, frame, lane, (), state.adjoint * share);
            });
        }
        self.vector.end::<C, S>(state.inner, simd, frame);
    }
}
