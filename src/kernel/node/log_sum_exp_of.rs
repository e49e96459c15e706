//! The logarithm of a sum of exponentials of several expressions, element by element: y = log Σⱼ exp(xⱼ).
//!
//! With m the largest xⱼ and s = Σⱼ exp(xⱼ − m), where ∞ − ∞ counts as 0:
//!
//!   y = m + log s,   ∂y/∂xⱼ = exp(xⱼ − m)/s.
//!
//! Where all xⱼ are −∞, so is y, and the derivatives are 0.

use super::{List, Node};
use crate::binding::Context;
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::scope::{Scope, any_free};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// log Σ exp of the terms `L`, which all fit the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogSumExpOf<L, Sh> {
    pub(crate) terms: L,
    pub(crate) sides: Sides,
    pub(crate) shape: PhantomData<fn() -> Sh>,
}

impl<L: List, Sh: Shape> Node for LogSumExpOf<L, Sh> {
    type Shape = Sh;
    const VARS: VarSet = L::VARS;
    const BLOCKED: bool = L::BLOCKED;
    type State<S: Simd> = L::State<S>;
    type Tape<S: Simd> = (L::Tape<S>, L::Packs<S>);

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.terms.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> L::State<S> {
        self.terms.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut L::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.terms.begin_block::<C, S>(state, frame, block);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &L::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (mut slopes, tape) = self.terms.forward_all::<C, S>(state, frame, lane);
        let terms = &mut slopes.as_mut()[..L::COUNT];
        // A comparison does not see NaN; the sum does.
        let mut largest = terms[0];
        for term in &*terms {
            largest = term.gt(largest).select(*term, largest);
        }
        let mut sum = Pack::zero(lane.simd);
        for term in &mut *terms {
            *term = math::exp(term.eq(largest).select(0.0, *term - largest));
            sum = sum + *term;
        }
        let scale = largest.eq(f64::NEG_INFINITY).select(0.0, sum.recip());
        for term in terms {
            *term = *term * scale;
        }
        (largest + math::log(sum), (tape, slopes))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut L::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (tape, mut slopes): Self::Tape<S>,
        adjoint: Pack<S>,
    ) {
        if const { C::SETS.gradient && any_free::<C>(&L::VARS) } {
            for slope in &mut slopes.as_mut()[..L::COUNT] {
                *slope = *slope * adjoint;
            }
            self.terms.backward_all::<C, S>(state, frame, lane, tape, slopes);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_block<C: Scope, S: Simd>(&self, state: &mut L::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.terms.end_block::<C, S>(state, frame, block);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: L::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.terms.end::<C, S>(state, simd, frame);
    }
}

impl<L: List, Sh: Shape> Coefficients for LogSumExpOf<L, Sh> {
    const HAS_ROWS: bool = L::HAS_ROWS;
}

impl<L: List, Sh: Shape> Dependence for LogSumExpOf<L, Sh> {}

#[cfg(feature = "random")]
impl<L: List, Sh: Shape> Drawn for LogSumExpOf<L, Sh> {}
