//! A parameter: x, with ∂x = 1.
//!
//! The statement with the parameter on its left computes x from the unconstrained point before anything reads it,
//! and takes the adjoint back to the point after everything has added to it.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::{Name, VarSet};
use crate::node::local::{add_to_slot, read_slot};
use crate::node::{Known, Link, Node};
use crate::scope::Scope;
use crate::shape::{Extent, Shape, Sides};
use crate::simd::{Frame, Lane, Pack, Slot};
use core::marker::PhantomData;
use pulp::Simd;

/// A parameter by name, with its shape and its support.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support> {
    /// The number of elements, 1 for a scalar.
    pub(crate) size: usize,
    pub(crate) extent: Extent,
    pub(crate) support: Support,
    pub(crate) slot: Slot,
    /// The first of the parameter's coordinates in the unconstrained point.
    pub(crate) coordinate: usize,
    /// The coordinate that is the logarithm of the value, if there is one.
    logarithm: Option<usize>,
    /// When it is computed, see [`Level`](crate::model::Level).
    pub(crate) level: usize,
    /// True if it has a value, and no coordinates.
    pub(crate) is_held: bool,
    /// Which elements have values and which have coordinates, if it has values in part.
    pub(crate) known: Option<Known>,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, Support> Parameter<Var, Sh, Support> {
    /// The leaf for a parameter of this extent.
    pub(crate) fn new(extent: Extent, support: Support) -> Self {
        Self {
            size: extent.size(),
            extent,
            support,
            slot: Slot::default(),
            coordinate: 0,
            logarithm: None,
            level: 0,
            is_held: false,
            known: None,
            name: PhantomData,
        }
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync> Node for Parameter<Var, Sh, Support> {
    type Shape = Sh;
    const VARS: VarSet = VarSet::of(Var::VAR);
    const IN_SLOT: bool = true;
    const LINK: Link = Link::Identity;
    const MIXED: VarSet = VarSet::EMPTY;
    const CROSSED: VarSet = VarSet::EMPTY;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Var::NAME);
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.slot = compiler.variable(Var::VAR, Var::DECLARATION, self.extent)?;
        self.logarithm = compiler.logarithm_of(Var::NAME);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn logarithm<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> Option<Pack<S>> {
        if const { !Sh::IS_SCALAR } {
            return None;
        }
        self.logarithm.map(|coordinate| frame.coordinate(lane.simd, coordinate))
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (read_slot::<Sh, S>(frame, self.slot, lane), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut (),
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        add_to_slot::<C, Sh, S>(frame, self.slot, lane, adjoint);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}
