//! Where a chain gets its gradients.

use crate::chains::Lockstep;
use crate::target::Target;
use crate::workspace::Workspace;

/// The source of one chain's gradients: the posterior, or the lockstep of chains in lockstep.
#[derive(Clone, Copy)]
pub(super) struct Gradients<'a> {
    pub target: &'a dyn Target,
    pub lockstep: Option<&'a Lockstep<'a>>,
    pub chain: usize,
}

impl Gradients<'_> {
    /// The log density at a point, with its gradient.
    pub fn at(self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        match self.lockstep {
            Some(lockstep) => lockstep.evaluate(self.chain, q, gradient, workspace),
            None => self.target.log_density_and_gradient(q, gradient, workspace),
        }
    }
}
