//! A scalar repeated along a vector: yᵢ = x, with x̄ = Σᵢ ȳᵢ.
//!
//! The scalar inside is evaluated once per sweep. Its adjoint is collected in a register, lane by lane, and
//! passed on at the end of the sweep.

use crate::compiler::rewrite::{AffineRow, Cursor, Predictor, RowFacts, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::expression::{Describe, Expression, expression};
use crate::contract::node::{Beside, Coefficients, Facts, Node, backward_of};
use crate::contract::scope::Scope;
use crate::contract::sketch::add_predictors;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The scalar `N` read as a vector or a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Splat<N, Sh> {
    scalar: N,
    shape: PhantomData<fn() -> Sh>,
}

impl<N, Sh> Splat<N, Sh> {
    /// Repeats a scalar.
    pub(crate) fn new(scalar: N) -> Self {
        Self { scalar, shape: PhantomData }
    }
}

impl<N: Expression, Sh: Shape> Expression for Splat<N, Sh> {
    type Shape = Sh;
    type Bound = BoundSplat<N::Bound, Sh>;
    type Erased = Splat<N::Erased, Sh>;
    const DIVIDES: bool = N::DIVIDES;

    fn erase(self) -> Self::Erased {
        Splat::new(self.scalar.erase())
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scalar = compiler.outside_rows(|compiler| self.scalar.bind(compiler))?;
        Ok(BoundSplat::new(scalar))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        let scalar = compiler.outside_rows(|compiler| self.scalar.bind_divided(divisor, compiler))?;
        Ok(BoundSplat::new(scalar))
    }
}

impl<N: Expression, Sh: Shape> Describe for Splat<N, Sh> {
    fn describe(&self, text: &mut String) {
        self.scalar.describe(text);
    }
}

impl<N: Expression, Sh: Shape> RowFacts for Splat<N, Sh> {
    fn datum(&self, _: usize) -> Option<f64> {
        self.scalar.datum(0)
    }

    fn known(&self, _: usize) -> Option<f64> {
        self.scalar.known(0)
    }

    fn affine(&self, _: usize, weight: f64, form: &mut AffineRow) {
        match self.scalar.datum(0) {
            Some(number) => form.offset(weight * number),
            None => {
                form.term_of(&self.scalar, 1, 0, [weight]);
                form.call(|text| self.scalar.describe(text));
            }
        }
    }

    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        add_predictors(&self.scalar, found);
    }
}

/// A scalar node read as a vector of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundSplat<N, Sh> {
    scalar: N,
    shape: PhantomData<fn() -> Sh>,
}

erase! {
    [N: Erase, Sh] BoundSplat<N, Sh> => BoundSplat<N::Erased, Sh>, [N], { scalar };
}

impl<N, Sh> BoundSplat<N, Sh> {
    /// Repeats a scalar.
    pub(crate) fn new(scalar: N) -> Self {
        Self { scalar, shape: PhantomData }
    }
}

/// The scalar's state, its value, and its adjoint so far.
pub struct SplatState<S: Simd, N: Node> {
    inner: N::State<S>,
    tape: N::Tape<S>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

#[inlined]
impl<N: Node, Sh: Shape> Node for BoundSplat<N, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        is_splat: true,
        has_rest: N::FACTS.has_rest,
        rows_of: Some(&VarSet::EMPTY),
        is_datum: N::FACTS.is_datum,
        has_rows: true,
        is_affine: N::FACTS.is_datum || !N::FACTS.is_data(),
        is_weighted: N::FACTS.is_weighted,
        link: N::FACTS.link,
        mixed: N::FACTS.mixed,
        mixed_rows: N::FACTS.mixed_rows,
        reads_other_rows: N::FACTS.reads_other_rows,
        nonlinear: N::FACTS.nonlinear,
        measure: N::FACTS.measure,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = SplatState<S, N>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        state: &SplatState<S, N>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        self.scalar.companion::<K, C, S>(&state.inner, frame, Lane::scalar(lane.simd))
    }

    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &SplatState<S, N>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        self.scalar.are_probabilities::<C, S>(&state.inner, frame, Lane::scalar(lane.simd))
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.scalar.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> SplatState<S, N> {
        let inner = self.scalar.begin::<C, S>(simd, frame);
        let (value, tape) = self.scalar.forward::<C, S>(&inner, frame, Lane::scalar(simd));
        SplatState { inner, tape, value, adjoint: Pack::zero(simd) }
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &SplatState<S, N>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> (Pack<S>, ()) {
        (state.value, ())
    }

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

    fn end<C: Scope, S: Simd>(&self, mut state: SplatState<S, N>, simd: S, frame: &mut Frame<'_>) {
        let backward = const { backward_of::<C, S, N>() };
        let total = Pack::splat(simd, state.adjoint.sum());
        backward(&self.scalar, &mut state.inner, frame, Lane::scalar(simd), state.tape, total);
        self.scalar.end::<C, S>(state.inner, simd, frame);
    }
}

#[inlined]
impl<N: Coefficients, Sh: Shape> Coefficients for BoundSplat<N, Sh> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        if const { N::FACTS.is_datum } {
            return;
        }
        if const { N::FACTS.in_slot } {
            slots.add(self.scalar.slot(), 1, 1);
        } else {
            slots.add_computed();
        }
    }

    fn load<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> SplatState<S, N> {
        let state = self.begin::<C, S>(simd, frame);
        if const { !N::FACTS.is_datum } {
            cursor.load_number(frame, state.value);
        }
        state
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        mut state: SplatState<S, N>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        if const { !N::FACTS.is_datum } {
            let backward = const { backward_of::<C, S, N>() };
            let adjoint = cursor.adjoint_number(simd, frame);
            backward(&self.scalar, &mut state.inner, frame, Lane::scalar(simd), state.tape, adjoint);
        }
        self.scalar.end::<C, S>(state.inner, simd, frame);
    }
}

impl<N: Drawn, Sh: Shape> Drawn for BoundSplat<N, Sh> {
    fn reads(&self, _: usize, frame: &Frame<'_>, known: &mut crate::contract::drawing::Known<'_>) {
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

expression! {
    [N, Sh] Splat<N, Sh>;
}

sealed! {
    [N, Sh] BoundSplat<N, Sh>;
}
