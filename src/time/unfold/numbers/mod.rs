//! Scans of numbers, in lanes of steps.
//!
//! With the slope aₜ = ∂f/∂s of each step and the adjoint s̄ₜ from the readers of the values, the adjoints
//! are
//!
//! λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁,  x̄ₜ = ∂f/∂x λₜ,  θ̄ = Σₜ ∂f/∂θ λₜ,  s̄₋₁ = a₀ λ₀,
//!
//! for any f: the backward pass is linear. So no part of the step's expression is evaluated step by step in
//! the backward pass. All slopes are computed in lanes, by a unit adjoint at the end of the step; then the
//! recurrence of numbers runs; then a sweep in lanes passes λ on to everything that the step reads besides
//! the carry. If f is affine in the carry, according to its type, the forward pass has the same form: f(0)
//! and the slopes in lanes, then the recurrence. Other steps run forward one by one.
//!
//! The carry may be several numbers, each with its own expression, and a step may read any of them several
//! steps back.

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

/// The carry of a step, as an element of sets of variables. It is not visible outside the scan.
pub(super) const CARRY: VarSet = VarSet::of(Var::new("the carry of a scan"));

/// Steps that compute the numbers of a carry, with the places of their values and slopes.
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

    /// Returns the recurrence of `length` bound steps.
    pub(super) fn new(steps: Steps, series: Box<[Series]>, reads: Box<[Read]>, length: usize) -> Self {
        Self { steps, series, reads, length }
    }
}

sealed! {
    [Steps] Recurrence<Steps>;
}
