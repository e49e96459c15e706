//! Sums and means: y = w Σᵢ xᵢ with w = 1 or 1/n, and x̄ᵢ = w ȳ.

use crate::binding::Context;
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::{Node, Visit, is_active, nothing, sweep};
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A weighted sum: which weight, and what it is called.
pub trait Reduction: Sealed + Copy + Send + Sync + 'static {
    /// The name, as it is written after the dot.
    const NAME: &'static str;

    /// The weight of each of `length` elements.
    fn weight(length: usize) -> f64;
}

/// w = 1
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// w = 1/n
#[derive(Clone, Copy, Debug)]
pub struct Mean;

impl Sealed for Sum {}

impl Reduction for Sum {
    const NAME: &'static str = "sum";
    fn weight(_: usize) -> f64 {
        1.0
    }
}

impl Sealed for Mean {}

impl Reduction for Mean {
    const NAME: &'static str = "mean";
    fn weight(length: usize) -> f64 {
        1.0 / length as f64
    }
}

/// The weighted sum of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Reduce<R, N> {
    vector: N,
    length: usize,
    weight: f64,
    reduction: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] Reduce<R, N> => Reduce<R, N::Erased>, [N], { vector, length, weight };
}

impl<R: Reduction, N: Node> Reduce<R, N> {
    /// Sums a vector.
    pub(crate) fn new(vector: N) -> Self {
        let length = vector.sides().length().unwrap_or(1);
        Self { vector, length, weight: R::weight(length), reduction: PhantomData }
    }
}

/// The vector's state, the sum, and its adjoint so far.
pub struct ReduceState<S: Simd, N: Node> {
    inner: N::State<S>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

/// Adds values up.
struct Total<S: Simd>(Pack<S>);

/// Gives every element the same adjoint.
struct Spread<S: Simd>(Pack<S>);

impl<S: Simd> Visit<S> for Total<S> {
    const BACKWARD: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, _: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        self.0 = lane.accumulate(self.0, value);
        value
    }
}

impl<S: Simd> Visit<S> for Spread<S> {
    const BACKWARD: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, _: &mut Frame<'_>, _: Lane<S>, _: Pack<S>) -> Pack<S> {
        self.0
    }
}

impl<R: Reduction, N: Node> Reduce<R, N> {
    /// Passes the adjoint of the value on to each element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn spread<C: Scope, S: Simd>(&self, state: &mut ReduceState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let mut spread = Spread(state.adjoint * self.weight);
        sweep::<C, S, N, _>(&self.vector, &mut state.inner, simd, frame, self.length, &mut spread);
    }
}

impl<R: Reduction, N: Node> Node for Reduce<R, N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = ReduceState<S, N>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> ReduceState<S, N> {
        let mut inner = self.vector.begin::<C, S>(simd, frame);
        let mut total = Total(Pack::zero(simd));
        sweep::<C, S, N, _>(&self.vector, &mut inner, simd, frame, self.length, &mut total);
        let value = Pack::splat(simd, total.0.sum() * self.weight);
        ReduceState { inner, value, adjoint: Pack::zero(simd) }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &ReduceState<S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut ReduceState<S, N>,
        _: &mut Frame<'_>,
        _: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        state.adjoint = state.adjoint + adjoint;
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, mut state: ReduceState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let spread = const { if is_active::<C, N>() { Self::spread::<C, S> } else { nothing } };
        spread(self, &mut state, simd, frame);
        self.vector.end::<C, S>(state.inner, simd, frame);
    }
}

impl<R: Reduction, N: Coefficients> Coefficients for Reduce<R, N> {}

impl<R: Reduction, N: Dependence> Dependence for Reduce<R, N> {
    const LINK: Link = N::LINK.combined();
    const NONLINEAR: VarSet = N::NONLINEAR;
}

#[cfg(feature = "random")]
impl<R: Reduction, N: Drawn> Drawn for Reduce<R, N> {}
