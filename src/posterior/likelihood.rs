//! The log likelihood with its gradient, without priors and Jacobians: the contribution of one shard of the
//! data.

use super::{Posterior, Workspace, storage_of};
use crate::contract::scope::Observed;
use crate::model::statement::BoundModel;

impl<M: BoundModel> Posterior<M> {
    /// Returns the log density of the statements with data on their left, and of increments, at an
    /// unconstrained point, and stores its gradient in `gradient`.
    ///
    /// If a model is evaluated in shards, each shard has a part of the data, and all have the same priors
    /// and transforms: the log density of all data is
    /// [`log_density_and_gradient`](Self::log_density_and_gradient) of one shard plus this function of the
    /// others.
    ///
    /// For wrong lengths, workspaces of other posteriors, and points where it is not finite, the results
    /// are those of `log_density_and_gradient`. Its kernel is compiled only for a model for which this
    /// function is called.
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
    /// let (whole, first, second) = (heights(&[1.0, 2.0, 5.0])?, heights(&[1.0, 2.0])?, heights(&[5.0])?);
    /// let (q, mut own, mut other) = ([0.8, -0.5], [0.0; 2], [0.0; 2]);
    /// let sum = first.log_density_and_gradient(&q, &mut own, &mut first.workspace())
    ///     + second.log_likelihood_and_gradient(&q, &mut other, &mut second.workspace());
    ///
    /// let mut gradient = [0.0; 2];
    /// let log_density = whole.log_density_and_gradient(&q, &mut gradient, &mut whole.workspace());
    /// assert!((sum - log_density).abs() < 1e-12);
    /// assert!((own[1] + other[1] - gradient[1]).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn log_likelihood_and_gradient(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        let with_jacobian = self.likelihood_and_jacobian(q, gradient, workspace);
        if !with_jacobian.is_finite() {
            return with_jacobian;
        }
        // The kernel computes the parameters, which the statements need, and adds the log Jacobians, which
        // are subtracted here.
        let mut slopes = core::mem::take(&mut storage_of(workspace).gradient);
        let jacobian = self.log_jacobian_and_gradient(q, &mut slopes, workspace);
        gradient.iter_mut().zip(&slopes).for_each(|(slope, own)| *slope -= own);
        storage_of(workspace).gradient = slopes;
        with_jacobian - jacobian
    }

    #[inline(never)]
    fn likelihood_and_jacobian(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        const { Self::assert_continuous() }
        self.evaluate::<Observed>(q, gradient, workspace)
    }
}
