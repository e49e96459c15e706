//! Running sums: yᵢ = x₁ + … + xᵢ, with x̄ᵢ = ȳᵢ + … + ȳₙ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::local::add_to_slot;
use crate::node::{Link, Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::Sides;
use crate::simd::{Frame, Lane, Pack, Slot};
use pulp::Simd;

/// The running sums of the elements of `N`, which stand in a slot of their own.
#[derive(Clone, Copy, Debug)]
pub struct CumulativeSum<N> {
    vector: Stored<N>,
    slot: Slot,
    is_settled: bool,
}

impl<N: Node> CumulativeSum<N> {
    /// Adds up a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector), slot: Slot::default(), is_settled: false }
    }
}

impl<N: Node> Node for CumulativeSum<N> {
    type Shape = N::Shape;
    const VARS: VarSet = N::VARS;
    const LINK: Link = N::LINK.combined();
    const IN_SLOT: bool = true;
    const SETTLES: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push_str(".cumulative_sum()");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.vector.bind(compiler)?;
        compiler.check_not_empty(&self.vector)?;
        if !self.is_settled {
            self.slot = compiler.slot(self.vector.count());
        }
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.fold(compiler, frame)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn settle(&mut self, slot: Slot) {
        (self.slot, self.is_settled) = (slot, true);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.vector.begin::<C, S>(simd, frame);
        if const { C::SETS.again } {
            return state;
        }
        let mut sum = 0.0;
        for place in 0..self.vector.count() {
            sum += frame.number(self.vector.slot().element(place));
            frame.start_value(self.slot.element(place), Pack::splat(simd, sum));
        }
        state
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.values(self.slot, lane), ())
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
        add_to_slot::<C, N::Shape, S>(frame, self.slot, lane, adjoint);
    }

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
