//! Factors of square matrices, and solutions of systems of equations, as methods.

use super::{Expr, IntoExpr};
use crate::node::{Node, Stored, Whole};
use crate::operation::{Cholesky, SolveLower};
use crate::shape::{Dimension, Matrix, SameDimension, Shape, Vector};

/// An operation on one square matrix whose value is such a matrix.
pub type Factored<Op, N, Side> = Whole<Op, (Stored<N>,), Matrix<Side, Side>>;

/// The solutions of systems of equations with the matrix `N` of this side and the right sides `B`.
pub type Solved<Op, N, Side, B> =
    Whole<Op, (Stored<N>, Stored<B>), <<B as Node>::Shape as RightSide<Side>>::Solution>;

/// Shapes that can stand on the right of a system of equations with a matrix of the side `N`: vectors, and matrices of
/// which each column is one.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` is not the right side of a system of equations with this matrix",
    label = "neither a vector nor a matrix that fits",
    note = "the right side is a vector as long as the matrix has rows, or a matrix with as many rows"
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

impl<N: Node<Shape = Matrix<Rows, Columns>>, Rows: SameDimension<Columns>, Columns: Dimension> Expr<N> {
    /// The Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ: lower triangular, zero above the diagonal.
    /// Stan's `cholesky_decompose`.
    ///
    /// One triangle of A is read, and its gradient is the symmetric one. Where A is not positive definite the log density is
    /// −∞. Data that is not is an error of `compile()`.
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
    pub fn cholesky(self) -> Expr<Factored<Cholesky, N, Rows::Common>> {
        Expr(Whole::new(Cholesky, (Stored::new(self.0),)))
    }

    /// L⁻¹ b of a lower triangular matrix L and a vector b, or L⁻¹ B of a matrix B. Stan's `mdivide_left_tri_low`.
    ///
    /// What L holds above its diagonal is not read.
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
    pub fn solve_lower<B: IntoExpr>(self, b: B) -> Expr<Solved<SolveLower<false>, N, Rows::Common, B::Node>>
    where
        <B::Node as Node>::Shape: RightSide<Rows::Common>,
    {
        Expr(Whole::new(SolveLower, (Stored::new(self.0), Stored::new(b.into_expr().0))))
    }

    /// L⁻ᵀ b of a lower triangular matrix L and a vector b, or L⁻ᵀ B of a matrix B. For a vector it is also bᵀ L⁻¹, Stan's
    /// `mdivide_right_tri_low`.
    ///
    /// What L holds above its diagonal is not read.
    pub fn solve_lower_transposed<B: IntoExpr>(
        self,
        b: B,
    ) -> Expr<Solved<SolveLower<true>, N, Rows::Common, B::Node>>
    where
        <B::Node as Node>::Shape: RightSide<Rows::Common>,
    {
        Expr(Whole::new(SolveLower, (Stored::new(self.0), Stored::new(b.into_expr().0))))
    }
}
