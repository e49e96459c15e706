//! Scans of rows, whose lanes are the elements of the carry: the series of a panel, the compartments of a
//! population. Row t of the value is sₜ.
//!
//! With the adjoint s̄ₜ from the readers of the values, the adjoints are
//!
//! λₜ = s̄ₜ + (∂f/∂s)ᵀₜ₊₁ λₜ₊₁,  x̄ₜ = (∂f/∂x)ᵀ λₜ,  θ̄ = Σₜ (∂f/∂θ)ᵀ λₜ,  s̄₋₁ = (∂f/∂s)ᵀ₀ λ₀.
//!
//! Time is a loop around the expression of one step. Only the leaves that stand for the carry and for inputs
//! depend on the time: they read their values in the rows of the current step. The backward pass evaluates
//! each step again, from the last to the first, and passes its adjoints through it at once: only the values
//! are kept, and no derivative is formed.
//!
//! If no computation at the beginning of a sweep reads the carry or an input (an elementwise step of a panel
//! does not), one sweep begins before all steps and ends after them. So parameters are prepared once, and
//! sums of adjoints are computed once. A carry of one value is then read in the lane in which it is
//! computed, and its adjoint is passed from a step to the previous step in a register.

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

/// The values of earlier steps, as an element of sets of variables. They are not visible outside the scan.
pub(crate) const CARRY: VarSet = VarSet::of(Var::new("the carry of scan_rows"));

/// The marker that an input differs from step to step, for sets of variables.
pub(crate) const INPUT: VarSet = VarSet::of(Var::new("an input of scan_rows"));

/// The time of a differential equation, as an element of sets of variables.
pub(crate) const CLOCK: VarSet = VarSet::of(Var::new("the time of an ode"));

/// Steps that compute a row each, one after the other, with the places of the rows.
#[derive(Clone, Debug)]
pub struct RowLoop<Steps> {
    steps: Steps,
    /// The place of the first row.
    values: Slot,
    /// The number of steps, and the number of elements in each.
    size: Size,
    parts: Box<[RowPart]>,
    times: Times,
}

impl<Steps: RowSteps> RowLoop<Steps> {
    /// Returns the loop over bound steps, whose rows are stored at `values`.
    pub(super) fn new(steps: Steps, values: Slot, size: Size, parts: Box<[RowPart]>, times: Times) -> Self {
        Self { steps, values, size, parts, times }
    }
}

sealed! {
    [Steps] RowLoop<Steps>;
}
