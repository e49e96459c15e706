//! [`Evaluated`]: a target whose log density is computed by a function of the program.

use super::Nuts;
use crate::checkpoint::Facts;
use crate::density::Density;
use crate::error::Error;
use crate::simd::InstructionSet;
use crate::target::{Answers, Target};
use crate::trace::VariableInfo;
use crate::workspace::Workspace;

/// A posterior whose log density and gradient are computed by a function of the program. It is made by
/// `Posterior::evaluated_by`.
///
/// The arguments of the function are the posterior, an unconstrained point, the gradient to fill, and a
/// workspace. The function returns a finite log density with a finite gradient, or −∞.
pub struct Evaluated<'a, Of, F> {
    target: &'a Of,
    evaluate: F,
}

impl<'a, Of: Target, F> Evaluated<'a, Of, F>
where
    F: Fn(&Of, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    /// Makes a target with another log density.
    #[doc(hidden)]
    pub fn new(target: &'a Of, evaluate: F) -> Self {
        Self { target, evaluate }
    }
}

impl<Of, F> Evaluated<'_, Of, F>
where
    Of: Target,
    F: Fn(&Of, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    /// The settings of the No-U-Turn sampler of this target; [`run`](Nuts::run) samples.
    pub fn nuts(&self) -> Nuts<'_> {
        Nuts::new(self)
    }
}

impl<Of, F> Density for Evaluated<'_, Of, F>
where
    Of: Target,
    F: Fn(&Of, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    fn dimension(&self) -> usize {
        self.target.dimension()
    }

    fn workspace(&self) -> Workspace {
        self.target.workspace()
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        (self.evaluate)(self.target, q, &mut vec![0.0; q.len()], workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        (self.evaluate)(self.target, q, gradient, workspace)
    }
}

impl<Of, F> Target for Evaluated<'_, Of, F>
where
    Of: Target,
    F: Fn(&Of, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    fn variables(&self) -> Vec<VariableInfo> {
        self.target.variables()
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.target.constrain_into(q, values, workspace)
    }
}

impl<Of, F> Answers for Evaluated<'_, Of, F>
where
    Of: Target,
    F: Fn(&Of, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    fn arch(&self) -> InstructionSet {
        self.target.arch()
    }

    fn numbers(&self) -> usize {
        self.target.numbers()
    }

    fn parts(&self) -> usize {
        self.target.parts()
    }

    /// The facts of the posterior. Other data that the function reads are not among them: a run that is
    /// resumed can only compare log densities.
    fn facts(&self) -> Facts {
        self.target.facts()
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        self.target.coordinate_name(coordinate)
    }

    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        self.target.place(name, values, point, workspace)
    }

    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String> {
        self.target.diagnose(q, workspace)
    }

    fn failures(&self, workspace: &Workspace) -> [u64; 2] {
        self.target.failures(workspace)
    }

    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)> {
        self.target.infinite_slope(q, workspace)
    }
}
