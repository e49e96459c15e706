//! The log Jacobians of the transforms to the supports, without the log density of the statements.

use super::{Posterior, Workspace};
use crate::model::statement::{BoundModel, Transforms};

impl<M: BoundModel> Posterior<M> {
    /// Returns the sum of the log Jacobians of all transforms at an unconstrained point, and stores its
    /// gradient in `gradient`. The log density contains this sum: minus this sum, it is the log density of
    /// the parameters on their supports.
    ///
    /// For wrong lengths, workspaces of other posteriors, and points where the sum is not finite, the
    /// results are those of [`log_density_and_gradient`](Self::log_density_and_gradient). Its kernel
    /// contains no statements and is compiled only for a model for which this function is called.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    /// let posterior = model.compile()?;
    /// let mut gradient = [0.0; 2];
    /// let q = [0.3, -0.5]; // sigma is e^q, so the logarithm of its derivative is q
    /// let jacobian = posterior.log_jacobian_and_gradient(&q, &mut gradient, &mut posterior.workspace());
    /// assert_eq!((jacobian, gradient), (-0.5, [0.0, 1.0]));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn log_jacobian_and_gradient(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        const { Self::assert_continuous() }
        self.evaluate::<Transforms<M>>(q, gradient, workspace)
    }
}
