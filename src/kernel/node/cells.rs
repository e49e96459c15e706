//! Cells of a matrix by data: yᵢ = x at (rᵢ, cᵢ), with x̄ at (r, c) = Σ over i with rᵢ = r and cᵢ = c of ȳᵢ.

use crate::binding::{Compiler, Context};
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::indices::Indices;
use crate::node::{Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// The cells of `N` that packed indices name, counted row after row from 0.
#[derive(Clone, Copy, Debug)]
pub struct Cells<N> {
    source: Stored<N>,
    /// The number of cells.
    length: usize,
    packed: Indices,
}

erase! {
    [N: Erase] Cells<N> => Cells<N::Erased>, [Stored<N>], { source, length, packed };
}

impl<N: Node> Cells<N> {
    /// Gathers `length` cells. Their places in each row of the statement have been checked.
    pub(crate) fn new(source: Stored<N>, length: usize, places: &[usize], compiler: &mut Compiler) -> Self {
        Self { source, length, packed: Indices::pack(compiler, places) }
    }
}

impl<N: Node> Node for Cells<N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.packed.read(frame, self.source.slot(), lane), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            self.packed.add(frame, self.source.slot(), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for Cells<N> {
    const HAS_ROWS: bool = true;
}

impl<N: Dependence> Dependence for Cells<N> {}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for Cells<N> {}
