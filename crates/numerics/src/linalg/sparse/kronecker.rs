//! The pattern of a Kronecker product: with m the size of B,
//!
//!   (A ⊗ B)ᵢₘ₊ₖ,ⱼₘ₊ₗ = aᵢⱼ bₖₗ.

use super::pattern::{Pattern, PatternError};

impl Pattern {
    /// Returns the pattern of A ⊗ B, where A has this pattern and B the other, and for each value of the
    /// product the places of the values of A and of B of which it is the product.
    ///
    /// # Errors
    ///
    /// If there are too many places.
    ///
    /// ```
    /// use monomorph_numerics::linalg::sparse::Pattern;
    ///
    /// let (time, space) = (Pattern::new(2, [(0, 1)])?, Pattern::new(2, [])?);
    /// let (both, of_time, of_space) = time.kronecker(&space)?;
    /// assert_eq!(both.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (1, 1), (3, 1), (2, 2), (3, 3)]);
    /// let (a, b) = ([1.0, -0.5, 1.25], [3.0, 4.0]);
    /// let values: Vec<f64> = of_time.iter().zip(&of_space).map(|(&i, &j)| a[i] * b[j]).collect();
    /// assert_eq!(values, [3.0, -1.5, 4.0, -2.0, 3.75, 5.0]);
    /// # Ok::<(), monomorph_numerics::linalg::sparse::PatternError>(())
    /// ```
    pub fn kronecker(&self, other: &Self) -> Result<(Self, Vec<usize>, Vec<usize>), PatternError> {
        let (sides, m) = ((self.size(), other.size()), other.size());
        let size = sides.0.checked_mul(sides.1).ok_or(PatternError::TooLarge)?;
        let pairs = |pattern: &Self| -> Vec<(usize, usize)> {
            let both = pattern.iter().flat_map(|(row, column)| [(row, column), (column, row)]);
            both.collect()
        };
        let (of_self, of_other) = (pairs(self), pairs(other));
        let count = of_self.len().checked_mul(of_other.len());
        if count.is_none_or(|count| count > i32::MAX as usize) {
            return Err(PatternError::TooLarge);
        }
        let blocks = of_self.iter().flat_map(|&(row, column)| {
            of_other.iter().map(move |&(below, beside)| (row * m + below, column * m + beside))
        });
        let pattern = Self::new(size, blocks)?;
        let place = |known: &Self, row, column| known.place(row, column).unwrap_or(0);
        let of_a = pattern.iter().map(|(row, column)| place(self, row / m, column / m)).collect();
        let of_b = pattern.iter().map(|(row, column)| place(other, row % m, column % m)).collect();
        Ok((pattern, of_a, of_b))
    }
}
