//! The traits that this crate alone implements.
//!
//! Verbs reach memory through a frame without bounds checks, at places that the compiler has handed out and with sizes
//! and shapes that types answer for. A type of another crate could name a place that is not its own, or answer one
//! size here and another there, so none of these traits can be implemented elsewhere. [`Sealed`] is implemented
//! beside each type, or here for nodes, statements and supports.

use crate::model::{ComposedNode, Definition, Empty, EqNode, GlueNode, Held, Increment};
use crate::node::{
    Apply, AsWhole, At, Binary, Cells, ComponentElement, ComponentIndex, Constant, Counts, CumulativeSum,
    Cut, DataTable, DataVector, Dot, Element, GroupedDot, Local, LogDensity, LogMix, LogMixEach, Node,
    Parameter, Pick, Reduce, Reshape, Row, Slice, Softmax, Splat, Stored, Summarise, Tiled, TimesVector,
    Unary, View, Whole,
};
use crate::support::{
    CholeskyFactorCorr, CholeskyFactorCov, CorrMatrix, CovMatrix, Elementwise, Increasing, Integers, Rows,
    Simplex, Stochastic, SumToZero, SumToZeroMatrix, UnitVector,
};

/// Implemented by types of this crate alone. `Of` tells apart groups of tuples and of other types that would overlap.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait answer for"
)]
pub trait Sealed<Of = ()> {}

/// What can be put together.
pub enum OfJoins {}

/// Weights and components of mixtures.
pub enum OfMixtures {}

/// What can be points of a Gaussian process.
pub enum OfPoints {}

macro_rules! sealed {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> Sealed for $Type {}
    )*};
}

macro_rules! nodes {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        sealed! { [$($parameter)*] $Type; }

        impl<$($parameter)*> TimesVector for $Type {
            type Way = AsWhole;
        }
    )*};
}

nodes! {
    [] Constant;
    [T, N] DataVector<'_, T, N>;
    [Op, A, Sh] Whole<Op, A, Sh>;
    [Var, Sh, Support] Parameter<Var, Sh, Support>;
    [Var, Sh] Local<Var, Sh>;
    [N, Sh] Splat<N, Sh>;
    [N, Sh] Tiled<N, Sh>;
    [Function, N] Unary<Function, N>;
    [Function, L, R, Sh] Binary<Function, L, R, Sh>;
    [N] Stored<N>;
    [Index, N] At<'_, Index, N>;
    [N, I] Pick<N, I>;
    [N] Element<N>;
    [N] Slice<N>;
    [N, Columns] Row<N, Columns>;
    [Win, N, Sh] View<Win, N, Sh>;
    [N, Sh] Reshape<N, Sh>;
    [RowIndex, ColumnIndex, N] Cells<'_, RowIndex, ColumnIndex, N>;
    [R, N] Reduce<R, N>;
    [R, N] Dot<'_, R, N>;
    [R, I, N] GroupedDot<'_, R, I, N>;
    [F, A, Sh] Apply<F, A, Sh>;
    [F, A, Sh] LogDensity<F, A, Sh>;
    [W, L, Sh] LogMix<W, L, Sh>;
    [W, L, Sh] LogMixEach<W, L, Sh>;
    [] ComponentIndex;
    [N] ComponentElement<N>;
    [F, N] Summarise<F, N>;
    [In, N] Softmax<In, N>;
    [N] CumulativeSum<N>;
    [Observed] Counts<Observed>;
    [Which, Observed, Cutpoints] Cut<Which, Observed, Cutpoints>;
}

sealed! {
    // the node that has its own way to be multiplied
    [R, C] DataTable<'_, R, C>;
    // tuples of nodes
    [N: Node, const COUNT: usize] [N; COUNT];
    [] ();
    [A: Node] (A,);
    [A: Node, B: Node] (A, B);
    [A: Node, B: Node, C: Node] (A, B, C);
    [A: Node, B: Node, C: Node, D: Node] (A, B, C, D);
    [A: Node, B: Node, C: Node, D: Node, E: Node] (A, B, C, D, E);
    [A: Node, B: Node, C: Node, D: Node, E: Node, F: Node] (A, B, C, D, E, F);
    // statements
    [] Empty;
    [F, Target, A, Sh] EqNode<F, Target, A, Sh>;
    [Target, L, N] ComposedNode<Target, L, N>;
    [Var, N] Definition<Var, N>;
    [N] Increment<N>;
    [L, R] GlueNode<L, R>;
    [How, Var, M] Held<'_, How, Var, M>;
    // supports
    [T, Bounds] Elementwise<T, Bounds>;
    [First] Increasing<First>;
    [Row, Columns] Rows<Row, Columns>;
    [] Integers;
    [] Simplex;
    [] SumToZero;
    [K] CholeskyFactorCorr<K>;
    [Columns, Free] CholeskyFactorCov<Columns, Free>;
    [K] CorrMatrix<K>;
    [K] CovMatrix<K>;
    [Lines] Stochastic<Lines>;
    [] SumToZeroMatrix;
    [] UnitVector;
}
