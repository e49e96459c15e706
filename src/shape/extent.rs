//! The sizes that go with a shape.

use super::Shape;
use crate::node::Node;

/// How many elements a variable has, and how they are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A single number.
    Scalar,
    /// So many numbers.
    Vector(usize),
    /// So many numbers, row after row.
    Matrix {
        /// The number of all of them.
        length: usize,
        /// The number of those in a row.
        columns: usize,
    },
}

impl Extent {
    /// The extent of a node's value.
    pub(crate) fn of<N: Node>(node: &N) -> Self {
        let length = node.length().unwrap_or(1);
        match node.columns() {
            _ if N::Shape::IS_SCALAR => Self::Scalar,
            Some(columns) => Self::Matrix { length, columns },
            None => Self::Vector(length),
        }
    }

    /// The number of elements; `None` for a scalar.
    pub fn length(self) -> Option<usize> {
        match self {
            Self::Scalar => None,
            Self::Vector(length) | Self::Matrix { length, .. } => Some(length),
        }
    }

    /// The number of elements in a row of a matrix.
    pub fn columns(self) -> Option<usize> {
        match self {
            Self::Matrix { columns, .. } => Some(columns),
            _ => None,
        }
    }

    /// The number of elements, 1 for a scalar.
    pub fn size(self) -> usize {
        self.length().unwrap_or(1)
    }
}
