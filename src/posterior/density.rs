//! Log densities and gradients.

use super::kernel::Kernel;
use super::{Posterior, Workspace};
use crate::model::{Gradient, Model, Restricted, Scope, Value, known};
use crate::name::{VarSet, Variables};
use core::marker::PhantomData;

/// A log density on unconstrained points: what samplers and optimisers need of a [`Posterior`].
pub trait Density: Sync {
    /// The number of coordinates.
    fn dimension(&self) -> usize;

    /// Memory for evaluations.
    fn workspace(&self) -> Workspace;

    /// See [`Posterior::log_density`].
    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64;

    /// See [`Posterior::log_density_and_gradient`].
    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64;
}

impl<M: Model> Density for Posterior<M> {
    fn dimension(&self) -> usize {
        self.dimension()
    }

    fn workspace(&self) -> Workspace {
        self.workspace()
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        self.log_density(q, workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.log_density_and_gradient(q, gradient, workspace)
    }
}

/// Does not compile unless the model has the variables of both lists.
#[track_caller]
const fn assert_known<M: Model, Fixed: Variables, Focus: Variables>() {
    known::<M, Fixed>();
    known::<M, Focus>();
}

impl<M: Model> Posterior<M> {
    /// The log density at an unconstrained point, with the log Jacobians of the transforms.
    ///
    /// It is normalised: all constants are in it, unless they were dropped with
    /// [`Options::drop_constants`](crate::compile::Options). Outside a support, or where the sum is infinite or
    /// not a number, it is −∞.
    ///
    /// Nothing is allocated and nothing panics. If `q` does not have [`dimension`](Self::dimension) coordinates, or
    /// the workspace is of another posterior, the result is NaN.
    #[inline(never)]
    pub fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        const { Self::assert_continuous() }
        self.evaluate::<Value>(q, &mut [], workspace)
    }

    /// A discrete parameter has no coordinate, so there is no density of points.
    #[track_caller]
    pub(crate) const fn assert_continuous() {
        let rule = "is discrete, and no gradient can move it: sample with `gibbs()`, or sum it out, as in `mixture(…)`";
        VarSet::complain(M::DISCRETE.first(), rule).refuse();
    }

    /// The log density at an unconstrained point; its gradient is stored in `gradient`.
    ///
    /// Where the log density is −∞ the gradient is zero.
    ///
    /// Nothing is allocated and nothing panics. If `q` or `gradient` does not have
    /// [`dimension`](Self::dimension) coordinates, or the workspace is of another posterior, the result is NaN and
    /// the gradient is filled with NaN.
    pub fn log_density_and_gradient(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        const { Self::assert_continuous() }
        let log_density = self.evaluate::<Gradient>(q, gradient, workspace);
        if log_density == f64::NEG_INFINITY {
            gradient.fill(0.0);
        }
        log_density
    }

    /// The log density and gradient of the kernel that is compiled for some variables alone.
    ///
    /// `Fixed` are constants: the code for their gradient is not in the kernel, and their entries of `gradient` are
    /// left as they are. All of this is in terms of the unconstrained point: a parameter whose bounds mention another
    /// moves with it like a definition, even if its own coordinates are fixed. If `Focus` is not empty, only the statements that mention its variables, directly or
    /// through definitions, are evaluated: its Markov blanket. The result is the log density of `Focus` given all
    /// other variables, up to a constant, and only the entries of `Focus` are written.
    ///
    /// Names are given as types, one or a tuple: `restricted::<(tau,), ()>(…)`. Lengths are checked as in
    /// [`log_density_and_gradient`](Self::log_density_and_gradient); at −∞ the gradient is left as it is.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 10.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let posterior = model.compile()?;
    /// let mut workspace = posterior.workspace();
    /// let mut gradient = [7.0, 7.0];
    /// posterior.restricted::<(sigma,), ()>(&[0.8, -0.5], &mut gradient, &mut workspace);
    /// assert!(gradient[0] != 7.0);
    /// assert_eq!(gradient[1], 7.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn restricted<Fixed: Variables, Focus: Variables>(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        const { assert_known::<M, Fixed, Focus>() }
        self.evaluate::<Restricted<M, Fixed, Focus, true>>(q, gradient, workspace)
    }

    /// The kernel of a scope, entered through the instruction set that was chosen at `compile()`.
    #[inline(always)]
    pub(super) fn evaluate<C: Scope>(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        let fits = q.len() == self.dimension()
            && (!C::GRADIENT || gradient.len() == q.len())
            && self.fits(workspace);
        if !fits {
            gradient.fill(f64::NAN);
            return f64::NAN;
        }
        let frame = self.open(q, gradient, workspace);
        let highest = if const { M::HAS_LEVELS } { self.layout.highest_level } else { 0 };
        let kernel = Kernel { model: &self.model, frame, highest, scope: PhantomData::<C> };
        self.arch.dispatch(kernel)
    }
}
