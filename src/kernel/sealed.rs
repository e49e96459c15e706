//! The nodes and statements for which this crate alone answers.

use crate::sealed::{Sealed, sealed};
use crate::{node, statement};

sealed! {
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
    [N, First] node::Lagged<N, First>;
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
    [N] node::StackEach<N>;
    [L, Sh] node::LogSumExpOf<L, Sh>;
    [] node::ComponentIndex;
    [N] node::ComponentElement<N>;
    [N] node::SumOver<N>;
    [F, N] node::Summarise<F, N>;
    [In, N] node::Softmax<In, N>;
    [N] node::CumulativeSum<N>;
    [Sh] node::Carry<Sh>;
    [W, Sh] node::History<W, Sh>;
    [N] node::Input<N>;
    [Initial, Inputs, Steps, Sh] node::Scan<Initial, Inputs, Steps, Sh>;
    [] node::Past;
    [Values, First, Law] node::Process<Values, First, Law>;
    [Sh] node::RowCarry<Sh>;
    [W, Sh] node::RowHistory<W, Sh>;
    [N, Sh] node::RowInput<N, Sh>;
    [Initial, Inputs, Steps, Sh] node::ScanRows<Initial, Inputs, Steps, Sh>;
    [Initial, Time, Jumped, Slopes, Method, Sh] node::Ode<Initial, Time, Jumped, Slopes, Method, Sh>;
    [] node::DormandPrince;
    [] node::KennedyCarpenter;
    [Place] node::OdeNumber<Place>;
    [Sh] node::OdeState<Sh>;
    [Time] node::OdeTime<Time>;
    [Times, Values, Sh] node::OdePiece<Times, Values, Sh>;
    [] node::Counts;
    [Observed, Cutpoints] node::Cut<Observed, Cutpoints>;
    // statements as they run
    [] statement::Empty;
    [N: crate::erase::Erase] statement::Shared<N>;
    [Target, Law] statement::EqNode<Target, Law>;
    [F, A, Sh] statement::FamilyLaw<F, A, Sh>;
    [N] statement::ComposedLaw<N>;
    [Var, N] statement::Definition<Var, N>;
    [N] statement::Increment<N>;
    [M] statement::ForEach<M>;
    [L, R] statement::GlueNode<L, R>;
    [How, Var, M] statement::Held<How, Var, M>;
    [Var, Sh, M] statement::Marginal<Var, Sh, M>;
    [Var, Sh, M] statement::MarginalTerm<Var, Sh, M>;
    // variables of statements as they run
    [Sh] statement::Observed<Sh>;
    [Var, Sh, Support] statement::Parameter<Var, Sh, Support>;
    [Whole, Sh] statement::Part<Whole, Sh>;
    [Var, Sh] statement::DefinitionTarget<Var, Sh>;
}
