//! The model without statements: the neutral element of gluing.

use super::{Edges, Model};
use crate::compile::Compiler;
use crate::error::Error;
use crate::graph::Sketch;
use crate::name::VarSet;
use crate::scope::Scope;

/// No statement. Its log density is 0.
#[derive(Clone, Copy, Debug)]
pub struct Empty;

impl Model for Empty {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = VarSet::EMPTY;
    const HAS_DENSITY: bool = false;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = ();
    #[cfg(feature = "random")]
    type Inexact<Root: Model> = ();

    fn bind(&mut self, _: &mut Compiler) -> Result<(), Error> {
        Ok(())
    }

    fn sketch(&self, _: &mut Sketch) {}
}
