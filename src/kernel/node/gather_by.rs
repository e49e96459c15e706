//! Indexing by a discrete parameter, or by a sum or a product of such and integers: yᵢ = x at zᵢ, with x̄ⱼ =
//! Σ over i with zᵢ = j of ȳᵢ.
//!
//! The indices are values in the workspace, so they are read anew in every sweep. One that is no index gives
//! NaN, and the log density is −∞. There is no derivative with respect to an index.
//!
//! Where all indices are equal, in a pass of a sum over z, y is one number: it is read once, and x̄ at it is
//! collected in a register.

use crate::binding::Context;
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::{Node, Stored, is_active};
use crate::scope::{Scope, is_uniform};
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// The elements of `N` that the whole numbers `I` name, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct GatherBy<N, I> {
    source: Stored<N>,
    index: I,
}

erase! {
    [N: Erase, I: Erase] GatherBy<N, I> => GatherBy<N::Erased, I::Erased>, [Stored<N>, I], { source, index };
}

impl<N: Node, I: Node> GatherBy<N, I> {
    /// Indexes a vector.
    pub(crate) fn new(source: Stored<N>, index: I) -> Self {
        Self { source, index }
    }

    /// The element that an index names.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn place(&self, index: f64) -> Option<usize> {
        // A number that is no index is cast to another one, or out of range.
        let place = index as usize;
        (place as f64 == index && place < self.source.count()).then_some(place)
    }
}

/// The source and the index, and the one element that all rows read, where they do.
pub struct GatherState<S: Simd, N: Node, I: Node> {
    source: N::State<S>,
    index: I::State<S>,
    place: Option<usize>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

impl<N: Node, I: Node> Node for GatherBy<N, I> {
    type Shape = I::Shape;
    const VARS: VarSet = N::VARS.union(&I::VARS);
    const ROWS_OF: Option<VarSet> = I::ROWS_OF;
    type State<S: Simd> = GatherState<S, N, I>;
    type Tape<S: Simd> = Pack<S>;

    fn sides(&self) -> Sides {
        self.index.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let source = self.source.begin::<C, S>(simd, frame);
        let index = self.index.begin::<C, S>(simd, frame);
        let (mut place, mut value, adjoint) = (None, Pack::zero(simd), Pack::zero(simd));
        if const { is_uniform::<C>(I::ROWS_OF) } {
            let (number, _) = self.index.forward::<C, S>(&index, frame, Lane::scalar(simd));
            place = self.place(number.first());
            let element = place.map(|place| frame.number(self.source.slot().element(place)));
            value = Pack::splat(simd, element.unwrap_or(f64::NAN));
        }
        GatherState { source, index, place, value, adjoint }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Pack<S>) {
        if const { is_uniform::<C>(I::ROWS_OF) } {
            return (state.value, state.value);
        }
        let (indices, _) = self.index.forward::<C, S>(&state.index, frame, lane);
        let mut values = indices.to_array();
        for value in values.iter_mut().take(Pack::<S>::LANES) {
            let place = self.place(*value);
            *value = place.map_or(f64::NAN, |place| frame.number(self.source.slot().element(place)));
        }
        (Pack::from_array(lane.simd, values), indices)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        indices: Pack<S>,
        adjoint: Pack<S>,
    ) {
        if const { is_uniform::<C>(I::ROWS_OF) } {
            state.adjoint = lane.accumulate(state.adjoint, adjoint);
        } else if const { is_active::<C, N>() } {
            if const { I::Shape::IS_SCALAR } {
                if let Some(place) = self.place(indices.first()) {
                    frame.add_adjoint(self.source.slot().element(place), adjoint);
                }
                return;
            }
            let adjoints = lane.mask.select(adjoint, 0.0).to_array();
            for (index, adjoint) in indices.to_array().into_iter().zip(adjoints).take(Pack::<S>::LANES) {
                if let Some(place) = self.place(index) {
                    frame.add_adjoint_number(self.source.slot().element(place), adjoint);
                }
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_uniform::<C>(I::ROWS_OF) && is_active::<C, N>() }
            && let Some(place) = state.place
        {
            frame.add_adjoint_number(self.source.slot().element(place), state.adjoint.sum());
        }
        self.source.end::<C, S>(state.source, simd, frame);
        self.index.end::<C, S>(state.index, simd, frame);
    }
}

impl<N: Coefficients, I: Coefficients> Coefficients for GatherBy<N, I> {}

impl<N: Dependence, I: Dependence> Dependence for GatherBy<N, I> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED.union(&N::VARS.common(&I::VARS));
    const READS_OTHER_ROWS: VarSet = N::VARS.union(&I::READS_OTHER_ROWS);
}

#[cfg(feature = "random")]
impl<N: Drawn, I: Drawn> Drawn for GatherBy<N, I> {
    fn source(&self) -> Option<(crate::frame::Slot, usize)> {
        Some((self.source.slot(), self.source.count()))
    }
}
