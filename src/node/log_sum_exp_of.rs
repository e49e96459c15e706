//! The logarithm of a sum of exponentials of several expressions, element by element: y = log Σⱼ exp(xⱼ).
//!
//! With m the largest xⱼ and s = Σⱼ exp(xⱼ − m), where ∞ − ∞ counts as 0:
//!
//!   y = m + log s,   ∂y/∂xⱼ = exp(xⱼ − m)/s.
//!
//! Where all xⱼ are −∞, so is y, and the derivatives are 0.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context, Key};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, Lists};
use crate::contract::node::{Coefficients, Facts, List, Node};
use crate::contract::scope::{Scope, any_free};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// log Σ exp of the terms `L`, which all have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogSumExpOf<L, Sh> {
    terms: L,
    shape: PhantomData<fn() -> Sh>,
}

impl<L: Lists, Sh: Shape> LogSumExpOf<L, Sh> {
    /// Adds the exponentials of the terms.
    pub(crate) fn new(terms: L) -> Self {
        Self { terms, shape: PhantomData }
    }
}

/// The name of a term in messages.
fn name_of(place: usize) -> String {
    format!("term {place} of log_sum_exp_of")
}

impl<L: Lists, Sh: Shape> Expression for LogSumExpOf<L, Sh> {
    type Shape = Sh;
    type Bound = BoundLogSumExpOf<L::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.terms.all_sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let terms = self.terms.bind_all(compiler, name_of)?;
        let sides = compiler.context().common_sides(&self.terms.all_sides(), &name_of)?;
        Ok(BoundLogSumExpOf { terms, sides, shape: PhantomData })
    }
}

impl<L: Lists, Sh: Shape> Describe for LogSumExpOf<L, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str("log_sum_exp_of((");
        self.terms.describe_all(text);
        text.push_str("))");
    }
}

impl<L: Lists, Sh: Shape> RowFacts for LogSumExpOf<L, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.terms.key_all(row, key);
    }
}

/// log Σ exp of the terms `L`, which all have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundLogSumExpOf<L, Sh> {
    pub(crate) terms: L,
    pub(crate) sides: Sides,
    pub(crate) shape: PhantomData<fn() -> Sh>,
}

#[inlined]
impl<L: List, Sh: Shape> Node for BoundLogSumExpOf<L, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: L::FACTS.blocked,
        has_rows: L::FACTS.has_rows,
        aligned: L::FACTS.aligned,
        ..Facts::of(L::FACTS.vars).with(&L::FACTS)
    };
    type State<S: Simd> = L::State<S>;
    type Tape<S: Simd> = (L::Tape<S>, L::Packs<S>);

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.terms.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> L::State<S> {
        self.terms.begin::<C, S>(simd, frame)
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut L::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.terms.begin_block::<C, S>(state, frame, block);
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &L::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (mut slopes, tape) = self.terms.forward_all::<C, S>(state, frame, lane);
        let terms = &mut slopes.as_mut()[..L::COUNT];
        // Comparisons miss NaN; the sum shows it.
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

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut L::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (tape, mut slopes): Self::Tape<S>,
        adjoint: Pack<S>,
    ) {
        if const { C::SETS.gradient && any_free::<C>(L::FACTS.vars) } {
            for slope in &mut slopes.as_mut()[..L::COUNT] {
                *slope = *slope * adjoint;
            }
            self.terms.backward_all::<C, S>(state, frame, lane, tape, slopes);
        }
    }

    fn end_block<C: Scope, S: Simd>(&self, state: &mut L::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.terms.end_block::<C, S>(state, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, state: L::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.terms.end::<C, S>(state, simd, frame);
    }
}

impl<L: List, Sh: Shape> Coefficients for BoundLogSumExpOf<L, Sh> {}

impl<L: List, Sh: Shape> Drawn for BoundLogSumExpOf<L, Sh> {}

expression! {
    [L, Sh] LogSumExpOf<L, Sh>;
}

sealed! {
    [L, Sh] BoundLogSumExpOf<L, Sh>;
}

keep_names! {
    [L, Sh] BoundLogSumExpOf<L, Sh>;
}
