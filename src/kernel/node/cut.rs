//! The cutpoint below or above an observed category: yᵢ = c at kᵢ − 1 or at kᵢ, with c̄ⱼ = Σ of the ȳᵢ that
//! read it.
//!
//! There is no cutpoint below the first category and none above the last: the value is −∞ or ∞ there.

use crate::binding::{Compiler, Context};
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::indices::Indices;
use crate::node::{Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The elements of `Cutpoints` at one end of observed categories, whose shape is that of the node `Observed`.
#[derive(Clone, Copy, Debug)]
pub struct Cut<Observed, Cutpoints> {
    cutpoints: Stored<Cutpoints>,
    /// The sides of the observed categories.
    sides: Sides,
    indices: Indices,
    /// The index of the first observation's cutpoint.
    first: usize,
    /// 0, or the infinity that takes the place of a cutpoint.
    infinities: Packed,
    observed: PhantomData<fn() -> Observed>,
}

erase! {
    [Observed: Erase, Cutpoints: Erase] Cut<Observed, Cutpoints> => Cut<Observed::Erased, Cutpoints::Erased>,
        [Observed, Stored<Cutpoints>], { cutpoints, sides, indices, first, infinities };
}

impl<Observed: Node, Cutpoints: Node> Cut<Observed, Cutpoints> {
    /// Gathers cutpoints by observed categories of these sides. For each row of the statement `indices` tells
    /// the cutpoint, and `infinities` what is added to it; `first` is the index of the first observation's
    /// cutpoint.
    pub(crate) fn new(
        cutpoints: Stored<Cutpoints>,
        sides: Sides,
        first: usize,
        indices: &[usize],
        infinities: Vec<f64>,
        compiler: &mut Compiler,
    ) -> Self {
        let indices = Indices::pack(compiler, indices);
        let infinities = compiler.pack_numbers(infinities);
        Self { cutpoints, sides, indices, first, infinities, observed: PhantomData }
    }
}

impl<Observed: Node, Cutpoints: Node> Node for Cut<Observed, Cutpoints> {
    type Shape = Observed::Shape;
    const VARS: VarSet = Cutpoints::VARS;
    type State<S: Simd> = Cutpoints::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.cutpoints.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        self.cutpoints.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        _: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        let cut = if const { Observed::Shape::IS_SCALAR } {
            frame.value(lane.simd, self.cutpoints.slot().element(self.first))
        } else {
            self.indices.read(frame, self.cutpoints.slot(), lane)
        };
        (cut + frame.packed_of::<Observed::Shape, S>(lane, self.infinities), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { !is_active::<C, Cutpoints>() } {
            return;
        }
        if const { Observed::Shape::IS_SCALAR } {
            frame.add_adjoint(self.cutpoints.slot().element(self.first), adjoint);
        } else {
            self.indices.add(frame, self.cutpoints.slot(), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.cutpoints.end::<C, S>(state, simd, frame);
    }
}

impl<Observed: Coefficients, Cutpoints: Coefficients> Coefficients for Cut<Observed, Cutpoints> {
    const HAS_ROWS: bool = Observed::HAS_ROWS;
}

impl<Observed: Node, Cutpoints: Dependence> Dependence for Cut<Observed, Cutpoints> {}

#[cfg(feature = "random")]
impl<Observed: Node, Cutpoints: Drawn> Drawn for Cut<Observed, Cutpoints> {
    fn source(&self) -> Option<(crate::frame::Slot, usize)> {
        Some((self.cutpoints.slot(), self.cutpoints.count()))
    }
}
