//! The places of a sparse symmetric matrix: its lower triangle, column after column, rows ascending.
//!
//! Each stored pair i ≥ j represents aᵢⱼ = aⱼᵢ, so y += A x adds aᵢⱼ xⱼ to yᵢ and, below the diagonal, aᵢⱼ
//! xᵢ to yⱼ. The diagonal is always stored.

use core::fmt;

/// The lower triangle of a sparse symmetric matrix, including the diagonal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The offset in `rows` of each column's first row, and the length of `rows`.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

/// The reason why pairs of rows and columns are no pattern, or a matrix does not fit a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// The pair is outside the matrix.
    Outside {
        /// The row of the pair.
        row: usize,
        /// The column of the pair.
        column: usize,
        /// The number of rows, and of columns, of the matrix.
        size: usize,
    },
    /// The matrix has an element at a place that the pattern does not have.
    Missing {
        /// The row of the place.
        row: usize,
        /// The column of the place.
        column: usize,
    },
    /// The matrix has different numbers above and below the diagonal.
    Asymmetric {
        /// The row of the place, below the diagonal.
        row: usize,
        /// The column of the place.
        column: usize,
    },
    /// The matrix has another size.
    Size {
        /// The number of rows of the matrix.
        rows: usize,
        /// The number of columns of the matrix.
        columns: usize,
        /// The number of rows, and of columns, that the matrix should have.
        size: usize,
    },
    /// The matrix or its factor is too large for indices of 32 bits, or for memory.
    TooLarge,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { row, column, size } => {
                write!(f, "row {row}, column {column} is outside a matrix of {size} × {size}")
            }
            Self::Missing { row, column } => {
                write!(
                    f,
                    "the matrix has an element in row {row}, column {column}, where the pattern has none"
                )
            }
            Self::Asymmetric { row, column } => {
                write!(f, "the matrix is not symmetric: rows and columns {row} and {column} differ")
            }
            Self::Size { rows, columns, size } => {
                write!(f, "the matrix is {rows} × {columns}, and should be {size} × {size}")
            }
            Self::TooLarge => f.write_str("the sparse matrix or its factor is too large"),
        }
    }
}

impl core::error::Error for PatternError {}

/// The largest number of rows and of places.
const MOST: usize = i32::MAX as usize;

impl Pattern {
    /// Makes the pattern of a matrix of `size` rows with these places, pairs of a row and a column of
    /// either triangle, in any order. The diagonal is added, and a repeated place counts once.
    ///
    /// # Errors
    ///
    /// If a pair is outside the matrix, or there are too many pairs.
    pub fn new(size: usize, places: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, PatternError> {
        if size > MOST {
            return Err(PatternError::TooLarge);
        }
        let mut pairs: Vec<(u32, u32)> = (0..size as u32).map(|row| (row, row)).collect();
        for (row, column) in places {
            if row.max(column) >= size {
                return Err(PatternError::Outside { row, column, size });
            }
            pairs.push((row.min(column) as u32, row.max(column) as u32));
        }
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.len() > MOST {
            return Err(PatternError::TooLarge);
        }
        let mut starts = vec![0; size + 1];
        pairs.iter().for_each(|&(column, _)| starts[column as usize + 1] += 1);
        for column in 0..size {
            starts[column + 1] += starts[column];
        }
        Ok(Self { starts, rows: pairs.into_iter().map(|(_, row)| row).collect() })
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of places, which equals the number of stored values.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns true if the matrix has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The place of the value of a row and a column, in either order; `None` if it is not stored.
    pub fn place(&self, row: usize, column: usize) -> Option<usize> {
        let (column, row) = (row.min(column), row.max(column));
        let rows = if row < self.size() { self.column(column) } else { return None };
        let at = rows.binary_search(&(row as u32)).ok()?;
        Some(self.starts[column] as usize + at)
    }

    /// The place of the value of each row's diagonal.
    pub fn diagonal(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.starts[..self.size()].iter().map(|&start| start as usize)
    }

    /// The row and the column of each value, in the order of the values.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.size()).flat_map(|column| self.column(column).iter().map(move |&row| (row as usize, column)))
    }

    /// The rows of a column, from the diagonal on.
    pub(super) fn column(&self, column: usize) -> &[u32] {
        &self.rows[self.starts[column] as usize..self.starts[column + 1] as usize]
    }

    /// The starts of the columns, and all rows.
    pub(super) fn parts(&self) -> (&[u32], &[u32]) {
        (&self.starts, &self.rows)
    }

    /// Computes A += a x xᵀ at the places of the pattern.
    pub fn add_square(&self, values: &mut [f64], a: f64, x: &[f64]) {
        let x = &x[..self.size()];
        for (column, ends) in self.starts.windows(2).enumerate() {
            let (start, end) = (ends[0] as usize, ends[1] as usize);
            let scaled = a * x[column];
            let places = values[start..end].iter_mut().zip(&self.rows[start..end]);
            places.for_each(|(value, &row)| *value += scaled * x[row as usize]);
        }
    }

    /// Computes y += A x.
    pub fn add_product(&self, y: &mut [f64], values: &[f64], x: &[f64]) {
        let (x, y) = (&x[..self.size()], &mut y[..self.size()]);
        for (column, ends) in self.starts.windows(2).enumerate() {
            let (start, end) = (ends[0] as usize, ends[1] as usize);
            let (rows, values) = (&self.rows[start..end], &values[start..end]);
            let factor = x[column];
            let mut sum = values[0] * factor;
            for (&row, &value) in rows[1..].iter().zip(&values[1..]) {
                y[row as usize] += value * factor;
                sum += value * x[row as usize];
            }
            y[column] += sum;
        }
    }
}

impl<'a> IntoIterator for &'a Pattern {
    type Item = (usize, usize);
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
