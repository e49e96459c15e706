//! Sums and means: y = w Σᵢ xᵢ with w = 1 or 1/n, and x̄ᵢ = w ȳ.

use crate::compiler::rewrite::{Predictor, RowFacts};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_operand};
use crate::contract::node::{Coefficients, Facts, Node, Visit, is_active, nothing, sweep};
use crate::contract::scope::Scope;
use crate::contract::sketch::add_predictors;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The weighted sum of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Reduce<R, N> {
    vector: N,
    reduction: PhantomData<fn() -> R>,
}

impl<R: Reduction, N: Expression> Reduce<R, N> {
    /// Sums a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector, reduction: PhantomData }
    }
}

impl<R: Reduction, N: Expression> Expression for Reduce<R, N> {
    type Shape = Scalar;
    type Bound = BoundReduce<R, N::Bound>;
    type Erased = Reduce<R, N::Erased>;

    fn erase(self) -> Self::Erased {
        Reduce::new(self.vector.erase())
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.context().check_at_least(&self.vector, R::LEAST)?;
        Ok(BoundReduce::new(vector))
    }
}

impl<R: Reduction, N: Expression> Describe for Reduce<R, N> {
    fn describe(&self, text: &mut String) {
        describe_operand(&self.vector, 3, text);
        text.push('.');
        text.push_str(R::NAME);
        text.push_str("()");
    }
}

impl<R: Reduction, N: Expression> RowFacts for Reduce<R, N> {
    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        add_predictors(&self.vector, found);
    }
}

/// The kind of a weighted sum: its weight and its name.
pub trait Reduction: Sealed + Copy + Send + Sync + 'static {
    /// The name of the method that makes it.
    const NAME: &'static str;

    /// The least number of elements.
    const LEAST: usize;

    /// The weight of each of `length` elements.
    fn weight(length: usize) -> f64;
}

/// The sum: w = 1.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// The mean: w = 1/n.
#[derive(Clone, Copy, Debug)]
pub struct Mean;

impl Sealed for Sum {}

impl Reduction for Sum {
    const NAME: &'static str = "sum";
    const LEAST: usize = 0;
    fn weight(_: usize) -> f64 {
        1.0
    }
}

impl Sealed for Mean {}

impl Reduction for Mean {
    const NAME: &'static str = "mean";
    const LEAST: usize = 1;
    fn weight(length: usize) -> f64 {
        1.0 / length as f64
    }
}

/// The weighted sum of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundReduce<R, N> {
    vector: N,
    length: usize,
    weight: f64,
    reduction: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] BoundReduce<R, N> => BoundReduce<R, N::Erased>, [N], { vector, length, weight };
}

impl<R: Reduction, N: Node> BoundReduce<R, N> {
    /// Makes the weighted sum of a vector.
    pub(crate) fn new(vector: N) -> Self {
        let length = vector.sides().length().unwrap_or(1);
        Self { vector, length, weight: R::weight(length), reduction: PhantomData }
    }
}

/// The state of the vector, the sum, and the adjoint of the sum so far.
pub struct ReduceState<S: Simd, N: Node> {
    inner: N::State<S>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

/// Adds up the values.
struct Total<S: Simd>(Pack<S>);

/// Returns the same adjoint for every element.
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

impl<R: Reduction, N: Node> BoundReduce<R, N> {
    /// Passes the adjoint of the value on to each element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn spread<C: Scope, S: Simd>(&self, state: &mut ReduceState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let mut spread = Spread(state.adjoint * self.weight);
        sweep::<C, S, N, _>(&self.vector, &mut state.inner, simd, frame, self.length, &mut spread);
    }
}

#[inlined]
impl<R: Reduction, N: Node> Node for BoundReduce<R, N> {
    type Shape = Scalar;
    const FACTS: Facts = Facts {
        link: N::FACTS.link.combined(),
        nonlinear: N::FACTS.nonlinear,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = ReduceState<S, N>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> ReduceState<S, N> {
        let mut inner = self.vector.begin::<C, S>(simd, frame);
        let mut total = Total(Pack::zero(simd));
        sweep::<C, S, N, _>(&self.vector, &mut inner, simd, frame, self.length, &mut total);
        let value = Pack::splat(simd, total.0.sum() * self.weight);
        ReduceState { inner, value, adjoint: Pack::zero(simd) }
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &ReduceState<S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

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

    fn end<C: Scope, S: Simd>(&self, mut state: ReduceState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let spread = const { if is_active::<C, N>() { Self::spread::<C, S> } else { nothing } };
        spread(self, &mut state, simd, frame);
        self.vector.end::<C, S>(state.inner, simd, frame);
    }
}

impl<R: Reduction, N: Coefficients> Coefficients for BoundReduce<R, N> {}

impl<R: Reduction, N: Drawn> Drawn for BoundReduce<R, N> {}

expression! {
    [R, N] Reduce<R, N>;
}

sealed! {
    [R, N] BoundReduce<R, N>;
}
