//! The values that can be used as expressions: numbers, slices, arrays, matrices.
//!
//! Numbers have one implementation for `T: Datum`. With one for each type the compiler would have several
//! for the 5 of `normal(0, 5)` and would have to know the type before it goes on; now it makes the literal
//! an `i32` in the end. An array of `data(&y)` has no static length, because typenum's numbers for const
//! generics end at 1024; `fixed` has one.

use crate::compiler::Datum;
use crate::contract::expression::Expression;
use crate::node::{Constant, DataTable, DataVector, Expr};
use crate::shape::Dyn;
use faer::{Mat, MatRef};
use generic_array::{ArrayLength, GenericArray};

/// Numbers, data and expressions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as an expression of a model",
    label = "neither a number, nor an expression, nor borrowed data, as the `.codes()` of labels are",
    note = "a number is a float or an integer; data is borrowed, as in `data(&x)`, from a slice, an array or a `Vec` of numbers",
    note = "labels are names: their numbers, which count from 0, are `data(labels.codes())`; a column of `Option` becomes one with NaN by \
            `y.iter().map(|y| y.unwrap_or(f64::NAN))`, which is declared as a parameter, `data(&y).missing_nan()`"
)]
pub trait IntoExpr: Copy {
    /// The type of the expression.
    type Node: Expression;

    /// Turns the value into an expression.
    fn into_expr(self) -> Expr<Self::Node>;
}

impl<N: Expression> IntoExpr for Expr<N> {
    type Node = N;
    fn into_expr(self) -> Self {
        self
    }
}

/// A single implementation for all numbers: with several, the compiler could not choose the type of a
/// literal such as the 5 of `normal(0, 5)`.
#[diagnostic::do_not_recommend] // The message is about expressions.
impl<Number: Datum> IntoExpr for Number {
    type Node = Constant;
    fn into_expr(self) -> Expr<Constant> {
        Expr(Constant(self.to_f64()))
    }
}

impl<'a, T: Datum> IntoExpr for &'a [T] {
    type Node = DataVector<'a, T, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataVector::new(self))
    }
}

impl<'a, T: Datum> IntoExpr for &'a Vec<T> {
    type Node = DataVector<'a, T, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataVector::new(self))
    }
}

impl<'a, T: Datum, const N: usize> IntoExpr for &'a [T; N] {
    type Node = DataVector<'a, T, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataVector::new(self))
    }
}

impl<'a, T: Datum, N: ArrayLength + crate::shape::Dimension> IntoExpr for &'a GenericArray<T, N> {
    type Node = DataVector<'a, T, N>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataVector::new(self))
    }
}

impl<'a> IntoExpr for MatRef<'a, f64> {
    type Node = DataTable<'a, Dyn, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataTable::new(self))
    }
}

impl<'a> IntoExpr for &'a Mat<f64> {
    type Node = DataTable<'a, Dyn, Dyn>;
    fn into_expr(self) -> Expr<Self::Node> {
        Expr(DataTable::new(self.as_ref()))
    }
}

/// Observed data as an expression: a slice, an array, a `Vec` or a number, of floats, integers or `bool`s; a
/// `faer` matrix of floats, dense or sparse.
///
/// The data is borrowed by the model; `compile()` copies what a posterior needs of it. On the left of `|=`
/// it is an observation, elsewhere a covariate. `faer`'s `MatRef` gives a matrix view of rows or columns in
/// a slice, with any strides.
///
/// ```
/// use monomorph::prelude::*;
///
/// let counts: Vec<u32> = vec![3, 0, 2];
/// let exposure = [1.5, 0.5, 1.0];
/// params! { rate: positive() }
/// let model = model! {
///     rate |= gamma(2.0, 1.0),
///     data(&counts) |= poisson(rate * data(&exposure)),
/// };
/// assert_eq!(model.compile()?.dimension(), 1);
///
/// let single = model! { rate |= gamma(2.0, 1.0), data(7) |= poisson(rate) };
/// assert_eq!(single.compile()?.dimension(), 1);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// A matrix is multiplied with parameters by [`dot`](Expr::dot):
///
/// ```
/// use monomorph::faer::MatRef;
/// use monomorph::prelude::*;
///
/// let x = [1.0, 0.5, /* next row */ 1.0, 1.5, /* next row */ 1.0, 2.5];
/// let y = [0.1, 0.9, 2.2];
/// let x = MatRef::from_row_major_slice(&x, 3, 2);
/// params! { beta: vector(2), sigma: positive() }
/// let model = model! {
///     beta  |= normal(0.0, 1.0),
///     sigma |= exponential(1.0),
///     data(&y) |= normal(data(x).dot(beta), sigma),
/// };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// `faer`'s sparse matrices, and compressed rows or columns in slices as a
/// [`Sparse`](crate::expression::Sparse), are used in the same way. Only their entries are stored and
/// multiplied by `dot`; other operations read them as dense matrices.
///
/// ```
/// use monomorph::faer::sparse::{SparseRowMat, Triplet};
/// use monomorph::prelude::*;
///
/// let cells = [Triplet::new(0, 0, 1.0), Triplet::new(1, 2, 1.0), Triplet::new(2, 0, 1.0)];
/// let x = SparseRowMat::<usize, f64>::try_new_from_triplets(3, 4, &cells).expect("a matrix");
/// let y = [true, false, true];
/// params! { beta: vector(4) }
/// let model = model! {
///     beta |= normal(0.0, 1.0),
///     data(&y) |= bernoulli_logit(data(&x).dot(beta)),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn data<Data: IntoExpr>(data: Data) -> Expr<Data::Node> {
    data.into_expr()
}

/// Data whose length is part of the type, so that a mismatch does not compile and short loops unroll.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::typenum::U3;
///
/// let y = [0.5, 1.0, 2.5];
/// params! { mu: vector(U3::new()) }
/// let model = model! {
///     mu |= normal(0.0, 1.0),
///     fixed(&y) |= normal(mu, 1.0),
/// };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn fixed<T: Datum, Length, const N: usize>(data: &[T; N]) -> Expr<DataVector<'_, T, Length>>
where
    typenum::Const<N>: generic_array::IntoArrayLength<ArrayLength = Length>,
    Length: ArrayLength + crate::shape::Dimension,
{
    Expr(DataVector::new(data))
}

/// Observed data that is a matrix, a `faer::MatRef` or a `&faer::Mat`: the same as [`data`], for matrices
/// only, so that readers of the model see that it is a matrix.
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let x = mat![[1.0, 0.5], [1.0, 1.5]];
/// params! { beta: vector(2) }
/// assert_eq!(matrix(&x).dot(beta).to_string(), data(&x).dot(beta).to_string());
/// ```
pub fn matrix<'a, Numbers>(numbers: Numbers) -> Expr<DataTable<'a, Dyn, Dyn>>
where
    Numbers: IntoExpr<Node = DataTable<'a, Dyn, Dyn>>,
{
    numbers.into_expr()
}
