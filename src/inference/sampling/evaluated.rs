//! [`Evaluated`]: a posterior whose log density is computed by a function of the program's own.

use super::Nuts;
use crate::checkpoint::Facts;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Density, Posterior, VariableInfo, Workspace};
use crate::simd::InstructionSet;
use crate::target::Target;

/// A posterior whose log density and gradient are computed by a function of the program's own, made by
/// [`Posterior::evaluated_by`].
///
/// The function gets the posterior, an unconstrained point, the gradient to fill, and a workspace. It returns
/// a finite log density with a gradient of finite numbers, or −∞.
pub struct Evaluated<'a, M, F> {
    posterior: &'a Posterior<M>,
    evaluate: F,
}

impl<M: BoundModel> Posterior<M> {
    /// The posterior with a log density that a function computes in place of its own kernel: a sum over
    /// shards of the data, each with a posterior of its own, or the answer of another machine. The
    /// parameters, their supports and their names are those of this posterior.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// fn heights(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    ///     params! { mu: real(), sigma: positive() }
    ///     let model = model! {
    ///         mu    |= normal(0.0, 10.0),
    ///         sigma |= exponential(1.0),
    ///         data(y) |= normal(mu, sigma),
    ///     };
    ///     model.compile()
    /// }
    /// let (first, second) = (heights(&[1.0, 2.0, 4.0])?, heights(&[5.0, 3.0])?);
    /// let both = first.evaluated_by(|first, q, gradient, workspace| {
    ///     let own = first.log_density_and_gradient(q, gradient, workspace);
    ///     let mut slopes = vec![0.0; q.len()];
    ///     let other = second.log_likelihood_and_gradient(q, &mut slopes, &mut second.workspace());
    ///     gradient.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
    ///     own + other
    /// });
    /// let fit = both.nuts().chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert!((fit.summary().row("mu")?.mean - 3.0).abs() < 0.7);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn evaluated_by<F>(&self, evaluate: F) -> Evaluated<'_, M, F>
    where
        F: Fn(&Posterior<M>, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
    {
        const { Self::assert_continuous() }
        Evaluated { posterior: self, evaluate }
    }
}

impl<M, F> Evaluated<'_, M, F>
where
    M: BoundModel,
    F: Fn(&Posterior<M>, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    /// The No-U-Turn sampler: see [`Posterior::nuts`].
    pub fn nuts(&self) -> Nuts<'_> {
        Nuts::new(self)
    }
}

impl<M, F> Density for Evaluated<'_, M, F>
where
    M: BoundModel,
    F: Fn(&Posterior<M>, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    fn dimension(&self) -> usize {
        self.posterior.dimension()
    }

    fn workspace(&self) -> Workspace {
        self.posterior.workspace()
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        (self.evaluate)(self.posterior, q, &mut vec![0.0; q.len()], workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        (self.evaluate)(self.posterior, q, gradient, workspace)
    }
}

impl<M, F> Target for Evaluated<'_, M, F>
where
    M: BoundModel,
    F: Fn(&Posterior<M>, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
{
    fn arch(&self) -> InstructionSet {
        self.posterior.arch()
    }

    fn numbers(&self) -> usize {
        self.posterior.numbers()
    }

    #[cfg(feature = "rayon")]
    fn parts(&self) -> usize {
        self.posterior.parts()
    }

    fn variables(&self) -> Vec<VariableInfo> {
        self.posterior.variables()
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.posterior.constrain_into(q, values, workspace)
    }

    /// Those of the posterior: what the function reads beside it is told by log densities alone, which a run
    /// that goes on compares.
    fn facts(&self) -> Facts {
        Target::facts(self.posterior)
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        self.posterior.coordinate_name(coordinate)
    }

    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        self.posterior.place(name, values, point, workspace)
    }

    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String> {
        self.posterior.diagnose(q, workspace)
    }

    fn failed_solutions(&self, workspace: &Workspace) -> u64 {
        self.posterior.failed_solutions(workspace)
    }

    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)> {
        self.posterior.infinite_slope(q, workspace)
    }
}
