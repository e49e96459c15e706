//! The sizes that go with a shape.

use super::Tag;

/// The number of elements of a variable, and their arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A single number.
    Scalar,
    /// A column of this many numbers.
    Vector(usize),
    /// Numbers in rows and columns, row after row.
    Matrix {
        /// The number of all of them.
        length: usize,
        /// The number of those in a row.
        columns: usize,
    },
}

impl Extent {
    /// The sides of a value of this extent, which has the shape `Sh`.
    #[doc(hidden)]
    pub fn sides<Sh: Tag>(self) -> Sides {
        match self {
            // The type says which it is, so that nothing is asked of what other shapes alone have.
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

    /// The numbers of rows and of columns; a vector is a column.
    #[doc(hidden)]
    pub fn rows_and_columns(self) -> (usize, usize) {
        let (size, columns) = (self.size(), self.columns().unwrap_or(1));
        (size.checked_div(columns).unwrap_or(0), columns)
    }

    /// The row and the column of each element in the order of names, column after column.
    #[doc(hidden)]
    pub fn elements(self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = self.rows_and_columns();
        (0..columns).flat_map(move |column| (0..rows).map(move |row| (row, column)))
    }

    /// The places of the elements, row after row, in the order of names, column after column.
    #[doc(hidden)]
    pub fn places(self) -> impl Iterator<Item = usize> + use<> {
        let (_, columns) = self.rows_and_columns();
        self.elements().map(move |(row, column)| row * columns + column)
    }

    /// Copies elements that stand row after row to the order of names, column after column.
    #[doc(hidden)]
    pub fn copy_named(self, rows: &[f64], names: &mut [f64]) {
        match self {
            Self::Matrix { .. } => {
                names.iter_mut().zip(self.places()).for_each(|(to, place)| *to = rows[place])
            }
            Self::Scalar | Self::Vector(_) => names.copy_from_slice(rows),
        }
    }

    /// Copies elements in the order of names, column after column, to where they stand row after row.
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

/// The facts known of the sides of a value, before it is made to fit others.
///
/// A scalar has no sides of its own: repeated, it takes any shape. A vector knows its rows, a vector that is
/// repeated as each row of a matrix knows the columns alone, a matrix knows both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The number of rows of a matrix, the number of elements of a vector.
    pub rows: Option<usize>,
    /// The number of elements in a row of a matrix.
    pub columns: Option<usize>,
}

impl Sides {
    /// The sides of a scalar, of which nothing is known.
    pub const UNKNOWN: Self = Self { rows: None, columns: None };

    /// A vector with `length` elements.
    pub const fn vector(length: usize) -> Self {
        Self { rows: Some(length), columns: None }
    }

    /// The sides of a matrix.
    pub const fn matrix(rows: usize, columns: usize) -> Self {
        Self { rows: Some(rows), columns: Some(columns) }
    }

    /// A vector with `columns` elements that is each row of a matrix.
    pub const fn rows_of(columns: usize) -> Self {
        Self { rows: None, columns: Some(columns) }
    }

    /// The sides of a value of the shape `Sh`.
    #[doc(hidden)]
    pub fn of_shape<Sh: Tag>(size: Size) -> Self {
        // The extent of a matrix without columns does not tell how many rows it has.
        if Sh::IS_MATRIX {
            return Self::matrix(size.rows, size.columns);
        }
        size.extent::<Sh>().sides::<Sh>()
    }

    /// The number of elements, where it is known.
    pub fn length(self) -> Option<usize> {
        match self {
            Self { rows: Some(rows), columns: Some(columns) } => Some(rows.saturating_mul(columns)),
            Self { rows, .. } => rows,
        }
    }

    /// The sides, 1 where they are not known.
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

    /// The own sides, or where one is not known that of the other.
    pub fn or(self, other: Self) -> Self {
        Self { rows: self.rows.or(other.rows), columns: self.columns.or(other.columns) }
    }

    /// The sides that values have which fit each other.
    pub fn common(all: &[Self]) -> Self {
        all.iter().fold(Self::UNKNOWN, |common, &sides| common.or(sides))
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
    /// The size of `rows` rows and `columns` columns.
    #[inline(always)]
    pub const fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// The size of a scalar.
    pub const SCALAR: Self = Self::new(1, 1);

    /// The size, with constants where the shape knows them.
    #[inline(always)]
    #[doc(hidden)]
    pub fn known<Sh: Tag>(self) -> Self {
        Self::new(const { Sh::ROWS }.unwrap_or(self.rows), const { Sh::COLUMNS }.unwrap_or(self.columns))
    }

    /// The size of the first rows alone, at least one; of all where the shape fixes their number.
    #[doc(hidden)]
    pub fn first_rows<Sh: Tag>(self, rows: usize) -> Self {
        if Sh::ROWS.is_some() { self } else { Self::new(self.rows.min(rows.max(1)), self.columns) }
    }

    /// The number of elements; `usize::MAX` if there are more, which no memory holds.
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
