//! [`Model`]: the interface of a posterior of any type.

use super::Kind;
use monomorph::Error;
use monomorph::posterior::{Coordinates, VariableInfo, Workspace};
use monomorph::prelude::*;

/// The interface of a posterior. Its methods call the model's own kernels by one indirect call.
pub(super) trait Model: Send + Sync {
    /// See [`Posterior::dimension`].
    fn dimension(&self) -> usize;

    /// See [`Posterior::workspace`].
    fn workspace(&self) -> Workspace;

    /// See [`Posterior::variables`].
    fn variables(&self) -> Vec<VariableInfo>;

    /// See [`Posterior::coordinates`].
    fn coordinates(&self) -> &[Coordinates];

    /// See [`Posterior::log_density_and_gradient`].
    fn log_density_and_gradient(
        &self,
        is_proportional: bool,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64;

    /// See [`Density::log_density`].
    fn log_density(&self, is_proportional: bool, q: &[f64], workspace: &mut Workspace) -> f64;

    /// See [`Posterior::log_jacobian_and_gradient`].
    fn log_jacobian_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64;

    /// See [`Posterior::constrain_into`].
    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;

    /// See [`Posterior::unconstrain`].
    fn unconstrain(&self, values: &[f64]) -> Result<Vec<f64>, Error>;
}

/// A posterior with and without the terms that depend only on data. Both share their data and workspaces.
pub(super) struct Both<M> {
    whole: Posterior<M>,
    proportional: Posterior<M>,
}

impl<M: BoundModel> Both<M> {
    pub fn new(posterior: Posterior<M>) -> Self {
        Self { proportional: posterior.without_constants(), whole: posterior }
    }

    fn of(&self, is_proportional: bool) -> &Posterior<M> {
        if is_proportional { &self.proportional } else { &self.whole }
    }
}

impl<M: BoundModel> Model for Both<M> {
    fn dimension(&self) -> usize {
        self.whole.dimension()
    }

    fn workspace(&self) -> Workspace {
        self.whole.workspace()
    }

    fn variables(&self) -> Vec<VariableInfo> {
        self.whole.variables()
    }

    fn coordinates(&self) -> &[Coordinates] {
        self.whole.coordinates()
    }

    fn log_density_and_gradient(
        &self,
        is_proportional: bool,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        self.of(is_proportional).log_density_and_gradient(q, gradient, workspace)
    }

    // It runs the kernel of the gradient, so that the library does not contain another kernel.
    fn log_density(&self, is_proportional: bool, q: &[f64], workspace: &mut Workspace) -> f64 {
        Density::log_density(self.of(is_proportional), q, workspace)
    }

    fn log_jacobian_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.whole.log_jacobian_and_gradient(q, gradient, workspace)
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.whole.constrain_into(q, values, workspace)
    }

    fn unconstrain(&self, values: &[f64]) -> Result<Vec<f64>, Error> {
        self.whole.unconstrain(values)
    }
}

/// The memory of one evaluation.
pub(super) struct EvaluationMemory {
    pub workspace: Workspace,
    /// All values, in the order of their names.
    pub values: Vec<f64>,
    /// The gradient of the log Jacobian.
    slopes: Vec<f64>,
}

impl EvaluationMemory {
    pub fn new(model: &dyn Model, values: usize) -> Self {
        let (values, slopes) = (vec![0.0; values], vec![0.0; model.dimension()]);
        Self { workspace: model.workspace(), values, slopes }
    }

    /// Computes the log density of a kind, and writes its gradient.
    #[inline]
    pub fn log_density_and_gradient(
        &mut self,
        model: &dyn Model,
        kind: Kind,
        q: &[f64],
        gradient: &mut [f64],
    ) -> f64 {
        let workspace = &mut self.workspace;
        let log_density = model.log_density_and_gradient(kind.is_proportional, q, gradient, workspace);
        if kind.has_jacobian || !log_density.is_finite() {
            return log_density;
        }
        let log_jacobian = model.log_jacobian_and_gradient(q, &mut self.slopes, workspace);
        gradient.iter_mut().zip(&self.slopes).for_each(|(gradient, slope)| *gradient -= slope);
        log_density - log_jacobian
    }

    /// Computes the log density of a kind.
    pub fn log_density(&mut self, model: &dyn Model, kind: Kind, q: &[f64]) -> f64 {
        let log_density = model.log_density(kind.is_proportional, q, &mut self.workspace);
        if kind.has_jacobian || !log_density.is_finite() {
            return log_density;
        }
        log_density - model.log_jacobian_and_gradient(q, &mut self.slopes, &mut self.workspace)
    }
}
