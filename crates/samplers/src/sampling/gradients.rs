//! Where a chain gets its gradients.

use crate::chains::Meetings;
use crate::target::Target;
use crate::workspace::Workspace;

/// The source of one chain's gradients: the posterior, or the meetings of chains in lockstep.
#[derive(Clone, Copy)]
pub(super) struct Gradients<'a> {
    pub target: &'a dyn Target,
    pub meetings: Option<&'a Meetings<'a>>,
    pub chain: usize,
}

impl Gradients<'_> {
    /// The log density at a point, with its gradient.
    pub fn at(self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        match self.meetings {
            Some(meetings) => meetings.evaluate(self.chain, q, gradient, workspace),
            None => self.target.log_density_and_gradient(q, gradient, workspace),
        }
    }
}
