//! Probabilities from arbitrary numbers, pᵢ = exp(xᵢ)/Σⱼ exp(xⱼ), or their logarithms, log
//! pᵢ = (xᵢ − m) − log Σⱼ exp(xⱼ − m), where m is the largest of the numbers. Subtracting m first loses no
//! digits to a part that all numbers share.
//!
//! With ȳ the adjoints of the result:
//!
//!   y = p:      x̄ᵢ = pᵢ (ȳᵢ − Σⱼ pⱼ ȳⱼ),
//!   y = log p:  x̄ᵢ = ȳᵢ − pᵢ Σⱼ ȳⱼ.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::node::{BoundStored, Stored, log_sum_exp};
use crate::sealed::{Sealed, sealed};
use crate::shape::Sides;
use crate::simd::{Block, Lane, Pack, for_lanes};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The softmax of the elements of `N`: probabilities proportional to their exponentials, or the logarithms
/// of these.
#[derive(Clone, Copy, Debug)]
pub struct Softmax<In, N> {
    vector: Stored<N>,
    scale: PhantomData<fn() -> In>,
}

impl<In, N: Expression> Softmax<In, N> {
    /// The vector whose softmax it is.
    pub(crate) fn argument(&self) -> &N {
        self.vector.source()
    }

    /// Normalises the exponentials of a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector), scale: PhantomData }
    }
}

impl<In: Scale, N: Expression> Expression for Softmax<In, N> {
    type Shape = N::Shape;
    type Bound = BoundSoftmax<In, N::Bound>;
    type Erased = Softmax<In, N::Erased>;

    fn erase(self) -> Self::Erased {
        Softmax { vector: self.vector.erase(), scale: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        Ok(BoundSoftmax::new(vector))
    }
}

impl<In: Scale, N: Expression> Describe for Softmax<In, N> {
    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push('.');
        text.push_str(In::NAME);
        text.push_str("()");
    }
}

impl<In: Scale, N: Expression> RowFacts for Softmax<In, N> {}

/// The scale of a softmax: probabilities or their logarithms.
pub trait Scale: Sealed + Copy + Send + Sync + 'static {
    /// The name of the method that makes it.
    const NAME: &'static str;

    /// True for probabilities, false for their logarithms.
    const IS_LINEAR: bool;
}

/// Probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

/// Logarithms of probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Logarithmic;

impl Sealed for Linear {}

impl Scale for Linear {
    const NAME: &'static str = "softmax";
    const IS_LINEAR: bool = true;
}

impl Sealed for Logarithmic {}

impl Scale for Logarithmic {
    const NAME: &'static str = "log_softmax";
    const IS_LINEAR: bool = false;
}

/// The softmax of the elements of `N`: probabilities proportional to their exponentials, or the logarithms
/// of these.
#[derive(Clone, Copy, Debug)]
pub struct BoundSoftmax<In, N> {
    vector: BoundStored<N>,
    scale: PhantomData<fn() -> In>,
}

erase! {
    [In, N: Erase] BoundSoftmax<In, N> => BoundSoftmax<In, N::Erased>, [BoundStored<N>], { vector };
}

impl<In, N: Node> BoundSoftmax<In, N> {
    /// Normalises the exponentials of a vector.
    pub(crate) fn new(vector: BoundStored<N>) -> Self {
        Self { vector, scale: PhantomData }
    }
}

/// The state of the vector, m, log Σ exp(x − m), and the sum in the adjoint so far.
pub struct SoftmaxState<S: Simd, N: Node> {
    inner: N::State<S>,
    origin: Pack<S>,
    normaliser: Pack<S>,
    sum: Pack<S>,
}

#[inlined]
impl<In: Scale, N: Node> Node for BoundSoftmax<In, N> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts { aligned: N::FACTS.aligned, ..Facts::of(N::FACTS.vars).with(&N::FACTS) };
    type State<S: Simd> = SoftmaxState<S, N>;
    /// The value: a probability or its logarithm. `backward` reads it only if it is a probability.
    type Tape<S: Simd> = Pack<S>;

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> SoftmaxState<S, N> {
        let inner = self.vector.begin::<C, S>(simd, frame);
        let (origin, normaliser) = log_sum_exp(simd, frame, self.vector.slot(), self.vector.count());
        SoftmaxState { inner, origin, normaliser, sum: Pack::zero(simd) }
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &SoftmaxState<S, N>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Pack<S>) {
        let log = (frame.values(self.vector.slot(), lane) - state.origin) - state.normaliser;
        let value = if const { In::IS_LINEAR } { math::exp(log) } else { log };
        (value, value)
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut SoftmaxState<S, N>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        value: Pack<S>,
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            let share = if const { In::IS_LINEAR } { value * adjoint } else { adjoint };
            state.sum = lane.accumulate(state.sum, share);
            self.vector.backward::<C, S>(&mut state.inner, frame, lane, (), share);
        }
    }

    fn end<C: Scope, S: Simd>(&self, mut state: SoftmaxState<S, N>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            let (slot, sum) = (self.vector.slot(), Pack::splat(simd, -state.sum.sum()));
            for_lanes!(lane in Block { simd, start: 0, end: self.vector.count() } => {
                let log = (frame.values(slot, lane) - state.origin) - state.normaliser;
                let probability = math::exp(log);
                self.vector.backward::<C, S>(&mut state.inner, frame, lane, (), sum * probability);
            });
        }
        self.vector.end::<C, S>(state.inner, simd, frame);
    }
}

impl<In: Scale, N: Coefficients> Coefficients for BoundSoftmax<In, N> {}

impl<In: Scale, N: Drawn> Drawn for BoundSoftmax<In, N> {}

expression! {
    [In, N] Softmax<In, N>;
}

sealed! {
    [In, N] BoundSoftmax<In, N>;
}
