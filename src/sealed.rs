//! The traits that this crate alone implements.
//!
//! Verbs reach memory through a frame without bounds checks, at places that the compiler has handed out and with sizes
//! and shapes that types answer for. A type of another crate could name a place that is not its own, or answer one
//! size here and another there, so none of these traits can be implemented elsewhere. [`Sealed`] is implemented
//! beside each type, or here for expressions, nodes, statements and supports.

use crate::written::{AsWhole, TimesVector};
use crate::{model, node, statement, support, written};

/// Implemented by types of this crate alone. `Of` tells apart groups of tuples and of other types that would overlap.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait answer for"
)]
pub trait Sealed<Of = ()> {}

/// Arguments of pieces of a user's own.
pub enum OfArguments {}

/// Expressions that can be put together.
pub enum OfJoins {}

/// Terms of functions of any number of expressions.
pub enum OfTerms {}

/// Weights and components of mixtures.
pub enum OfMixtures {}

/// Expressions that can be points of a Gaussian process.
pub enum OfPoints {}

macro_rules! sealed {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> Sealed for $Type {}
    )*};
}

macro_rules! expressions {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        sealed! { [$($parameter)*] $Type; }

        impl<$($parameter)*> TimesVector for $Type {
            type Multiplication = AsWhole;
        }
    )*};
}

expressions! {
    [] written::Constant;
    [T, N] written::DataVector<'_, T, N>;
    [Op, A, Sh] written::Whole<Op, A, Sh>;
    [Var, Sh, Support] written::Parameter<Var, Sh, Support>;
    [Var, Sh] written::Local<Var, Sh>;
    [N, Sh] written::Splat<N, Sh>;
    [N, Sh] written::Tiled<N, Sh>;
    [Function, N] written::Unary<Function, N>;
    [Function, L, R, Sh] written::Binary<Function, L, R, Sh>;
    [N] written::Stored<N>;
    [Index, N] written::Gather<'_, Index, N>;
    [N, I] written::GatherBy<N, I>;
    [Win, N, Sh] written::View<Win, N, Sh>;
    [RowIndex, ColumnIndex, N] written::Cells<'_, RowIndex, ColumnIndex, N>;
    [R, N] written::Reduce<R, N>;
    [R, N] written::Dot<'_, R, N>;
    [R, I, N] written::GroupedDot<'_, R, I, N>;
    [F, A, Sh] written::Apply<F, A, Sh>;
    [F, A, Sh] written::LogDensity<F, A, Sh>;
    [W, L, Sh] written::LogMix<W, L, Sh>;
    [W, L, Sh] written::LogMixEach<W, L, Sh>;
    [L, Sh] written::LogSumExpOf<L, Sh>;
    [] written::ComponentIndex;
    [N] written::ComponentElement<N>;
    [F, N] written::SumOver<F, N>;
    [F, N] written::Summarise<F, N>;
    [In, N] written::Softmax<In, N>;
    [N] written::CumulativeSum<N>;
    [Observed] written::Counts<Observed>;
    [Which, Observed, Cutpoints] written::Cut<Which, Observed, Cutpoints>;
}

sealed! {
    // the expression that has its own way to be multiplied
    [R, C] written::DataTable<'_, R, C>;
    // nodes
    [] node::Constant;
    [N] node::DataVector<N>;
    [R, C] node::DataTable<R, C>;
    [Op, A, Sh] node::Whole<Op, A, Sh>;
    [Var, Sh] node::Leaf<Var, Sh>;
    [N, Sh] node::Splat<N, Sh>;
    [N, Sh] node::Tiled<N, Sh>;
    [Function, N] node::Unary<Function, N>;
    [Function, L, R, Sh] node::Binary<Function, L, R, Sh>;
    [N] node::Stored<N>;
    [N] node::Gather<N>;
    [N, I] node::GatherBy<N, I>;
    [Win, N, Sh] node::View<Win, N, Sh>;
    [N] node::Cells<N>;
    [R, N] node::Reduce<R, N>;
    [R, N] node::Dot<R, N>;
    [R, N] node::GroupedDot<R, N>;
    [F, A, Sh] node::Apply<F, A, Sh>;
    [F, A, Sh] node::LogDensity<F, A, Sh>;
    [W, L, Sh] node::LogMix<W, L, Sh>;
    [W, L, Sh] node::LogMixEach<W, L, Sh>;
    [L, Sh] node::LogSumExpOf<L, Sh>;
    [] node::ComponentIndex;
    [N] node::ComponentElement<N>;
    [N] node::SumOver<N>;
    [F, N] node::Summarise<F, N>;
    [In, N] node::Softmax<In, N>;
    [N] node::CumulativeSum<N>;
    [] node::Counts;
    [Observed, Cutpoints] node::Cut<Observed, Cutpoints>;
    // tuples and arrays, of expressions and of nodes: no other crate can implement a trait of this one for any of them
    [N, const COUNT: usize] [N; COUNT];
    [] ();
    [A] (A,);
    [A, B] (A, B);
    [A, B, C] (A, B, C);
    [A, B, C, D] (A, B, C, D);
    [A, B, C, D, E] (A, B, C, D, E);
    [A, B, C, D, E, F] (A, B, C, D, E, F);
    // statements as they are written
    [] model::Empty;
    [F, Target, A, Sh] model::EqNode<F, Target, A, Sh>;
    [Target, L, N] model::ComposedNode<Target, L, N>;
    [Var, N] model::Definition<Var, N>;
    [N] model::Increment<N>;
    [F] model::ForEach<F>;
    [L, R] model::GlueNode<L, R>;
    [How, Var, M] model::Held<'_, How, Var, M>;
    // statements as they run
    [] statement::Empty;
    [Target, Law] statement::EqNode<Target, Law>;
    [F, A, Sh] statement::FamilyLaw<F, A, Sh>;
    [N] statement::ComposedLaw<N>;
    [Var, N] statement::Definition<Var, N>;
    [N] statement::Increment<N>;
    [M] statement::ForEach<M>;
    [L, R] statement::GlueNode<L, R>;
    [How, Var, M] statement::Held<How, Var, M>;
    // variables of statements as they run
    [Sh] statement::Observed<Sh>;
    [Var, Sh, Support] statement::Parameter<Var, Sh, Support>;
    [Whole, Sh] statement::Part<Whole, Sh>;
    [Var, Sh] statement::Followed<Var, Sh>;
    // supports, some of which run as they are written
    [T, Bounds] support::Elementwise<T, Bounds>;
    [T, Bounds] support::BoundElementwise<T, Bounds>;
    [First] support::Increasing<First>;
    [Row, Columns] support::Rows<Row, Columns>;
    [Row, Columns] support::BoundRows<Row, Columns>;
    [] support::Integers;
    [] support::Simplex;
    [] support::SumToZero;
    [K] support::CholeskyFactorCorr<K>;
    [Columns, Free] support::CholeskyFactorCov<Columns, Free>;
    [K] support::CorrMatrix<K>;
    [K] support::CovMatrix<K>;
    [Lines] support::Stochastic<Lines>;
    [] support::SumToZeroMatrix;
    [] support::UnitVector;
}
