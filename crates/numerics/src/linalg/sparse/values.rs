//! Known sparse matrices on a pattern, as vectors of their elements.

use super::pattern::{Pattern, PatternError};
use faer::sparse::SparseColMatRef;

/// The largest difference between both triangles that counts as rounding, as a share of the largest
/// element.
const ROUNDING: f64 = 1e-12;

impl Pattern {
    /// Makes the pattern of matrices of one size: the places at which at least one of them has an element.
    ///
    /// # Errors
    ///
    /// If there is no matrix, one is not square or has another size, or there are too many places.
    ///
    /// ```
    /// use faer::sparse::{SparseColMat, Triplet};
    /// use monomorph_numerics::linalg::sparse::Pattern;
    ///
    /// let one = [Triplet::new(0, 0, 2.0), Triplet::new(1, 0, -1.0), Triplet::new(0, 1, -1.0)];
    /// let one = SparseColMat::<usize, f64>::try_new_from_triplets(3, 3, &one).expect("a matrix");
    /// let other = [Triplet::new(2, 1, 0.5)];
    /// let other = SparseColMat::<usize, f64>::try_new_from_triplets(3, 3, &other).expect("a matrix");
    /// let pattern = Pattern::of(&[one.as_ref(), other.as_ref()])?;
    /// assert_eq!(pattern.iter().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]);
    /// assert_eq!(pattern.values_of(one.as_ref())?, [2.0, -1.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), monomorph_numerics::linalg::sparse::PatternError>(())
    /// ```
    pub fn of(matrices: &[SparseColMatRef<'_, usize, f64>]) -> Result<Self, PatternError> {
        let size = matrices.first().map_or(0, |matrix| matrix.nrows());
        let other = matrices.iter().find(|matrix| (matrix.nrows(), matrix.ncols()) != (size, size));
        if let Some(other) = other {
            return Err(PatternError::Size { rows: other.nrows(), columns: other.ncols(), size });
        }
        let places = |matrix: &SparseColMatRef<'_, usize, f64>| {
            matrix.triplet_iter().map(|triplet| (triplet.row, triplet.col)).collect::<Vec<_>>()
        };
        Self::new(size, matrices.iter().flat_map(places))
    }

    /// The elements of a symmetric matrix at the places of the pattern, in their order. An element stands in
    /// one triangle, or in both with the same number; numbers at one place are added up. Both triangles of a
    /// product may differ by rounding, and the lower one counts.
    ///
    /// # Errors
    ///
    /// If the matrix has another size, an element at a place that the pattern does not have, or different
    /// numbers in its triangles.
    pub fn values_of(&self, matrix: SparseColMatRef<'_, usize, f64>) -> Result<Vec<f64>, PatternError> {
        if (matrix.nrows(), matrix.ncols()) != (self.size(), self.size()) {
            let (rows, columns) = (matrix.nrows(), matrix.ncols());
            return Err(PatternError::Size { rows, columns, size: self.size() });
        }
        // The elements below and above the diagonal; `None` if the matrix has no element there.
        let mut below: Vec<Option<f64>> = vec![None; self.len()];
        let mut above = below.clone();
        for triplet in matrix.triplet_iter() {
            let (row, column) = (triplet.row, triplet.col);
            let place = self.place(row, column).ok_or(PatternError::Missing { row, column })?;
            let triangle = if row >= column { &mut below } else { &mut above };
            triangle[place] = Some(triangle[place].unwrap_or(0.0) + triplet.val);
        }
        let largest = matrix.val().iter().fold(0.0, |largest: f64, element| largest.max(element.abs()));
        let is_same = |one: f64, other: f64| (one - other).abs() <= ROUNDING * largest;
        let places = self.iter().zip(below.into_iter().zip(above));
        places
            .map(|((row, column), elements)| match elements {
                (Some(below), Some(above)) if !is_same(below, above) => {
                    Err(PatternError::Asymmetric { row, column })
                }
                (below, above) => Ok(below.or(above).unwrap_or(0.0)),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::sparse::{SparseColMat, Triplet};

    fn matrix(size: usize, elements: &[(usize, usize, f64)]) -> SparseColMat<usize, f64> {
        let triplets: Vec<_> = elements.iter().map(|&(i, j, value)| Triplet::new(i, j, value)).collect();
        SparseColMat::try_new_from_triplets(size, size, &triplets).unwrap()
    }

    #[test]
    fn elements_stand_in_either_triangle() {
        let lower = matrix(3, &[(0, 0, 1.0), (1, 0, 2.0), (2, 1, 3.0), (2, 2, 4.0)]);
        let upper = matrix(3, &[(0, 0, 1.0), (0, 1, 2.0), (1, 2, 3.0), (2, 2, 4.0)]);
        let both = matrix(3, &[(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 2, 3.0), (2, 2, 4.0)]);
        let pattern = Pattern::of(&[lower.as_ref(), upper.as_ref()]).unwrap();
        for matrix in [&lower, &upper, &both] {
            assert_eq!(pattern.values_of(matrix.as_ref()).unwrap(), [1.0, 2.0, 0.0, 3.0, 4.0]);
        }
    }

    #[test]
    fn other_matrices_are_refused() {
        let pattern = Pattern::new(3, [(1, 0)]).unwrap();
        let error = |matrix: &SparseColMat<usize, f64>| pattern.values_of(matrix.as_ref()).unwrap_err();
        assert_eq!(error(&matrix(3, &[(0, 2, 1.0)])), PatternError::Missing { row: 0, column: 2 });
        let skew = matrix(3, &[(0, 1, 1.0), (1, 0, -1.0)]);
        assert_eq!(error(&skew), PatternError::Asymmetric { row: 1, column: 0 });
        let nearly = |rounding: f64| matrix(3, &[(2, 2, 9.0), (0, 1, 0.1 + rounding), (1, 0, 0.1)]);
        assert_eq!(pattern.values_of(nearly(1e-15).as_ref()).unwrap(), [0.0, 0.1, 0.0, 9.0]);
        assert_eq!(error(&nearly(1e-9)), PatternError::Asymmetric { row: 1, column: 0 });
        assert_eq!(error(&nearly(f64::NAN)), PatternError::Asymmetric { row: 1, column: 0 });
        let large = matrix(4, &[(0, 0, 1.0)]);
        assert_eq!(error(&large), PatternError::Size { rows: 4, columns: 4, size: 3 });
        let of_two = Pattern::of(&[large.as_ref(), skew.as_ref()]).unwrap_err();
        assert_eq!(of_two, PatternError::Size { rows: 3, columns: 3, size: 4 });
        assert!(of_two.to_string().contains("3 × 3"));
    }
}
