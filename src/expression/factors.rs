//! Factors of square matrices, and solutions of systems of equations, as methods.

use crate::contract::expression::Expression;
use crate::expression::{Expr, IntoExpr};
use crate::matrix::{Cholesky, Determinant, EigenSymmetric, Inverse, LogDeterminant, SolveLower, SolveSpd};
use crate::node::{Stored, Whole};
use crate::shape::{Dimension, Matrix, SameDimension, Scalar, Shape, SquareShape, Vector};

/// The side of a square matrix.
type SideOf<N> = <<N as Expression>::Shape as SquareShape>::Side;

/// An operation on one matrix whose value is a square matrix.
pub type SquareOf<Op, N, Side> = Whole<Op, (Stored<N>,), Matrix<Side, Side>>;

/// An operation on one matrix whose value is a vector with an element for each row.
pub type VectorOf<Op, N, Side> = Whole<Op, (Stored<N>,), Vector<Side>>;

/// An operation on one matrix whose value is a number.
pub type OfMatrix<Op, N> = Whole<Op, (Stored<N>,), Scalar>;

/// The solutions of systems of equations with the matrix `N` of this side and the right sides `B`.
pub type Solved<Op, N, Side, B> =
    Whole<Op, (Stored<N>, Stored<B>), <<B as Expression>::Shape as RightSide<Side>>::Solution>;

/// Shapes that can stand on the right of a system of equations with a matrix of the side `N`: vectors, and
/// matrices, whose columns are the right sides.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` is not the right side of a system of equations with this matrix",
    label = "neither a vector nor a matrix that fits",
    note = "the right side is a vector as long as the matrix has rows, or a matrix with the same number of rows"
)]
pub trait RightSide<N: Dimension>: Shape {
    /// The shape of the solution.
    type Solution: Shape;
}

impl<N: SameDimension<M>, M: Dimension> RightSide<N> for Vector<M> {
    type Solution = Vector<N::Common>;
}

impl<N: SameDimension<M>, M: Dimension, Columns: Dimension> RightSide<N> for Matrix<M, Columns> {
    type Solution = Matrix<N::Common, Columns>;
}

/// Functions of square matrices.
impl<N: Expression<Shape: SquareShape>> Expr<N> {
    /// The Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ: lower triangular, zero above
    /// the diagonal. Stan's `cholesky_decompose`.
    ///
    /// One triangle of A is read, and its gradient is the symmetric one. If A is not positive definite, the
    /// log density is −∞; for data it is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let covariance = monomorph::faer::mat![[4.0, 2.0], [2.0, 5.0]];
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= exponential(1.0),
    ///     factor = (data(&covariance) * scale).cholesky(),
    /// };
    /// assert_eq!(model.compile()?.constrain(&[0.0])?.get("factor")?, [2.0, 0.0, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "cholesky_decompose")]
    pub fn cholesky(self) -> Expr<SquareOf<Cholesky, N, SideOf<N>>> {
        Expr(Whole::new(Cholesky, (Stored::new(self.0),)))
    }

    /// L⁻¹ b of a lower triangular matrix L and a vector b, or L⁻¹ B of a matrix B. Stan's
    /// `mdivide_left_tri_low`.
    ///
    /// The elements of L above its diagonal are not read.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (factor, y) = (monomorph::faer::mat![[2.0, 0.0], [1.0, 2.0]], [2.0, 5.0]);
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= exponential(1.0),
    ///     z = data(&factor).solve_lower(scale * data(&y)),
    /// };
    /// assert_eq!(model.compile()?.constrain(&[0.0])?.get("z")?, [1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "mdivide_left_tri_low")]
    pub fn solve_lower<B: IntoExpr>(self, b: B) -> Expr<Solved<SolveLower<false>, N, SideOf<N>, B::Node>>
    where
        <B::Node as Expression>::Shape: RightSide<SideOf<N>>,
    {
        Expr(Whole::new(SolveLower, (Stored::new(self.0), Stored::new(b.into_expr().0))))
    }

    /// L⁻ᵀ b of a lower triangular matrix L and a vector b, or L⁻ᵀ B of a matrix B. For a vector it is also
    /// bᵀ L⁻¹, Stan's `mdivide_right_tri_low`.
    ///
    /// The elements of L above its diagonal are not read.
    pub fn solve_lower_transposed<B: IntoExpr>(
        self,
        b: B,
    ) -> Expr<Solved<SolveLower<true>, N, SideOf<N>, B::Node>>
    where
        <B::Node as Expression>::Shape: RightSide<SideOf<N>>,
    {
        Expr(Whole::new(SolveLower, (Stored::new(self.0), Stored::new(b.into_expr().0))))
    }

    /// A⁻¹ b of a symmetric positive definite matrix A and a vector b, or A⁻¹ B of a matrix B. Stan's
    /// `mdivide_left_spd`.
    ///
    /// If A is not positive definite, the log density is −∞; for data it is an error of `compile()`. If A's
    /// determinant is needed too, [`cholesky`](Self::cholesky) factors A once for both.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (covariance, y) = (monomorph::faer::mat![[4.0, 2.0], [2.0, 5.0]], [8.0, 12.0]);
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= exponential(1.0),
    ///     weights = data(&covariance).solve_spd(scale * data(&y)),
    /// };
    /// assert_eq!(model.compile()?.constrain(&[0.0])?.get("weights")?, [1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "mdivide_left_spd")]
    pub fn solve_spd<B: IntoExpr>(self, b: B) -> Expr<Solved<SolveSpd, N, SideOf<N>, B::Node>>
    where
        <B::Node as Expression>::Shape: RightSide<SideOf<N>>,
    {
        Expr(Whole::new(SolveSpd, (Stored::new(self.0), Stored::new(b.into_expr().0))))
    }

    /// The inverse of a square matrix, Stan's `inverse`. If A is singular, the log density is −∞.
    ///
    /// [`solve_spd`](Self::solve_spd) and [`solve_lower`](Self::solve_lower) are better than a product with
    /// an inverse.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: vector(2).rows(2) }
    /// let model = model! { a |= normal(0.0, 1.0), b = a.inverse() };
    /// assert_eq!(model.compile()?.constrain(&[0.0, 2.0, 4.0, 0.0])?.get("b")?, [0.0, 0.25, 0.5, 0.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn inverse(self) -> Expr<SquareOf<Inverse<false>, N, SideOf<N>>> {
        Expr(Whole::new(Inverse, (Stored::new(self.0),)))
    }

    /// The inverse of a symmetric positive definite matrix, Stan's `inverse_spd`. If the matrix is not
    /// positive definite, the log density is −∞; for data it is an error of `compile()`.
    pub fn inverse_spd(self) -> Expr<SquareOf<Inverse<true>, N, SideOf<N>>> {
        Expr(Whole::new(Inverse, (Stored::new(self.0),)))
    }

    /// The determinant of a square matrix, Stan's `determinant`. It overflows where
    /// [`log_determinant`](Self::log_determinant) does not.
    pub fn determinant(self) -> Expr<OfMatrix<Determinant, N>> {
        Expr(Whole::new(Determinant, (Stored::new(self.0),)))
    }

    /// log |det A| of a square matrix, Stan's `log_determinant`: −∞ if A is singular.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: vector(2).rows(2) }
    /// let model = model! { a |= flat(), increment(a.log_determinant()) };
    /// let posterior = model.compile()?;
    /// let log_density = posterior.log_density(&[0.0, 2.0, 3.0, 0.0], &mut posterior.workspace());
    /// assert!((log_density - 6.0_f64.ln()).abs() < 1e-15);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_determinant(self) -> Expr<OfMatrix<LogDeterminant<false>, N>> {
        Expr(Whole::new(LogDeterminant, (Stored::new(self.0),)))
    }

    /// log det A of a symmetric positive definite matrix, Stan's `log_determinant_spd`. If A is not positive
    /// definite, the log density is −∞; for data it is an error of `compile()`.
    pub fn log_determinant_spd(self) -> Expr<OfMatrix<LogDeterminant<true>, N>> {
        Expr(Whole::new(LogDeterminant, (Stored::new(self.0),)))
    }

    /// The eigenvalues of a symmetric matrix, the smallest first. Stan's `eigenvalues_sym`.
    ///
    /// One triangle of A is read, and its gradient is the symmetric one. If eigenvalues are equal, the
    /// gradient is right for symmetric functions of them, such as their sum; a single one of them has no
    /// gradient there. If A is not finite, the log density is −∞.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let a = monomorph::faer::mat![[2.0, 1.0], [1.0, 2.0]];
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= exponential(1.0),
    ///     values = (data(&a) * scale).eigenvalues_sym(),
    ///     increment(values.at(1)),
    /// };
    /// let trace = model.compile()?.constrain(&[0.0])?;
    /// for (got, want) in trace.get("values")?.iter().zip([1.0, 3.0]) {
    ///     assert!((got - want).abs() < 1e-14);
    /// }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn eigenvalues_sym(self) -> Expr<VectorOf<EigenSymmetric<false>, N, SideOf<N>>> {
        Expr(Whole::new(EigenSymmetric, (Stored::new(self.0),)))
    }

    /// The eigenvectors of a symmetric matrix, in the columns of a matrix and the order of
    /// [`eigenvalues_sym`](Self::eigenvalues_sym), each of length 1. Stan's `eigenvectors_sym`.
    ///
    /// In each vector, the first element whose magnitude is at least nine tenths of the largest is positive.
    /// So signs are the same on all machines, but if an element becomes smaller than this, its vector can
    /// change its sign: functions of a vector should not depend on its sign.
    ///
    /// Vectors whose eigenvalues are equal up to rounding are not determined and have no gradient: if a
    /// gradient is needed there, the log density is −∞. This holds for V diag(f(w)) Vᵀ too, although it has
    /// a gradient there. `eigenvalues_sym` and `eigenvectors_sym` each compute the decomposition separately.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let a = monomorph::faer::mat![[2.0, 1.0], [1.0, 2.0]];
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= exponential(1.0),
    ///     vectors = (data(&a) * scale).eigenvectors_sym(),
    ///     increment(vectors.column(1).sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[0.0])?;
    /// for (got, sign) in trace.get("vectors")?.iter().zip([1.0, 1.0, -1.0, 1.0]) {
    ///     assert!((got - sign * 0.5_f64.sqrt()).abs() < 1e-15);
    /// }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn eigenvectors_sym(self) -> Expr<SquareOf<EigenSymmetric<true>, N, SideOf<N>>> {
        Expr(Whole::new(EigenSymmetric, (Stored::new(self.0),)))
    }
}
