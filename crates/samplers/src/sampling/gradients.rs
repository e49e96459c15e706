//! The source of a chain's gradients.

use crate::chains::Lockstep;
use crate::target::Target;
use crate::workspace::Workspace;

/// The source of one chain's gradients: the posterior itself, or the groups of chains in lockstep.
#[derive(Clone, Copy)]
pub(super) struct Gradients<'a> {
    pub target: &'a dyn Target,
    pub lockstep: Option<&'a Lockstep<'a>>,
    pub chain: usize,
}

impl Gradients<'_> {
    /// Returns the log density at a point, and writes its gradient.
    pub fn at(self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        match self.lockstep {
            Some(lockstep) => lockstep.evaluate(self.chain, q, gradient, workspace),
            None => self.target.log_density_and_gradient(q, gradient, workspace),
        }
    }
}
