//! What a node tells of how its value depends on its variables.

use super::{Factors, Link};
use crate::name::VarSet;
use crate::node::{MAX_ARGUMENTS, Node};
use crate::simd::Slot;

/// How a node's value depends on its variables.
///
/// What is not known is left as it is here: a sampler then has no closed form, and uses another rule.
pub trait Dependence: Node {
    /// How the value depends on each of its variables, the others held.
    const LINK: Link = if Self::VARS.is_empty() { Link::Constant } else { Link::Other };

    /// The variables of which one row may read several elements.
    const MIXED: VarSet = Self::VARS;

    /// The variables of which one row may read elements of several rows of a matrix; a vector is one row.
    const MIXED_ROWS: VarSet = Self::MIXED;

    /// The variables of which a row may read an element that is not its own.
    const CROSSED: VarSet = Self::VARS;

    /// The variables of which the value may be another function than an affine one, the others held.
    const CURVED: VarSet = Self::VARS;

    /// The variables by which the slope may differ from row to row, where the value is affine in them.
    const UNEVEN: VarSet = Self::VARS;

    /// The variables that are read when a sweep begins, before any row is.
    const AHEAD: VarSet = Self::VARS;

    /// True for an operation that [joins](crate::node::BoundOperation::JOINS) the elements of a vector that
    /// is marginalised.
    const JOINS: bool = false;

    /// How the value, taken as a log density, depends on its variables.
    const FACTORS: Factors = Factors::unknown(&Self::VARS);

    /// Where the arguments of an operation on whole values stand.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        [Slot::default(); MAX_ARGUMENTS]
    }
}
