//! `theta = expression` as it runs: a value that is evaluated once, read in many places, and reported with
//! the draws.
//!
//! θ = f(x) is stored when the definitions run; statements and later definitions add to θ̄; then, last
//! definition first, x̄ gets θ̄ ∂f/∂x.

use super::{BoundModel, Edges, no_pass};
use crate::binding::Context;
use crate::conjugacy::Factors;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Packed, Slot};
use crate::name::{Anonymous, Name, VarSet};
use crate::node::{BoundNode, collect, is_active, nothing, store};
use crate::scope::{Again, Scope, is_needed};
#[cfg(feature = "random")]
use crate::{drawing::Simulation, scope::Value};
use core::marker::PhantomData;
#[cfg(feature = "random")]
use pulp::Scalar;
use pulp::Simd;

/// The statement `Var = N`.
#[derive(Clone, Debug)]
pub struct Definition<Var, N> {
    pub(crate) value: N,
    pub(crate) slot: Slot,
    /// The value that it has been given, if it has one.
    pub(crate) held: Option<Packed>,
    /// The statement as a reader would write it.
    pub(crate) text: String,
    pub(crate) name: PhantomData<fn() -> Var>,
}

erase! {
    [Var, N: Erase] Definition<Var, N> => Definition<Anonymous, N::Erased>, [N], { value, slot, held, text };
}

impl<Var: Name, N: BoundNode> Definition<Var, N> {
    /// The number of elements, 1 for a scalar.
    fn length(&self) -> usize {
        self.value.sides().length().unwrap_or(1)
    }
}

impl<Var: Name, N: BoundNode> Definition<Var, N> {
    /// Computes the value.
    #[inline(always)]
    fn compute<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let store = const { if N::COMPUTES_IN_PLACE { nothing } else { Self::store::<C, S> } };
        let mut state = self.value.begin::<C, S>(simd, frame);
        store(self, &mut state, simd, frame);
    }

    #[inline(always)]
    fn store<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        store::<C, S, N>(&self.value, state, simd, frame, self.slot, self.length());
    }

    /// Passes the adjoint on.
    #[inline(always)]
    fn pass_on<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let collect = const { if N::COMPUTES_IN_PLACE { nothing } else { Self::collect::<Again<C>, S> } };
        let mut state = self.value.begin::<Again<C>, S>(simd, frame);
        collect(self, &mut state, simd, frame);
        self.value.end::<Again<C>, S>(state, simd, frame);
    }

    #[inline(always)]
    fn collect<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        collect::<C, S, N>(&self.value, state, simd, frame, self.slot, self.length());
    }
}

impl<Var: Name, N: BoundNode> BoundModel for Definition<Var, N> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::of(Var::VAR);
    const ALL: VarSet = N::VARS;
    const HAS_DENSITY: bool = false;
    const FACTORS: Factors = Factors::definition::<N>(Var::VAR);
    const EDGES: Edges = Edges::of(Var::VAR, &N::VARS);
    type Needs<C: Scope> = ();
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = ();

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        if let Some(values) = self.held {
            frame.set_packed_numbers(self.slot, values, self.length());
            return Ok(());
        }
        self.value.precompute(&Context::of(&self.text), frame)
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if is_needed::<C>(Var::VAR) { Self::compute::<C, S> } else { no_pass } };
        compute(self, simd, frame);
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let is_held = simulation.held(Var::VAR).is_some();
        if is_held || simulation.knows(&N::VARS) {
            if !is_held {
                self.define::<Value, Scalar>(Scalar::new(), frame);
                simulation.computed(Var::VAR, &N::VARS);
            }
            simulation.end_turn(turn);
        }
        Ok(())
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let pass_on = const {
            if is_needed::<C>(Var::VAR) && is_active::<C, N>() { Self::pass_on::<C, S> } else { no_pass }
        };
        pass_on(self, simd, frame);
    }
}
