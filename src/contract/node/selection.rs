//! The nodes of a list that a verb is for, where it is not for all.

use crate::contract::node::{Node, is_active};
use crate::contract::scope::{Scope, is_uniform};
use crate::sealed::Sealed;

/// Some of the nodes of a list, by what their types know.
pub trait Selection: Sealed {
    /// True if nodes belong to it of which all rows are equal in the scope, though they are no repeated
    /// scalars.
    const HAS_UNIFORM: bool;
}

/// The scalars that are repeated along a vector.
pub struct Splats;

/// The nodes of which all rows are equal in the scope: repeated scalars, and uniform ones.
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
