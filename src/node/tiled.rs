//! A vector repeated as every row of a matrix: yᵢⱼ = xⱼ, with x̄ⱼ = Σᵢ ȳᵢⱼ.
//!
//! A register may begin in one row and end in the next, and then starts again with the first element.

use crate::compile::Compiler;
use crate::error::Error;
use crate::model::Scope;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
use crate::shape::Shape;
use crate::simd::{Frame, Lane, MAX_LANES, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The vector `N` read as the rows of a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Tiled<N, Sh> {
    row: Stored<N>,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Node, Sh> Tiled<N, Sh> {
    /// Repeats a vector.
    pub(crate) fn new(row: N) -> Self {
        Self { row: Stored::new(row), shape: PhantomData }
    }

    /// The number of elements in a row, a constant where the type knows it.
    #[inline(always)]
    fn width(&self) -> usize {
        const { N::Shape::LENGTH }.unwrap_or(self.row.count())
    }
}

impl<N: Node, Sh: Shape> Node for Tiled<N, Sh> {
    type Shape = Sh;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn length(&self) -> Option<usize> {
        None
    }

    fn columns(&self) -> Option<usize> {
        Some(self.row.count())
    }

    fn describe(&self, text: &mut String) {
        self.row.describe(text);
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.row.bind(compiler)?;
        compiler.check_not_empty(&self.row)
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.row.fold(compiler, frame)
    }

    #[inline(always)]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.row.begin::<C, S>(simd, frame)
    }

    #[inline(always)]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let (slot, width) = (self.row.slot(), self.width());
        let start = lane.index % width;
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

    #[inline(always)]
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

    #[inline(always)]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.row.end::<C, S>(state, simd, frame);
    }
}
