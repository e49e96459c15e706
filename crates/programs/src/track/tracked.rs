//! Tracked values: numbers with their node of the list.

use crate::native::Native;
use core::fmt;

/// A node of a list, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// No node, for a value that was not recorded.
    pub const NONE: Self = Self(u32::MAX);

    /// The index in the list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// A number as `f64`, with its node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operand {
    /// The node.
    pub node: NodeId,
    /// The value; true is 1.
    pub value: f64,
    /// True if the value is computed only from constants.
    pub is_fixed: bool,
}

/// A value with its node of the list.
///
/// Two tracked values are equal if their plain values are equal.
#[derive(Clone, Copy, Debug)]
pub struct Tracked<T> {
    pub(super) value: T,
    pub(super) node: NodeId,
    pub(super) is_fixed: bool,
}

impl<T: Native> Tracked<T> {
    /// The plain value.
    ///
    /// A computation with it is not tracked: in a list its result is a constant.
    pub fn value(self) -> T {
        self.value
    }

    /// The node.
    pub fn node(self) -> NodeId {
        self.node
    }

    /// The value as an operand.
    pub fn operand(self) -> Operand {
        Operand { node: self.node, value: self.value.to_number(), is_fixed: self.is_fixed }
    }

    /// Makes a value without a node.
    pub(super) fn untracked(value: T) -> Self {
        Self { value, node: NodeId::NONE, is_fixed: true }
    }
}

impl<T: PartialEq> PartialEq for Tracked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: fmt::Display> fmt::Display for Tracked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
