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

/// The sides of a value seen as a matrix: a vector is a column, a scalar has one row and one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Size {
    /// So many rows and columns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// A scalar.
    pub const SCALAR: Self = Self::new(1, 1);

    /// The size of a node's value.
    pub(crate) fn of<N: Node>(node: &N) -> Self {
        let (length, columns) = (node.length().unwrap_or(1), node.columns().unwrap_or(1));
        Self::new(length.checked_div(columns).unwrap_or(0), columns)
    }

    /// The same, with constants where the shape knows them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn known<Sh: Shape>(self) -> Self {
        Self::new(const { Sh::ROWS }.unwrap_or(self.rows), const { Sh::COLUMNS }.unwrap_or(self.columns))
    }

    /// The number of elements; `usize::MAX` if there are more, which no memory holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn length(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }

    /// The extent of a value of this size and shape.
    pub(crate) fn extent<Sh: Shape>(self) -> Extent {
        let length = self.length();
        match () {
            () if Sh::IS_SCALAR => Extent::Scalar,
            () if Sh::IS_MATRIX => Extent::Matrix { length, columns: self.columns },
            () => Extent::Vector(length),
        }
    }
}
