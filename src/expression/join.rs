//! Joined expressions: end to end, on top of each other, side by side.

use crate::contract::expression::{Expression, Expressions};
use crate::expression::{Expr, IntoExpr};
use crate::frame::MAX_ARGUMENTS;
use crate::matrix::{Concatenate, StackColumns, StackRows};
use crate::node::{Stored, Whole};
use crate::sealed::{OfJoins, Sealed};
use crate::shape::{Dyn, Matrix, PartOfMatrix, PartOfVector, SameDimension, Shape, Vector};

/// The shape of an expression.
type ShapeOf<E> = <<E as IntoExpr>::Node as Expression>::Shape;

/// The common dimension of two dimensions.
type Common<A, B> = <A as SameDimension<B>>::Common;

/// A tuple of two to six expressions, or an array of up to eight.
pub trait Pieces: Sealed<OfJoins> {
    /// The expressions, in slots.
    type Nodes: Expressions;

    /// True for each expression that is a vector, and false for all other places.
    const IS_VECTOR: [bool; MAX_ARGUMENTS];

    /// Returns each expression, stored in a slot.
    fn into_nodes(self) -> Self::Nodes;
}

/// A tuple or an array of numbers and vectors, which [`concatenate`] puts end to end.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple or an array of expressions that fit together",
    label = "neither a tuple of two to six expressions nor an array",
    note = "what is put together stands in one tuple, such as `concatenate((a, b))`, or in an array"
)]
pub trait Ends: Pieces {}

/// A tuple or an array of vectors, each a row, and matrices with rows of the same length, for [`stack_rows`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple or an array of expressions that fit together",
    label = "neither a tuple of two to six expressions nor an array",
    note = "what is put together stands in one tuple, such as `stack_rows((a, b))`, or in an array"
)]
pub trait Rows: Pieces {
    /// The shape of the matrix of all vectors and matrices on top of each other.
    type Shape: Shape;
}

/// A tuple or an array of vectors, each a column, and matrices with columns of the same length, for
/// [`stack_columns`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple or an array of expressions that fit together",
    label = "neither a tuple of two to six expressions nor an array",
    note = "what is put together stands in one tuple, such as `stack_columns((a, b))`, or in an array"
)]
pub trait Sides: Pieces {
    /// The shape of the matrix of all vectors and matrices side by side.
    type Shape: Shape;
}

/// Implements the traits for a tuple: the first two expressions, and the others.
macro_rules! pieces {
    ($($A:ident $B:ident $($More:ident)*;)*) => {$(
        impl<$A, $B $(, $More)*> Sealed<OfJoins> for ($A, $B, $($More),*) {}

        impl<$A: IntoExpr, $B: IntoExpr $(, $More: IntoExpr)*> Pieces for ($A, $B, $($More),*) {
            type Nodes = (Stored<$A::Node>, Stored<$B::Node>, $(Stored<$More::Node>),*);

            const IS_VECTOR: [bool; MAX_ARGUMENTS] = vectors(&[
                is_vector::<ShapeOf<$A>>(), is_vector::<ShapeOf<$B>>() $(, is_vector::<ShapeOf<$More>>())*
            ]);

            #[allow(non_snake_case)]
            fn into_nodes(self) -> Self::Nodes {
                let ($A, $B, $($More),*) = self;
                (
                    Stored::new($A.into_expr().0),
                    Stored::new($B.into_expr().0),
                    $(Stored::new($More.into_expr().0)),*
                )
            }
        }

        impl<$A: IntoExpr, $B: IntoExpr $(, $More: IntoExpr)*> Ends for ($A, $B, $($More),*)
        where
            ShapeOf<$A>: PartOfVector,
            ShapeOf<$B>: PartOfVector,
            $(ShapeOf<$More>: PartOfVector,)*
        {
        }

        impl<$A: IntoExpr, $B: IntoExpr $(, $More: IntoExpr)*> Rows for ($A, $B, $($More),*)
        where
            ShapeOf<$A>: PartOfMatrix,
            ShapeOf<$B>: PartOfMatrix,
            <ShapeOf<$A> as PartOfMatrix>::Row: SameDimension<<ShapeOf<$B> as PartOfMatrix>::Row>,
            $(
                ShapeOf<$More>: PartOfMatrix,
                <ShapeOf<$A> as PartOfMatrix>::Row: SameDimension<<ShapeOf<$More> as PartOfMatrix>::Row>,
            )*
        {
            type Shape = Matrix<
                Dyn,
                Common<<ShapeOf<$A> as PartOfMatrix>::Row, <ShapeOf<$B> as PartOfMatrix>::Row>,
            >;
        }

        impl<$A: IntoExpr, $B: IntoExpr $(, $More: IntoExpr)*> Sides for ($A, $B, $($More),*)
        where
            ShapeOf<$A>: PartOfMatrix,
            ShapeOf<$B>: PartOfMatrix,
            <ShapeOf<$A> as PartOfMatrix>::Column: SameDimension<<ShapeOf<$B> as PartOfMatrix>::Column>,
            $(
                ShapeOf<$More>: PartOfMatrix,
                <ShapeOf<$A> as PartOfMatrix>::Column:
                    SameDimension<<ShapeOf<$More> as PartOfMatrix>::Column>,
            )*
        {
            type Shape = Matrix<
                Common<<ShapeOf<$A> as PartOfMatrix>::Column, <ShapeOf<$B> as PartOfMatrix>::Column>,
                Dyn,
            >;
        }
    )*};
}

pieces! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

impl<A, const COUNT: usize> Sealed<OfJoins> for [A; COUNT] {}

impl<A: IntoExpr, const COUNT: usize> Pieces for [A; COUNT] {
    type Nodes = [Stored<A::Node>; COUNT];

    const IS_VECTOR: [bool; MAX_ARGUMENTS] = vectors(&[is_vector::<ShapeOf<A>>(); COUNT]);

    fn into_nodes(self) -> Self::Nodes {
        self.map(|piece| Stored::new(piece.into_expr().0))
    }
}

impl<A: IntoExpr, const COUNT: usize> Ends for [A; COUNT] where ShapeOf<A>: PartOfVector {}

impl<A: IntoExpr, const COUNT: usize> Rows for [A; COUNT]
where
    ShapeOf<A>: PartOfMatrix,
{
    type Shape = Matrix<Dyn, <ShapeOf<A> as PartOfMatrix>::Row>;
}

impl<A: IntoExpr, const COUNT: usize> Sides for [A; COUNT]
where
    ShapeOf<A>: PartOfMatrix,
{
    type Shape = Matrix<<ShapeOf<A> as PartOfMatrix>::Column, Dyn>;
}

const fn is_vector<Sh: Shape>() -> bool {
    !Sh::IS_SCALAR && !Sh::IS_MATRIX
}

/// Returns the flags `first`, followed by false up to the number of all places.
const fn vectors(first: &[bool]) -> [bool; MAX_ARGUMENTS] {
    assert!(first.len() <= MAX_ARGUMENTS, "monomorph: too many expressions: put some of them together first");
    let mut flags = [false; MAX_ARGUMENTS];
    let mut place = 0;
    while place < first.len() {
        flags[place] = first[place];
        place += 1;
    }
    flags
}

/// Numbers and vectors end to end: a vector. (Stan: `append_row` of vectors, `append_array`.)
///
/// Takes a tuple of two to six expressions or an array of up to eight. The length is known at run time.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { free: vector(2) }
/// let model = model! {
///     free |= normal(0.0, 1.0),
///     beta = concatenate((0.0, free, -free.sum())),
///     increment(beta.at(3)),
/// };
/// assert_eq!(model.compile()?.constrain(&[1.0, 2.0])?.get("beta")?, [0.0, 1.0, 2.0, -3.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias("append_row", "append_array"))]
pub fn concatenate<P: Ends>(pieces: P) -> Expr<Whole<Concatenate, P::Nodes, Vector<Dyn>>> {
    Expr(Whole::new(Concatenate, pieces.into_nodes()))
}

/// Vectors, each a row, and matrices on top of each other: a matrix. (Stan: `append_row` of matrices and row
/// vectors.)
///
/// Takes a tuple of two to six expressions or an array of up to eight, all with rows of one length. The
/// number of rows is known at run time.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { head: vector(2), body: vector(2).rows(2) }
/// let model = model! {
///     head |= normal(0.0, 1.0),
///     body |= normal(0.0, 1.0),
///     all = stack_rows((head, body)),
///     increment(all.sum()),
/// };
/// let q = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// assert_eq!(model.compile()?.constrain(&q)?.get("all")?, q);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "append_row")]
pub fn stack_rows<P: Rows>(pieces: P) -> Expr<Whole<StackRows, P::Nodes, P::Shape>> {
    Expr(Whole::new(StackRows { is_vector: P::IS_VECTOR }, pieces.into_nodes()))
}

/// Vectors, each a column, and matrices side by side: a matrix. (Stan: `append_col`.)
///
/// Takes a tuple of two to six expressions or an array of up to eight, all with columns of one length. The
/// number of columns is known at run time.
///
/// ```
/// use monomorph::prelude::*;
///
/// let time = [0.0, 1.0, 2.0];
/// params! { slope: vector(3) }
/// let model = model! {
///     slope |= normal(0.0, 1.0),
///     design = stack_columns((slope, data(&time))),
///     increment(design.sum()),
/// };
/// assert_eq!(model.compile()?.constrain(&[7.0, 8.0, 9.0])?.get("design")?, [7.0, 0.0, 8.0, 1.0, 9.0, 2.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "append_col")]
pub fn stack_columns<P: Sides>(pieces: P) -> Expr<Whole<StackColumns, P::Nodes, P::Shape>> {
    Expr(Whole::new(StackColumns, pieces.into_nodes()))
}
