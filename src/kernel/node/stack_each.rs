//! A vector for each number k, as the rows of a matrix: Y at (k, i) = x(k) at i, with x̄(k) = the row k of Ȳ.
//!
//! The vectors are one expression of the number k, evaluated once for each k when the sweep begins, and once
//! more when it ends.

use super::leaf::value_in_slot;
use super::{ComponentIndex, Node, collect, is_active, nothing, store};
use crate::binding::Context;
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::{Chosen, Drawing, Drawn};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::scope::{Afresh, Scope};
use crate::shape::{Dyn, Matrix, Sides, Size};
use pulp::Simd;

/// The vectors `N` of all numbers on top of each other.
#[derive(Clone, Copy, Debug)]
pub struct StackEach<N> {
    pub(crate) row: N,
    pub(crate) index: ComponentIndex,
    pub(crate) slot: Slot,
    pub(crate) size: Size,
}

impl<N: Node> StackEach<N> {
    /// Computes all rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn compute<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let Size { rows, columns } = self.size;
        // In order: what a register reaches beyond a row is written anew as the next.
        for number in 0..rows {
            self.index.set(frame, number);
            let mut state = self.row.begin::<Afresh<C>, S>(simd, frame);
            let slot = self.slot.element(number * columns);
            store::<Afresh<C>, S, N>(&self.row, &mut state, simd, frame, slot, columns);
        }
    }

    /// Passes the adjoints of all rows on.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pass_on<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let Size { rows, columns } = self.size;
        for number in 0..rows {
            self.index.set(frame, number);
            let mut state = self.row.begin::<Afresh<C>, S>(simd, frame);
            let slot = self.slot.element(number * columns);
            collect::<Afresh<C>, S, N>(&self.row, &mut state, simd, frame, slot, columns);
            self.row.end::<Afresh<C>, S>(state, simd, frame);
        }
    }
}

impl<N: Node> Node for StackEach<N> {
    type Shape = Matrix<Dyn, Dyn>;
    const VARS: VarSet = N::VARS;
    const IN_SLOT: bool = true;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(self.size)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.row.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if C::SETS.again { nothing } else { Self::compute::<C, S> } };
        compute(self, &mut (), simd, frame);
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), simd: S, frame: &mut Frame<'_>) {
        let pass_on = const { if is_active::<C, N>() { Self::pass_on::<C, S> } else { nothing } };
        pass_on(self, &mut (), simd, frame);
    }
}

impl<N: Node> Coefficients for StackEach<N> {}

impl<N: Node> Dependence for StackEach<N> {}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for StackEach<N> {
    fn draw_chosen(&self, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        (0..self.size.rows).all(|number| {
            self.index.set(to.frame, number);
            chosen.after(number).draw(&self.row, to)
        })
    }
}
