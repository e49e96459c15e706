//! The nodes that have no names in their types, and those that keep them: a step, a component or a term is
//! made by a closure, which is a type of its own, so that hardly any two are of one structure.

use super::{
    Carry, ComponentElement, ComponentIndex, Constant, Counts, DataTable, DataVector, History, Input, Lagged,
    LogMix, LogMixEach, LogSumExpOf, Ode, OdeNumber, OdePiece, OdeState, OdeTime, Past, Process, RowCarry,
    RowHistory, RowInput, Scan, ScanRows, StackEach, SumOver,
};
use crate::erase::keep_names;

keep_names! {
    [] Constant;
    [] Counts;
    [N] DataVector<N>;
    [R, C] DataTable<R, C>;
    [] ComponentIndex;
    [N] ComponentElement<N>;
    [N] StackEach<N>;
    [N] SumOver<N>;
    [L, Sh] LogSumExpOf<L, Sh>;
    [W, L, Sh] LogMix<W, L, Sh>;
    [W, L, Sh] LogMixEach<W, L, Sh>;
    [N, First] Lagged<N, First>;
    [] Past;
    [Values, First, Law] Process<Values, First, Law>;
    [Sh] Carry<Sh>;
    [W, Sh] History<W, Sh>;
    [N] Input<N>;
    [Initial, Inputs, Steps, Sh] Scan<Initial, Inputs, Steps, Sh>;
    [Sh] RowCarry<Sh>;
    [W, Sh] RowHistory<W, Sh>;
    [N, Sh] RowInput<N, Sh>;
    [Initial, Inputs, Steps, Sh] ScanRows<Initial, Inputs, Steps, Sh>;
    [Place] OdeNumber<Place>;
    [Sh] OdeState<Sh>;
    [Time] OdeTime<Time>;
    [Times, Values, Sh] OdePiece<Times, Values, Sh>;
    [Initial, Time, Jumped, Slopes, Method, Sh] Ode<Initial, Time, Jumped, Slopes, Method, Sh>;
}
