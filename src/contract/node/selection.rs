//! Selections of the nodes of a list, for functions that are called on only some nodes.

use crate::contract::node::{Node, is_active};
use crate::contract::scope::{Scope, is_uniform};
use crate::sealed::Sealed;

/// Some of the nodes of a list, selected by their types.
pub trait Selection: Sealed {
    /// True if the selection includes nodes whose rows are all equal in the scope, though they are not
    /// repeated scalars.
    const HAS_UNIFORM: bool;
}

/// The scalars that are repeated along a vector.
pub struct Splats;

/// The nodes whose rows are all equal in the scope: repeated scalars, and uniform nodes.
pub struct EqualRows;

impl Sealed for Splats {}

impl Selection for Splats {
    const HAS_UNIFORM: bool = false;
}

impl Sealed for EqualRows {}

impl Selection for EqualRows {
    const HAS_UNIFORM: bool = true;
}

/// True if the node belongs to the selection.
pub(crate) const fn is_selected<Of: Selection, C: Scope, N: Node>() -> bool {
    N::FACTS.is_splat || (Of::HAS_UNIFORM && is_uniform::<C>(N::FACTS.rows_of))
}

/// True if the node belongs to the selection, and its gradient is wanted.
pub(crate) const fn is_selected_and_active<Of: Selection, C: Scope, N: Node>() -> bool {
    is_selected::<Of, C, N>() && is_active::<C, N>()
}
