//! [`MatrixForm`]: the elements of a matrix that are constant, or equal to other elements, in all matrices of
//! its kind.

/// The form of a matrix that follows from its declaration or its definition, not from its values.
///
/// A summary has no rows for elements that the form fixes. Draws, traces and files have all elements.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::shape::MatrixForm;
///
/// params! { l: cholesky_factor_corr(2) }
/// let model = model! { l |= lkj_corr_cholesky(2.0), omega = l.multiply_lower_tri_self_transpose() };
/// let forms: Vec<MatrixForm> = model.compile()?.variables().iter().map(|variable| variable.form).collect();
/// assert_eq!(forms, [MatrixForm::CorrelationFactor, MatrixForm::Correlation]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatrixForm {
    /// No element is fixed, as far as it is known. Numbers and vectors have this form, too.
    #[default]
    General,
    /// The elements above the diagonal are 0.
    LowerTriangular,
    /// The Cholesky factor of a correlation matrix: the elements above the diagonal are 0, and the first
    /// element is 1.
    CorrelationFactor,
    /// An element above the diagonal equals the element below the diagonal that mirrors it.
    Symmetric,
    /// A symmetric matrix with ones on the diagonal.
    Correlation,
}

impl MatrixForm {
    /// True if the element is the same number in all matrices of this form.
    pub fn is_constant(self, row: usize, column: usize) -> bool {
        match self {
            Self::General | Self::Symmetric => false,
            Self::LowerTriangular => column > row,
            Self::CorrelationFactor => column > row || (row, column) == (0, 0),
            Self::Correlation => row == column,
        }
    }

    /// True if the element stands above the diagonal of a symmetric matrix.
    pub fn is_mirrored(self, row: usize, column: usize) -> bool {
        matches!(self, Self::Symmetric | Self::Correlation) && column > row
    }

    /// The form of A Aᵀ for a matrix A of this form.
    #[doc(hidden)]
    pub fn times_own_transpose(self) -> Self {
        if self == Self::CorrelationFactor { Self::Correlation } else { Self::Symmetric }
    }

    /// The form of the Cholesky factor of a matrix of this form.
    #[doc(hidden)]
    pub fn cholesky_factor(self) -> Self {
        if self == Self::Correlation { Self::CorrelationFactor } else { Self::LowerTriangular }
    }
}

#[cfg(test)]
mod tests {
    use super::MatrixForm;

    #[test]
    fn a_form_says_which_elements_are_fixed() {
        let picture = |form: MatrixForm| -> String {
            let element = |row, column| match (form.is_constant(row, column), form.is_mirrored(row, column)) {
                (true, false) => 'c',
                (false, true) => 'm',
                (false, false) => '.',
                (true, true) => '!',
            };
            (0..9).map(|place| element(place / 3, place % 3)).collect()
        };
        assert_eq!(picture(MatrixForm::General), ".........");
        assert_eq!(picture(MatrixForm::LowerTriangular), ".cc..c...");
        assert_eq!(picture(MatrixForm::CorrelationFactor), "ccc..c...");
        assert_eq!(picture(MatrixForm::Symmetric), ".mm..m...");
        assert_eq!(picture(MatrixForm::Correlation), "cmm.cm..c");
    }
}
