//! The model without statements as it runs: nothing.

use super::{BoundModel, Edges, Schedule, Scheduled};
use crate::name::VarSet;
use crate::scope::Scope;

/// A model without statements. Its log density is 0.
#[derive(Clone, Copy, Debug)]
pub struct Empty;

impl BoundModel for Empty {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = VarSet::EMPTY;
    const HAS_DENSITY: bool = false;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = ();
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = ();
}

impl Scheduled for Empty {
    fn schedule<C: Scope>(&self, _: &mut Schedule) {}
}
