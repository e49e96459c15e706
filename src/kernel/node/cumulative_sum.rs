//! Running sums: yᵢ = x₁ + … + xᵢ, with x̄ᵢ = ȳᵢ + … + ȳₙ.

use crate::binding::Context;
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::leaf::value_in_slot;
use crate::node::{Node, Stored, is_active};
use crate::scope::{Scope, is_of_row};
use crate::shape::Sides;
use crate::simd::Pack;
use pulp::Simd;

/// The running sums of the elements of `N`, which stand in a slot of their own.
#[derive(Clone, Copy, Debug)]
pub struct CumulativeSum<N> {
    vector: Stored<N>,
    slot: Slot,
}

erase! {
    [N: Erase] CumulativeSum<N> => CumulativeSum<N::Erased>, [Stored<N>], { vector, slot };
}

impl<N: Node> CumulativeSum<N> {
    /// Adds up a vector, in this slot.
    pub(crate) fn new(vector: Stored<N>, slot: Slot) -> Self {
        Self { vector, slot }
    }
}

impl<N: Node> Node for CumulativeSum<N> {
    type Shape = N::Shape;
    const VARS: VarSet = N::VARS;
    const IN_SLOT: bool = true;
    const COMPUTES_IN_PLACE: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.vector.begin::<C, S>(simd, frame);
        if const { C::SETS.again && !is_of_row::<C>(&N::VARS) } {
            return state;
        }
        let mut sum = 0.0;
        for place in 0..self.vector.count() {
            sum += frame.number(self.vector.slot().element(place));
            frame.start_value(self.slot.element(place), Pack::splat(simd, sum));
        }
        state
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            let mut sum = Pack::zero(simd);
            for place in (0..self.vector.count()).rev() {
                sum = sum + frame.adjoint(simd, self.slot.element(place));
                frame.add_adjoint(self.vector.slot().element(place), sum);
            }
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for CumulativeSum<N> {}

impl<N: Dependence> Dependence for CumulativeSum<N> {
    const LINK: Link = N::LINK.combined();
    const NONLINEAR: VarSet = N::NONLINEAR;
}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for CumulativeSum<N> {}
