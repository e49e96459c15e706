//! The value of a variable or of a part of it.

use super::Path;
use super::part::locate;
use crate::error::Error;
use crate::shape::Extent;
use core::fmt;
use core::ops::Deref;
use faer::{Mat, MatRef};

/// A number, a vector or a matrix, of real numbers or of integers.
///
/// It dereferences to the slice of its numbers; the numbers of a matrix are stored row after row, as in
/// data. (Lists of named elements, such as draws and their files, go column after column, as in Stan.)
/// Integers are stored as `f64` too, because kernels take `f64`; they are exact up to 2⁵³. Two values are
/// equal if their shapes and their numbers are equal, so 2 equals 2.0.
///
/// ```
/// use monomorph::trace::Value;
///
/// let tau = Value::from(1.5);
/// assert_eq!(tau, 1.5);
/// assert_eq!(tau.as_number(), Some(1.5));
///
/// let theta = Value::from([1.0, 2.0, 4.0]);
/// assert_eq!(theta.iter().sum::<f64>(), 7.0);
/// assert_eq!(theta.part(&"[1:3]".parse()?)?, [2.0, 4.0]);
///
/// let counts = Value::from([3, 0, 7]);
/// assert!(counts.is_integer());
/// assert_eq!(counts.to_string(), "[3, 0, 7]");
///
/// let m = Value::matrix(2, [1.0, 2.0, 3.0, 4.0])?;
/// assert_eq!(m.part(&"[:, 1]".parse()?)?, [2.0, 4.0]);
/// assert_eq!(m.to_string(), "[[1.0, 2.0], [3.0, 4.0]]");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Value {
    extent: Extent,
    is_integer: bool,
    numbers: Vec<f64>,
}

impl Value {
    /// A value of this extent; `numbers` has one number for each element, row after row.
    pub(crate) fn new(extent: Extent, numbers: Vec<f64>) -> Self {
        debug_assert_eq!(extent.size(), numbers.len());
        Self { extent, is_integer: false, numbers }
    }

    /// A value of this extent from its elements in the order of their names, column after column.
    #[doc(hidden)]
    pub fn of_names(extent: Extent, elements: &[f64]) -> Self {
        let mut numbers = vec![0.0; elements.len()];
        extent.put_named(elements, &mut numbers);
        Self::new(extent, numbers)
    }

    /// The elements in the order of their names, column after column.
    #[doc(hidden)]
    pub fn in_names(&self) -> impl Iterator<Item = f64> + use<'_> {
        self.extent.places().map(|place| self.numbers[place])
    }

    /// A vector.
    pub(super) fn vector(numbers: Vec<f64>) -> Self {
        Self::new(Extent::Vector(numbers.len()), numbers)
    }

    /// Makes a matrix with `columns` columns from its elements, row after row.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if the numbers do not fill the last row.
    pub fn matrix(columns: usize, numbers: impl Into<Self>) -> Result<Self, Error> {
        let Self { numbers, is_integer, .. } = numbers.into();
        let length = numbers.len();
        if length != length.checked_div(columns).unwrap_or(0) * columns {
            return Err(Error::LengthMismatch {
                statement: String::new(),
                expected_by: String::new(),
                expected: length.next_multiple_of(columns.max(1)) * columns.min(1),
                found_in: format!("the numbers of a matrix of {columns} columns"),
                found: length,
            });
        }
        Ok(Self { extent: Extent::Matrix { length, columns }, is_integer, numbers })
    }

    /// The shape of the value: a number, a vector or a matrix, and its size.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// True if the value consists of integers.
    pub fn is_integer(&self) -> bool {
        self.is_integer
    }

    /// All numbers, those of a matrix row after row.
    pub fn as_slice(&self) -> &[f64] {
        &self.numbers
    }

    /// The number of a scalar; `None` for a vector or a matrix.
    pub fn as_number(&self) -> Option<f64> {
        match self.extent {
            Extent::Scalar => self.numbers.first().copied(),
            _ => None,
        }
    }

    /// The rows of a matrix; `None` for a number or a vector.
    pub fn rows(&self) -> Option<impl ExactSizeIterator<Item = &[f64]>> {
        self.extent.columns().map(|columns| self.numbers.chunks_exact(columns.max(1)))
    }

    /// All numbers, those of a matrix row after row.
    pub fn into_vec(self) -> Vec<f64> {
        self.numbers
    }

    /// The part of the value at the end of a path.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] if there is no such element; [`Error::NoSuchPart`] for a property, since
    /// numbers have none, and if the number of indices is not the number of dimensions.
    pub fn part(&self, path: &Path) -> Result<Self, Error> {
        self.part_of("the value", path)
    }

    /// Returns the part of the value at the end of a path. Errors call the value `name`.
    pub(super) fn part_of(&self, name: &str, path: &Path) -> Result<Self, Error> {
        if path.is_empty() {
            return Ok(self.clone());
        }
        let (extent, places) = locate(name, self.extent, path)?;
        let numbers = places.into_iter().map(|place| self.numbers[place]).collect();
        Ok(Self { extent, is_integer: self.is_integer, numbers })
    }

    /// Writes the numbers of `part` to `places`. The result consists of integers only if this value and
    /// `part` do.
    pub(super) fn put(&mut self, places: &[usize], part: &Self) {
        self.is_integer &= part.is_integer;
        for (&place, &number) in places.iter().zip(&part.numbers) {
            self.numbers[place] = number;
        }
    }

    /// Returns the value with or without the mark that it consists of integers.
    pub(super) fn of_integers(self, is_integer: bool) -> Self {
        Self { is_integer, ..self }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.extent == other.extent && self.numbers == other.numbers
    }
}

impl Deref for Value {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.numbers
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |f: &mut fmt::Formatter<'_>, x: f64| {
            if self.is_integer { write!(f, "{x}") } else { write!(f, "{x:?}") }
        };
        let row = |f: &mut fmt::Formatter<'_>, row: &[f64]| {
            f.write_str("[")?;
            for (i, &x) in row.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { ", " })?;
                number(f, x)?;
            }
            f.write_str("]")
        };
        match (self.as_number(), self.rows()) {
            (Some(x), _) => number(f, x),
            (None, None) => row(f, &self.numbers),
            (None, Some(rows)) => {
                f.write_str("[")?;
                for (i, numbers) in rows.enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    row(f, numbers)?;
                }
                f.write_str("]")
            }
        }
    }
}

impl From<MatRef<'_, f64>> for Value {
    fn from(m: MatRef<'_, f64>) -> Self {
        let numbers: Vec<f64> = (0..m.nrows()).flat_map(|i| (0..m.ncols()).map(move |j| m[(i, j)])).collect();
        Self::new(Extent::Matrix { length: numbers.len(), columns: m.ncols() }, numbers)
    }
}

impl From<&Mat<f64>> for Value {
    fn from(m: &Mat<f64>) -> Self {
        m.as_ref().into()
    }
}

macro_rules! from_numbers {
    ($($Number:ty, $is_integer:literal;)*) => {$(
        impl From<$Number> for Value {
            fn from(number: $Number) -> Self {
                Self::new(Extent::Scalar, vec![f64::from(number)]).of_integers($is_integer)
            }
        }

        impl From<&[$Number]> for Value {
            fn from(numbers: &[$Number]) -> Self {
                let numbers = numbers.iter().copied().map(f64::from).collect();
                Self::vector(numbers).of_integers($is_integer)
            }
        }

        impl From<Vec<$Number>> for Value {
            fn from(numbers: Vec<$Number>) -> Self {
                numbers.as_slice().into()
            }
        }

        impl From<&Vec<$Number>> for Value {
            fn from(numbers: &Vec<$Number>) -> Self {
                numbers.as_slice().into()
            }
        }

        impl<const N: usize> From<[$Number; N]> for Value {
            fn from(numbers: [$Number; N]) -> Self {
                numbers.as_slice().into()
            }
        }

        impl<const N: usize> From<&[$Number; N]> for Value {
            fn from(numbers: &[$Number; N]) -> Self {
                numbers.as_slice().into()
            }
        }
    )*};
}

from_numbers! {
    f64, false;
    i32, true;
    u32, true;
}

/// Compares the numbers alone: a scalar is a slice of one number, and a matrix is the slice of its rows one
/// after the other.
macro_rules! same_numbers {
    ($([$($parameter:tt)*] $Other:ty;)*) => {$(
        impl<$($parameter)*> PartialEq<$Other> for Value {
            fn eq(&self, other: &$Other) -> bool {
                self.numbers[..] == other[..]
            }
        }
    )*};
}

same_numbers! {
    [] [f64];
    [] &[f64];
    [] Vec<f64>;
    [const N: usize] [f64; N];
    [const N: usize] &[f64; N];
}

impl PartialEq<f64> for Value {
    fn eq(&self, other: &f64) -> bool {
        self.as_number() == Some(*other)
    }
}
