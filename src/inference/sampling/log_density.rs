//! A posterior as the sampler's log density.

use super::target::Target;
use crate::posterior::Workspace;
use core::cell::Cell;
use core::fmt;
use nuts_rs::{CpuLogpFunc, CpuMathError, HasDims, LogpError, rand};
use std::collections::HashMap;
use std::rc::Rc;

/// What the sampler does with a gradient, and so what it cannot bear in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It scales each coordinate with the inverse root of its gradient at the initial point, so a component that is
    /// almost zero (an initial point at the mode, say) would make an absurd scale; it counts as 1, which gives the
    /// unit scale. This is only the guess with which the adaptation begins.
    Start,
    /// It refuses components that are exactly zero when it first changes the metric; they become too small to matter.
    Warmup,
    /// It takes gradients as they are.
    Sampling,
}

/// A posterior as the sampler's log density.
pub(super) struct LogDensity<'a> {
    target: &'a dyn Target,
    workspace: Workspace,
    phase: Rc<Cell<Phase>>,
}

impl<'a> LogDensity<'a> {
    pub fn new(target: &'a dyn Target, phase: Rc<Cell<Phase>>) -> Self {
        Self { target, workspace: target.workspace(), phase }
    }
}

/// The log density is not a finite number: the sampler counts it as a divergence.
#[derive(Debug)]
pub(super) struct OutsideSupport;

impl fmt::Display for OutsideSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the log density is not finite")
    }
}

impl core::error::Error for OutsideSupport {}

impl LogpError for OutsideSupport {
    fn is_recoverable(&self) -> bool {
        true
    }
}

impl HasDims for LogDensity<'_> {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        HashMap::from([("unconstrained_parameter".to_owned(), self.target.dimension() as u64)])
    }
}

impl CpuLogpFunc for LogDensity<'_> {
    type LogpError = OutsideSupport;
    type FlowParameters = ();
    type ExpandedVector = ();

    fn dim(&self) -> usize {
        self.target.dimension()
    }

    fn logp(&mut self, q: &[f64], gradient: &mut [f64]) -> Result<f64, OutsideSupport> {
        let log_density = self.target.log_density_and_gradient(q, gradient, &mut self.workspace);
        if !log_density.is_finite() {
            return Err(OutsideSupport);
        }
        match self.phase.get() {
            Phase::Start => replace(gradient, |g| g.abs() < 1e-10, 1.0),
            Phase::Warmup => replace(gradient, |g| g == 0.0, 1e-290),
            Phase::Sampling => {}
        }
        Ok(log_density)
    }

    fn expand_vector<R: rand::Rng + ?Sized>(&mut self, _: &mut R, _: &[f64]) -> Result<(), CpuMathError> {
        Ok(())
    }
}

fn replace(gradient: &mut [f64], is_bad: impl Fn(f64) -> bool, by: f64) {
    for component in gradient {
        if is_bad(*component) {
            *component = by;
        }
    }
}
