//! matrix_normal(M, A, B) of a matrix Y, p × q, with R = Y − M, a covariance A of its rows and a covariance B
//! of its columns:
//!
//!   log p(Y) = −½ tr(B⁻¹ Rᵀ A⁻¹ R) − q/2 log |A| − p/2 log |B| − pq/2 log 2π,
//!
//! the normal density of the elements of Y, row by row, with the covariance A ⊗ B. matrix_normal_prec has
//! the inverses of A and B instead.
//!
//! Stan Functions Reference, "Matrix normal distribution"; Dawid 1981, "Some matrix-variate distribution
//! theory". For a matrix that is not square, Stan's matrix_normal_prec_lpdf exchanges the factors p and q of
//! the log determinants, and does not integrate to one.

use crate::compiler::Context;
use crate::contract::conjugacy::Ties;
use crate::contract::drawing::DrawnRow;
use crate::contract::expression::{Expression, Prepend};
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::covariance::{
    BoundStructure, Kronecker, KroneckerPrecision, Structure, Structured, kronecker, kronecker_precision,
};
use crate::distribution::multivariate::bound_elliptical::BoundElliptical;
use crate::distribution::multivariate::elliptical::Elliptical;
use crate::distribution::multivariate::multi_normal::Gaussian;
use crate::distribution::multivariate::radial::Ungrouped;
use crate::distribution::{DensityOf, WholeLaw};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Dyn, Matrix, SameDimension, Scalar, Shape, Size, Vector};
use monomorph_macros::inlined;
use pulp::Simd;

/// The distribution with the mean `Mean`, in which the structure `Both` combines the matrices `A` of rows
/// and `B` of columns.
pub type MatrixNormal<Both, Mean, A, B> =
    WholeLaw<MatrixDensity<Both, <Mean as Expression>::Shape>, (Stored<Mean>, Stored<A>, Stored<B>)>;

/// The covariance of rows and columns together.
pub trait RowsAndColumns: Structure {
    /// The distribution's name in a model.
    const NAME: &'static str;
}

impl RowsAndColumns for Kronecker {
    const NAME: &'static str = "matrix_normal";
}

impl RowsAndColumns for KroneckerPrecision {
    const NAME: &'static str = "matrix_normal_prec";
}

/// The shape of a mean: a matrix, or a scalar that is the mean of every element.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` is no mean of a matrix",
    label = "neither a matrix nor a scalar"
)]
pub trait MatrixMean: Shape {
    /// The shape of the elements one after the other.
    type Elements: Shape + core::fmt::Debug;
}

impl MatrixMean for Scalar {
    type Elements = Scalar;
}

impl<P: Dimension, Q: Dimension> MatrixMean for Matrix<P, Q> {
    type Elements = Vector<Dyn>;
}

/// The density of the elements of a matrix, one after the other.
type Inner<Both, Mean> =
    Elliptical<Gaussian, Both, Ungrouped, Vector<Dyn>, <Mean as MatrixMean>::Elements, false>;

/// The density of a matrix, as an operation on the matrix, the mean, and the matrices of rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct MatrixDensity<Both, Mean: MatrixMean>(Inner<Both, Mean>);

/// The density of the elements of a matrix as it runs.
type BoundInner<Both, Mean> =
    BoundElliptical<Gaussian, Both, Ungrouped, Vector<Dyn>, <Mean as MatrixMean>::Elements, false>;

/// The density of a matrix as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundMatrixDensity<Both, Mean: MatrixMean>(BoundInner<Both, Mean>);

/// The places of the variable Y, of the mean, and of the matrices of rows and columns among the arguments.
const Y: usize = 0;
const MEAN: usize = 1;
const ROWS: usize = 2;
const COLUMNS: usize = 3;

/// Returns the sizes for the elements of the matrix and of the mean as vectors.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn elements(sizes: &Sizes) -> Sizes {
    let mut sizes = *sizes;
    for place in [Y, MEAN] {
        sizes[place] = Size::new(sizes[place].length(), 1);
    }
    sizes
}

impl<Both: RowsAndColumns, Mean: MatrixMean> Sealed for MatrixDensity<Both, Mean> {}
impl<Both: BoundStructure, Mean: MatrixMean> Sealed for BoundMatrixDensity<Both, Mean> {}

impl<Both: RowsAndColumns, Mean: MatrixMean> Operation for MatrixDensity<Both, Mean> {
    type Bound = BoundMatrixDensity<Both::Bound, Mean>;

    fn describe(&self, arguments: &[String]) -> String {
        let [y, mean, rows, columns] = [Y, MEAN, ROWS, COLUMNS].map(|place| &arguments[place]);
        format!("{}({mean}, {rows}, {columns}).log_density({y})", Both::NAME)
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error> {
        if Mean::IS_MATRIX {
            setup.check_same((Y, Side::Column), (MEAN, Side::Column))?;
            setup.check_same((Y, Side::Row), (MEAN, Side::Row))?;
        }
        setup.check_same((Y, Side::Column), (ROWS, Side::Column))?;
        setup.check_same((Y, Side::Row), (COLUMNS, Side::Column))?;
        let inner = setup.with_sizes(elements(&setup.sizes()), |setup| self.0.bind(setup))?;
        Ok(BoundMatrixDensity(inner))
    }
}

#[inlined]
impl<Both: BoundStructure, Mean: MatrixMean> BoundOperation for BoundMatrixDensity<Both, Mean> {
    const FACTS: OperationFacts = OperationFacts {
        curves: BoundInner::<Both, Mean>::FACTS.curves,
        symmetric: BoundInner::<Both, Mean>::FACTS.symmetric,
        ties: Ties::All,
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        self.0.precompute(context, &elements(sizes), is_data, operands, kept)
    }

    fn data_terms(&self, sizes: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        self.0.data_terms(&elements(sizes), is_data, operands)
    }

    fn forward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        is_gradient: bool,
        operands: Operands<'_>,
    ) {
        self.0.forward(simd, &elements(sizes), size, is_gradient, operands);
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        self.0.draw(&elements(sizes), operands, to)
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        adjoints: Adjoints<'_>,
    ) {
        self.0.backward(simd, &elements(sizes), size, operands, adjoints);
    }
}

impl<Both, Mean, P, Q> DensityOf<Matrix<P, Q>> for MatrixDensity<Both, Mean>
where
    Both: RowsAndColumns,
    Mean: MatrixMean,
    P: Dimension,
    Q: Dimension,
{
    const NAME: &'static str = Both::NAME;
}

/// Declares the functions, which differ in the structure that combines the two matrices.
macro_rules! matrix_normal {
    ($($(#[$text:meta])* $function:ident, $Both:ident, $structure:ident;)*) => {$(
        $(#[$text])*
        pub fn $function<Mean, A, B, P, OtherP, Q, OtherQ>(
            mean: Mean,
            rows: A,
            columns: B,
        ) -> MatrixNormal<$Both, Mean::Node, A::Node, B::Node>
        where
            Mean: IntoExpr,
            <Mean::Node as Expression>::Shape: MatrixMean,
            A: IntoExpr,
            B: IntoExpr,
            A::Node: Expression<Shape = Matrix<P, OtherP>>,
            B::Node: Expression<Shape = Matrix<Q, OtherQ>>,
            P: SameDimension<OtherP>,
            OtherP: Dimension,
            Q: SameDimension<OtherQ>,
            OtherQ: Dimension,
        {
            let Structured { structure, arguments } = $structure(rows, columns);
            let arguments = arguments.prepend(Stored::new(mean.into_expr().0));
            WholeLaw::new(MatrixDensity(Elliptical::new(structure, Ungrouped)), arguments)
        }
    )*};
}

matrix_normal! {
    /// The matrix normal distribution of a whole matrix Y, p × q.
    ///
    /// $$ \log p(Y) = -\tfrac12 \operatorname{tr}\bigl(B^{-1} (Y - M)^\top A^{-1} (Y - M)\bigr) - \tfrac
    /// q2\log|A| - \tfrac p2\log|B| - \tfrac{pq}2\log 2\pi $$
    ///
    /// `mean` is a matrix p × q, or a scalar that is the mean of every element; `rows` is the covariance A
    /// of the rows, p × p, and `columns` the covariance B of the columns, q × q: cov(Yᵢₖ, Yⱼₗ) = Aᵢⱼ Bₖₗ.
    /// Both are symmetric and positive definite; if one is not, the log density is −∞.
    ///
    /// ```
    /// use monomorph::faer::mat;
    /// use monomorph::prelude::*;
    ///
    /// let y = mat![[0.3, -0.2, 0.1], [1.1, 0.4, -0.6]];
    /// let (a, b) = (mat![[1.0, 0.5], [0.5, 2.0]], mat![[1.0, 0.1, 0.0], [0.1, 2.0, 0.3], [0.0, 0.3, 1.0]]);
    /// params! { mu: vector(3).rows(2) }
    /// let model = model! {
    ///     mu |= normal(0.0, 10.0),
    ///     data(&y) |= matrix_normal(mu, &a, &b),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 6);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    matrix_normal, Kronecker, kronecker;

    /// [`matrix_normal`] with the inverses of the covariances of rows and columns.
    ///
    /// The density is normalised. Stan's function of this name adds p/2 log |rows| + q/2 log |columns| where
    /// the normal density has q/2 log |rows| + p/2 log |columns|; they are equal if the matrix is square.
    matrix_normal_prec, KroneckerPrecision, kronecker_precision;
}
