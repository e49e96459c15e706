//! Rows that unfold in time, whose lanes are the elements of the carry: the series of a panel, the
//! compartments of a population. Row t of the value is sₜ.
//!
//! With the adjoint s̄ₜ that readers of the values have left, adjoints go backward by
//!
//! λₜ = s̄ₜ + (∂f/∂s)ᵀₜ₊₁ λₜ₊₁,  x̄ₜ = (∂f/∂x)ᵀ λₜ,  θ̄ = Σₜ (∂f/∂θ)ᵀ λₜ,  s̄₋₁ = (∂f/∂s)ᵀ₀ λ₀.
//!
//! Time is a loop around the expression of one step. Only the leaves that stand for the carry and for inputs
//! know the time: they read their values in the rows where these stand. The backward pass evaluates each step
//! once more, the last step first, and passes its adjoints through it at once: nothing but the values is
//! kept, and no derivative is formed.
//!
//! Where nothing that a sweep's beginning computes reads the carry or an input (an elementwise step of a
//! panel does not), one sweep begins before all steps and ends behind them. So parameters are prepared once
//! and sums of adjoints are taken once. A carry of one value is then read by the lane that it is computed in,
//! and its adjoint goes from a step to the step before through a register.

mod carry;
mod history;
mod passes;
mod row;
mod step;

pub use carry::{BoundRowCarry, BoundRowInput};
pub use history::BoundRowHistory;
pub(super) use history::HistoryMemory;
pub(crate) use step::Sweep;
pub use step::{At, RowSteps};

use crate::compiler::{RowPart, Times};
use crate::frame::Slot;
use crate::name::{Var, VarSet};
use crate::sealed::{Sealed, sealed};
use crate::shape::Size;

/// The values of earlier steps, as sets of variables know them. They never leave the scan.
pub(crate) const CARRY: VarSet = VarSet::of(Var::new("the carry of scan_rows"));

/// The set that says that an input differs from step to step, whatever it is made of.
pub(crate) const INPUT: VarSet = VarSet::of(Var::new("an input of scan_rows"));

/// The time of a differential equation.
pub(crate) const CLOCK: VarSet = VarSet::of(Var::new("the time of an ode"));

/// Steps that compute a row each, one after the other, and where rows stand.
#[derive(Clone, Debug)]
pub struct RowLoop<Steps> {
    steps: Steps,
    /// The place of the first row.
    values: Slot,
    /// The number of steps, and that of elements in each.
    size: Size,
    parts: Box<[RowPart]>,
    times: Times,
}

impl<Steps: RowSteps> RowLoop<Steps> {
    /// The loop over steps that are bound, whose rows stand at `values`.
    pub(super) fn new(steps: Steps, values: Slot, size: Size, parts: Box<[RowPart]>, times: Times) -> Self {
        Self { steps, values, size, parts, times }
    }
}

sealed! {
    [Steps] RowLoop<Steps>;
}
