//! The expressions, statements and supports for which this crate alone answers.

use crate::sealed::{Sealed, sealed};
use crate::written::{AsWhole, TimesVector};
use crate::{model, support, written};

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
    [Var, Sh, Support, Seen] written::Parameter<Var, Sh, Support, Seen>;
    [N] written::Probabilities<N>;
    [Var, Sh] written::Local<Var, Sh>;
    [N, Sh] written::Splat<N, Sh>;
    [N, Sh] written::Tiled<N, Sh>;
    [Function, N] written::Unary<Function, N>;
    [Function, L, R, Sh] written::Binary<Function, L, R, Sh>;
    [N] written::Stored<N>;
    [N, First] written::Lagged<N, First>;
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
    [N] written::StackEach<N>;
    [L, Sh] written::LogSumExpOf<L, Sh>;
    [] written::ComponentIndex;
    [N] written::ComponentElement<N>;
    [F, N] written::SumOver<F, N>;
    [F, N] written::Summarise<F, N>;
    [In, N] written::Softmax<In, N>;
    [N] written::CumulativeSum<N>;
    [Sh] written::Carry<Sh>;
    [W, Sh] written::History<W, Sh>;
    [] written::Past;
    [Values, First, Law] written::Process<Values, First, Law>;
    [] written::Steps;
    [N] written::Input<N>;
    [Initial, Inputs, Steps, Sh] written::Scan<Initial, Inputs, Steps, Sh>;
    [Sh] written::RowCarry<Sh>;
    [W, Sh] written::RowHistory<W, Sh>;
    [N, Sh] written::RowInput<N, Sh>;
    [Initial, Inputs, Steps, Sh] written::ScanRows<Initial, Inputs, Steps, Sh>;
    [Place] written::OdeNumber<Place>;
    [Sh] written::OdeState<Sh>;
    [N] written::OdeTime<N>;
    [Times, Values, Sh] written::OdePiece<Times, Values, Sh>;
    [Time, Initial, Jumped, Slopes, Method, Sh] written::Ode<Time, Initial, Jumped, Slopes, Method, Sh>;
    [Observed] written::Counts<Observed>;
    [Which, Observed, Cutpoints] written::Cut<Which, Observed, Cutpoints>;
}

sealed! {
    // the expression that has its own way to be multiplied
    [R, C] written::DataTable<'_, R, C>;
    // statements as they are written
    [] model::Empty;
    [F, Target, A, Sh] model::EqNode<F, Target, A, Sh>;
    [Target, L, N] model::ComposedNode<Target, L, N>;
    [Var, N] model::Definition<Var, N>;
    [N] model::Increment<N>;
    [F] model::ForEach<F>;
    [L, R] model::GlueNode<L, R>;
    [How, Var, M] model::Held<'_, How, Var, M>;
    [Var, Sh, M] model::Marginal<Var, Sh, M>;
    [Var, M] model::PartlyConditioned<Var, M>;
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
