//! Numbers that unfold in time, in lanes of steps.
//!
//! With the slope aₜ = ∂f/∂s of each step and the adjoint s̄ₜ that readers of the values have left, adjoints
//! go backward by
//!
//! λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁,  x̄ₜ = ∂f/∂x λₜ,  θ̄ = Σₜ ∂f/∂θ λₜ,  s̄₋₁ = a₀ λ₀,
//!
//! whatever f is: the backward pass is linear. So nothing of the step's expression is evaluated one step
//! after the other in the backward pass. All slopes are computed in lanes, by a unit adjoint at the end of
//! the step; then the recurrence of numbers runs; then a sweep in lanes passes λ on to all that the step
//! reads beside the carry. Where f is affine in the carry, and its type knows, the forward pass is the same:
//! f(0) and the slopes in lanes, then the recurrence. Other steps run forward one by one.
//!
//! The carry may be several numbers, each with an expression of its own, and a step may read any of them
//! several steps back.

mod carry;
mod chain;
mod doubling;
mod history;
mod passes;
mod past;
mod recurrence;

pub use carry::BoundCarry;
pub use history::BoundHistory;

use crate::compiler::{Read, Series};
use crate::contract::node::Tuple;
use crate::name::{Var, VarSet};
use crate::sealed::{Sealed, sealed};

/// The variable that a step reads, as sets of variables know it. It never leaves the scan.
pub(super) const CARRY: VarSet = VarSet::of(Var::new("the carry of a scan"));

/// Steps that compute the numbers of a carry, and where values stand, and slopes.
#[derive(Clone, Debug)]
pub struct Recurrence<Steps> {
    steps: Steps,
    series: Box<[Series]>,
    reads: Box<[Read]>,
    length: usize,
}

impl<Steps: Tuple> Recurrence<Steps> {
    /// True if the steps are affine in the carry.
    const IS_AFFINE: bool = !Steps::FACTS.nonlinear.contains(CARRY.get(0));

    /// The recurrence of `length` steps that are bound.
    pub(super) fn new(steps: Steps, series: Box<[Series]>, reads: Box<[Read]>, length: usize) -> Self {
        Self { steps, series, reads, length }
    }
}

sealed! {
    [Steps] Recurrence<Steps>;
}
