//! The functions of a posterior that approximations need and samplers do not.
//!
//! Both traits are used as trait objects, so the methods are compiled once with the crate. Their kernels
//! are compiled only for a posterior that becomes such an object, in `pathfinder()`, `laplace()` and
//! `optimise()`: a model that is only sampled has none of them in its table of functions.

use super::lbfgs::{Objective, add_scaled};
use crate::error::Error;
use crate::target::Target;
use crate::workspace::Workspace;
use monomorph_base::Coordinates;

/// A target with a kernel of the log density alone.
pub trait Valued: Target {
    /// Returns the log density at a point, by a kernel without the gradient.
    fn value(&self, q: &[f64], workspace: &mut Workspace) -> f64;

    /// Returns the log density at a point, and writes the constrained values of all variables.
    fn value_with_values(
        &self,
        q: &[f64],
        values: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<f64, Error>;
}

/// A target with a kernel of the log Jacobians.
pub trait WithJacobian: Target {
    /// Returns the log Jacobian of the transforms at a point, and writes its gradient.
    fn log_jacobian_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64;

    /// The coordinates of each parameter.
    fn coordinates(&self) -> &[Coordinates];
}

/// The function that is maximised: the log density, with or without the log Jacobians.
#[derive(Clone, Copy)]
pub(super) enum Problem<'a> {
    With(&'a dyn Target),
    Without(&'a dyn WithJacobian),
}

impl<'a> Problem<'a> {
    pub fn target(self) -> &'a dyn Target {
        match self {
            Self::With(target) => target,
            Self::Without(target) => target,
        }
    }

    /// Returns the negative of the function, which is minimised.
    pub fn negative(self) -> Negative<'a> {
        self.negative_in(self.target().workspace())
    }

    /// Returns the negative of the function, which is minimised; its evaluations use `workspace`.
    pub fn negative_in(self, workspace: Workspace) -> Negative<'a> {
        let of_jacobian = match self {
            Self::With(_) => Vec::new(),
            Self::Without(target) => vec![0.0; target.dimension()],
        };
        Negative { problem: self, workspace, of_jacobian }
    }
}

/// A negative log density, with memory for its evaluations.
pub(super) struct Negative<'a> {
    problem: Problem<'a>,
    pub workspace: Workspace,
    of_jacobian: Vec<f64>,
}

impl Objective for Negative<'_> {
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let Self { problem, workspace, of_jacobian } = self;
        let mut log_density = problem.target().log_density_and_gradient(point, gradient, workspace);
        if let Problem::Without(target) = problem {
            log_density -= target.log_jacobian_and_gradient(point, of_jacobian, workspace);
            add_scaled(gradient, -1.0, of_jacobian);
        }
        gradient.iter_mut().for_each(|slope| *slope = -*slope);
        -log_density
    }
}
