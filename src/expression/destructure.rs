//! `(s, i, r) = …`: the parts of a value, each with its own name.
//!
//! `(s, i, r) = ode(…)` is a definition of the matrix, under a name that nobody can write and that no draw
//! reports, so it is evaluated once, and a definition of each column (of each row, for a `scan`), according
//! to the shapes of the value. A plain matrix has no such parts, because rows and columns would be
//! ambiguous.

use crate::contract::expression::{Expression, Expressions};
use crate::expression::Expr;
use crate::node::{ColumnOf, ColumnsOf, RowOf, Stored, View};
use crate::shape::{Dimension, Dyn, Matrix, Scalar, Shape, Size, Vector};
use crate::time::{Ode, OfNumbers, OfRows, RowSteps, RungeKutta, Unfold};

/// An expression that computes several values at once, which a tuple of names can stand for in `model!`.
///
/// These are [`ode`](crate::expression::ode), [`scan`](crate::expression::scan) and
/// [`scan_rows`](crate::expression::scan_rows) with a tuple of initial values. A scalar of the tuple becomes
/// a vector over time, and a vector becomes a matrix with a row for each time.
///
/// ```
/// use monomorph::prelude::*;
///
/// let days = [1.0, 2.0, 3.0];
/// params! { rate: positive() }
/// let model = model! {
///     rate |= exponential(1.0),
///     (ill, well) = ode(&days, (10.0, 0.0), |_, (ill, _)| (-rate * ill, rate * ill)),
///     data(&[6.0, 3.0, 2.0]) |= normal(ill, 1.0),
/// };
/// let trace = model.compile()?.constrain(&[0.0])?;
/// assert_eq!(trace.get("well")?.len(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a tuple of names cannot stand for this value",
    label = "this is one value, not several",
    note = "`ode`, `scan` and `scan_rows` that begin with a tuple have as many values; columns of a matrix are `m.column(0)`"
)]
pub trait Destructure: Expression {
    /// The values, read from `Whole`, which stores all of them.
    type Parts<Whole: Expression<Shape = Self::Shape>>;

    /// Returns the values, read from `whole`, which stores all of them.
    fn parts<Whole: Expression<Shape = Self::Shape>>(&self, whole: Whole) -> Self::Parts<Whole>;
}

/// The shape of one of several values that stand together in each row of a matrix.
pub trait BesideOthers: Shape {
    /// The columns of `Whole` that belong to this value.
    type Columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>: Expression;

    /// Returns the columns of a value of this size, from `first` on.
    fn columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>(
        whole: Whole,
        first: usize,
        size: Size,
    ) -> Self::Columns<Rows, Whole>;
}

impl BesideOthers for Scalar {
    type Columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>> =
        View<ColumnOf, Whole, Vector<Rows>>;

    fn columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>(
        whole: Whole,
        first: usize,
        _: Size,
    ) -> Self::Columns<Rows, Whole> {
        View::new(whole, ColumnOf { index: first })
    }
}

/// Implements [`BesideOthers`] for a shape of several elements; the type after the arrow is their number.
macro_rules! wide {
    (<$($Side:ident),+> $Shape:ty => $Count:ty) => {
        impl<$($Side: Dimension),+> BesideOthers for $Shape {
            type Columns<Times: Dimension, Whole: Expression<Shape = Matrix<Times, Dyn>>> =
                View<ColumnsOf, Whole, Matrix<Times, $Count>>;

            fn columns<Times: Dimension, Whole: Expression<Shape = Matrix<Times, Dyn>>>(
                whole: Whole,
                first: usize,
                size: Size,
            ) -> Self::Columns<Times, Whole> {
                View::new(whole, ColumnsOf { range: (first..first.saturating_add(size.length())).into() })
            }
        }
    };
}

wide!(<Length> Vector<Length> => Length);
wide!(<Rows, Columns> Matrix<Rows, Columns> => Dyn);

/// The initial values of several parts, each of them stored.
pub trait Several: Expressions {
    /// The values, if a matrix has a row for each time.
    type InColumns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>;

    /// The values, if a matrix has a row for each value.
    type InRows<Rows: Dimension, Columns: Dimension, Whole: Expression<Shape = Matrix<Rows, Columns>>>;

    /// Returns the values, if the matrix has a row for each time.
    fn in_columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>(
        &self,
        whole: Whole,
    ) -> Self::InColumns<Rows, Whole>;

    /// Returns the values, if the matrix has a row for each value.
    fn in_rows<Rows: Dimension, Columns: Dimension, Whole: Expression<Shape = Matrix<Rows, Columns>>>(
        whole: Whole,
    ) -> Self::InRows<Rows, Columns, Whole>;
}

/// Implements [`Several`] for tuples: for each place the type of an initial value, the type of the row, and
/// the place.
macro_rules! several {
    ($($First:ident $Row:ident $place:tt),*) => {
        impl<$($First: Expression<Shape: BesideOthers>),*> Several for ($(Stored<$First>,)*) {
            type InColumns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>> =
                ($(Expr<<$First::Shape as BesideOthers>::Columns<Rows, Whole>>,)*);
            type InRows<Rows: Dimension, Columns: Dimension,
                Whole: Expression<Shape = Matrix<Rows, Columns>>> =
                ($(Expr<View<$Row, Whole, Vector<Columns>>>,)*);

            fn in_columns<Rows: Dimension, Whole: Expression<Shape = Matrix<Rows, Dyn>>>(
                &self,
                whole: Whole,
            ) -> Self::InColumns<Rows, Whole> {
                let sizes = self.sizes();
                let first = |place: usize| {
                    sizes[..place].iter().map(|size| size.length()).fold(0, usize::saturating_add)
                };
                ($(Expr(<$First::Shape as BesideOthers>::columns(whole, first($place), sizes[$place])),)*)
            }

            fn in_rows<Rows: Dimension, Columns: Dimension, Whole: Expression<Shape = Matrix<Rows, Columns>>>(
                whole: Whole,
            ) -> Self::InRows<Rows, Columns, Whole> {
                ($(Expr(View::new(whole, $Row { index: $place })),)*)
            }
        }
    };
}

several!(A RowOf 0, B RowOf 1);
several!(A RowOf 0, B RowOf 1, C RowOf 2);
several!(A RowOf 0, B RowOf 1, C RowOf 2, D RowOf 3);

impl<Times, Initial, Jumped, Slopes, Method, Rows> Destructure
    for Ode<Times, Initial, Jumped, Slopes, Method, Matrix<Rows, Dyn>>
where
    Times: Expression,
    Initial: Several,
    Jumped: Expressions,
    Slopes: Expressions<Bound: RowSteps>,
    Method: RungeKutta,
    Rows: Dimension,
{
    type Parts<Whole: Expression<Shape = Self::Shape>> = Initial::InColumns<Rows, Whole>;

    fn parts<Whole: Expression<Shape = Self::Shape>>(&self, whole: Whole) -> Self::Parts<Whole> {
        self.initial.in_columns(whole)
    }
}

impl<Initial, Inputs, Steps, Rows> Destructure for Unfold<OfRows, Initial, Inputs, Steps, Matrix<Rows, Dyn>>
where
    Initial: Several,
    Inputs: Expressions,
    Steps: Expressions<Bound: RowSteps>,
    Rows: Dimension,
{
    type Parts<Whole: Expression<Shape = Self::Shape>> = Initial::InColumns<Rows, Whole>;

    fn parts<Whole: Expression<Shape = Self::Shape>>(&self, whole: Whole) -> Self::Parts<Whole> {
        self.initial.in_columns(whole)
    }
}

impl<Initial, Inputs, Steps, Rows, Columns> Destructure
    for Unfold<OfNumbers, Initial, Inputs, Steps, Matrix<Rows, Columns>>
where
    Initial: Several,
    Inputs: Expressions,
    Steps: Expressions<Bound: RowSteps>,
    Rows: Dimension,
    Columns: Dimension,
{
    type Parts<Whole: Expression<Shape = Self::Shape>> = Initial::InRows<Rows, Columns, Whole>;

    fn parts<Whole: Expression<Shape = Self::Shape>>(&self, whole: Whole) -> Self::Parts<Whole> {
        Initial::in_rows(whole)
    }
}
