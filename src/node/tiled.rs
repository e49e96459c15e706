//! A vector repeated as every row of a matrix: yᵢⱼ = xⱼ, with x̄ⱼ = Σᵢ ȳᵢⱼ.
//!
//! A register may begin in one row and end in the next, and then starts again with the first element. A
//! short row is written to working memory several times in sequence, so that every register is one load,
//! and its adjoints are summed in one register for each element with which a register can begin.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::{Drawn, Known};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Tag};
use crate::simd::{Lane, MAX_LANES, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The vector `N` as every row of a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Tiled<N, Sh> {
    row: Stored<N>,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Expression, Sh> Tiled<N, Sh> {
    /// Repeats a vector.
    pub(crate) fn new(row: N) -> Self {
        Self { row: Stored::new(row), shape: PhantomData }
    }
}

impl<N: Expression, Sh: Shape> Expression for Tiled<N, Sh> {
    type Shape = Sh;
    type Bound = BoundTiled<N::Bound, Sh>;
    type Erased = Tiled<N::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        Tiled { row: self.row.erase(), shape: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::rows_of(self.row.count())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let row = self.row.bind(compiler)?;
        Ok(BoundTiled::new(row, compiler))
    }
}

impl<N: Expression, Sh: Shape> Describe for Tiled<N, Sh> {
    fn describe(&self, text: &mut String) {
        self.row.describe(text);
    }
}

impl<N: Expression, Sh: Shape> RowFacts for Tiled<N, Sh> {}

/// The vector `N` as every row of a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundTiled<N, Sh> {
    row: BoundStored<N>,
    /// A short row, repeated to the length of one row and one register.
    cycle: Scratch,
    /// One register of sums for each element of a short row.
    sums: Scratch,
    shape: PhantomData<fn() -> Sh>,
}

erase! {
    [N: Erase, Sh] BoundTiled<N, Sh> => BoundTiled<N::Erased, Sh>, [BoundStored<N>], { row, cycle, sums };
}

impl<N: Node, Sh> BoundTiled<N, Sh> {
    /// Repeats a vector, and claims working memory for it if it is short.
    pub(crate) fn new(row: BoundStored<N>, compiler: &mut Compiler) -> Self {
        let tiled = Self { row, cycle: Scratch::default(), sums: Scratch::default(), shape: PhantomData };
        if !tiled.is_short() {
            return tiled;
        }
        let cycle = compiler.scratch(tiled.width() + MAX_LANES);
        let sums = compiler.scratch(tiled.width() * MAX_LANES);
        Self { cycle, sums, ..tiled }
    }

    /// The number of elements in a row, a constant where the type knows it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn width(&self) -> usize {
        const { N::Shape::LENGTH }.unwrap_or(self.row.count())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn is_short(&self) -> bool {
        self.width() < SHORT
    }

    /// Writes a short row to working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn fill_cycle(&self, frame: &mut Frame<'_>) {
        let mut place = 0;
        let length = if self.width() == 0 { 0 } else { self.width() + MAX_LANES };
        for at in 0..length {
            let number = frame.number(self.row.slot().element(place));
            frame.set_scratch_number(self.cycle.element(at), number);
            place = if place + 1 == self.width() { 0 } else { place + 1 };
        }
    }
}

/// The number of elements below which a row is short: most of its registers would lie in more than one row.
const SHORT: usize = 32;

#[inlined]
impl<N: Node, Sh: Shape> Node for BoundTiled<N, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts { measure: N::FACTS.measure, ..Facts::of(N::FACTS.vars).with(&N::FACTS) };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::rows_of(self.row.count())
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.row.precompute(context, frame)?;
        if const { N::FACTS.is_data() } && self.is_short() {
            // Every evaluation's working memory is a copy of the numbers written here.
            self.fill_cycle(frame);
        }
        Ok(())
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.row.begin::<C, S>(simd, frame);
        if const { !N::FACTS.is_data() } && self.is_short() {
            self.fill_cycle(frame);
            if const { is_active::<C, N>() } {
                for element in 0..self.width() {
                    frame.set_scratch(self.sums.element(element * MAX_LANES), Pack::zero(simd));
                }
            }
        }
        state
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let (slot, width) = (self.row.slot(), self.width());
        let start = lane.index % width;
        if self.is_short() {
            return (frame.scratch(lane.simd, self.cycle.element(start)), ());
        }
        if start + Pack::<S>::LANES <= width {
            return (frame.values(slot, Lane { index: start, ..lane }), ());
        }
        let mut values = [0.0; MAX_LANES];
        let mut place = start;
        for value in &mut values[..Pack::<S>::LANES] {
            *value = frame.number(slot.element(place));
            place = if place + 1 == width { 0 } else { place + 1 };
        }
        (Pack::from_array(lane.simd, values), ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { !is_active::<C, N>() } {
            return;
        }
        let (slot, width) = (self.row.slot(), self.width());
        let start = lane.index % width;
        if self.is_short() {
            let sum = self.sums.element(start * MAX_LANES);
            frame.set_scratch(sum, lane.accumulate(frame.scratch(lane.simd, sum), adjoint));
            return;
        }
        if start + Pack::<S>::LANES <= width {
            frame.add_adjoints_of_part(slot, Lane { index: start, ..lane }, adjoint);
            return;
        }
        let adjoints = lane.mask.select(adjoint, 0.0).to_array();
        let mut place = start;
        for adjoint in &adjoints[..Pack::<S>::LANES] {
            frame.add_adjoint_number(slot.element(place), *adjoint);
            place = if place + 1 == width { 0 } else { place + 1 };
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } && self.is_short() {
            for start in 0..self.width() {
                let mut place = start;
                for lane in 0..Pack::<S>::LANES {
                    let sum = frame.scratch_number(self.sums.element(start * MAX_LANES + lane));
                    frame.add_adjoint_number(self.row.slot().element(place), sum);
                    place = if place + 1 == self.width() { 0 } else { place + 1 };
                }
            }
        }
        self.row.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients, Sh: Shape> Coefficients for BoundTiled<N, Sh> {}

impl<N: Drawn, Sh: Shape> Drawn for BoundTiled<N, Sh> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.row.reads(row % self.row.count().max(1), frame, known);
    }
}

expression! {
    [N, Sh] Tiled<N, Sh>;
}

sealed! {
    [N, Sh] BoundTiled<N, Sh>;
}
