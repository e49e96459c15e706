//! The number of elements of a value, and their arrangement in rows and columns.

use super::Tag;

/// The number of elements of a variable, and their arrangement.
// Exhaustive: whoever lays out values has to know each shape that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A single number.
    Scalar,
    /// A column of this many numbers.
    Vector(usize),
    /// Numbers in rows and columns, row after row.
    Matrix {
        /// The number of all elements.
        length: usize,
        /// The number of elements in a row.
        columns: usize,
    },
}

impl Extent {
    /// Returns the sides of a value of this extent and of the shape `Sh`.
    #[doc(hidden)]
    pub fn sides<Sh: Tag>(self) -> Sides {
        match self {
            // The type decides which case it is, so that the code of other shapes is not compiled.
            _ if Sh::IS_SCALAR => Sides::UNKNOWN,
            Self::Matrix { length, columns } if Sh::IS_MATRIX => {
                Sides::matrix(length.checked_div(columns).unwrap_or(0), columns)
            }
            _ => Sides::vector(self.size()),
        }
    }

    /// The number of elements; `None` for a scalar.
    pub fn length(self) -> Option<usize> {
        match self {
            Self::Scalar => None,
            Self::Vector(length) | Self::Matrix { length, .. } => Some(length),
        }
    }

    /// The number of elements in a row of a matrix; `None` for a scalar or a vector.
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

    /// The numbers of rows and of columns; a vector is a column.
    #[doc(hidden)]
    pub fn rows_and_columns(self) -> (usize, usize) {
        let (size, columns) = (self.size(), self.columns().unwrap_or(1));
        (size.checked_div(columns).unwrap_or(0), columns)
    }

    /// The row and the column of each element in the order of their names, column after column.
    #[doc(hidden)]
    pub fn elements(self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = self.rows_and_columns();
        (0..columns).flat_map(move |column| (0..rows).map(move |row| (row, column)))
    }

    /// The indices of the elements, stored row after row, in the order of their names, column after column.
    #[doc(hidden)]
    pub fn places(self) -> impl Iterator<Item = usize> + use<> {
        let (_, columns) = self.rows_and_columns();
        self.elements().map(move |(row, column)| row * columns + column)
    }

    /// Copies elements that are stored row after row to `names`, in the order of their names, column after
    /// column.
    #[doc(hidden)]
    pub fn copy_named(self, rows: &[f64], names: &mut [f64]) {
        match self {
            Self::Matrix { .. } => {
                names.iter_mut().zip(self.places()).for_each(|(to, place)| *to = rows[place])
            }
            Self::Scalar | Self::Vector(_) => names.copy_from_slice(rows),
        }
    }

    /// Copies elements in the order of their names, column after column, to `rows`, where they are stored
    /// row after row.
    #[doc(hidden)]
    pub fn put_named(self, names: &[f64], rows: &mut [f64]) {
        match self {
            Self::Matrix { .. } => {
                names.iter().zip(self.places()).for_each(|(from, place)| rows[place] = *from)
            }
            Self::Scalar | Self::Vector(_) => rows.copy_from_slice(names),
        }
    }
}

/// The known sides of a value, before it is repeated to the size of others.
///
/// A scalar has no sides of its own: repeated, it takes any shape. For a vector the number of rows is
/// known; for a vector that is repeated as each row of a matrix only the number of columns; for a matrix
/// both.
// Exhaustive: a matrix has two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The number of rows of a matrix, the number of elements of a vector.
    pub rows: Option<usize>,
    /// The number of elements in a row of a matrix.
    pub columns: Option<usize>,
}

impl Sides {
    /// The sides of a scalar: both are unknown.
    pub const UNKNOWN: Self = Self { rows: None, columns: None };

    /// The sides of a vector with `length` elements.
    pub const fn vector(length: usize) -> Self {
        Self { rows: Some(length), columns: None }
    }

    /// The sides of a matrix.
    pub const fn matrix(rows: usize, columns: usize) -> Self {
        Self { rows: Some(rows), columns: Some(columns) }
    }

    /// The sides of a vector with `columns` elements that is repeated as each row of a matrix.
    pub const fn rows_of(columns: usize) -> Self {
        Self { rows: None, columns: Some(columns) }
    }

    /// Returns the sides of a value of this size and of the shape `Sh`.
    #[doc(hidden)]
    pub fn of_shape<Sh: Tag>(size: Size) -> Self {
        // The number of rows of a matrix without columns does not follow from its extent.
        if Sh::IS_MATRIX {
            return Self::matrix(size.rows, size.columns);
        }
        size.extent::<Sh>().sides::<Sh>()
    }

    /// The number of elements, if it is known.
    pub fn length(self) -> Option<usize> {
        match self {
            Self { rows: Some(rows), columns: Some(columns) } => Some(rows.saturating_mul(columns)),
            Self { rows, .. } => rows,
        }
    }

    /// The sides as a size, with 1 for an unknown side.
    pub fn size(self) -> Size {
        Size::new(self.rows.unwrap_or(1), self.columns.unwrap_or(1))
    }

    /// The extent of a value with these sides.
    #[doc(hidden)]
    pub fn extent(self) -> Extent {
        match (self.length(), self.columns) {
            (None, _) => Extent::Scalar,
            (Some(length), None) => Extent::Vector(length),
            (Some(length), Some(columns)) => Extent::Matrix { length, columns },
        }
    }

    /// Returns these sides; an unknown side is taken from `other`.
    #[must_use = "the sides that are returned are the new ones"]
    pub fn or(self, other: Self) -> Self {
        Self { rows: self.rows.or(other.rows), columns: self.columns.or(other.columns) }
    }

    /// Returns the common sides of values that fit each other.
    pub fn common(all: &[Self]) -> Self {
        all.iter().fold(Self::UNKNOWN, |common, &sides| common.or(sides))
    }
}

/// The sides of a value seen as a matrix: a vector is a column, a scalar has one row and one column.
// Exhaustive: a matrix has two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Size {
    /// The size of `rows` rows and `columns` columns.
    #[inline(always)]
    pub const fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// The size of a scalar.
    pub const SCALAR: Self = Self::new(1, 1);

    /// Returns the size, with constants for the sides that the shape determines.
    #[inline(always)]
    #[doc(hidden)]
    pub fn known<Sh: Tag>(self) -> Self {
        Self::new(const { Sh::ROWS }.unwrap_or(self.rows), const { Sh::COLUMNS }.unwrap_or(self.columns))
    }

    /// Returns the size with at most `rows` rows, and at least one; a shape with a fixed number of rows is
    /// not changed.
    #[doc(hidden)]
    pub fn first_rows<Sh: Tag>(self, rows: usize) -> Self {
        if Sh::ROWS.is_some() { self } else { Self::new(self.rows.min(rows.max(1)), self.columns) }
    }

    /// The number of elements; `usize::MAX` if there are more, which exceeds any memory.
    #[inline(always)]
    pub const fn length(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }

    /// The extent of a value of this size and shape.
    #[doc(hidden)]
    pub fn extent<Sh: Tag>(self) -> Extent {
        let length = self.length();
        match () {
            () if Sh::IS_SCALAR => Extent::Scalar,
            () if Sh::IS_MATRIX => Extent::Matrix { length, columns: self.columns },
            () => Extent::Vector(length),
        }
    }
}
