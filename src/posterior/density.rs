//! Log densities and gradients.

use super::kernel::Kernel;
use super::scheduled::is_scheduled;
use super::{Density, Posterior, Workspace, storage_of};
use crate::contract::scope::{Calling, Constrained, Gradient, Scope, Value, is_written};
use crate::model::statement::{BoundModel, Restricted, known};
use crate::name::{VarSet, Variables};
use core::marker::PhantomData;

/// The number of parameters and definitions from which on each statement of a kernel that is not a
/// [schedule](super::scheduled) is a function of its own. If more statements are inlined into one function,
/// the time to compile it grows more than in proportion; a call takes a nanosecond.
const MANY: usize = 24;

/// A workspace that accepts gradients with infinite entries while this value lives, also if a kernel
/// panics.
struct AnyGradient<'a>(&'a mut Workspace);

impl<'a> AnyGradient<'a> {
    fn asked(workspace: &'a mut Workspace) -> Self {
        storage_of(workspace).takes_any_gradient = true;
        Self(workspace)
    }
}

impl Drop for AnyGradient<'_> {
    fn drop(&mut self) {
        storage_of(self.0).takes_any_gradient = false;
    }
}

impl<M: BoundModel> Density for Posterior<M> {
    fn dimension(&self) -> usize {
        self.dimension()
    }

    fn workspace(&self) -> Workspace {
        self.workspace()
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        const { Self::assert_continuous() }
        let mut gradient = core::mem::take(&mut storage_of(workspace).gradient);
        let log_density = self.whole_with_any_gradient(q, &mut gradient, workspace);
        storage_of(workspace).gradient = gradient;
        log_density
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.log_density_and_gradient(q, gradient, workspace)
    }
}

/// Does not compile unless the model has the variables of both lists.
#[track_caller]
const fn assert_known<M: BoundModel, Fixed: Variables, Focus: Variables>() {
    known::<M, Fixed>();
    known::<M, Focus>();
}

impl<M: BoundModel> Posterior<M> {
    /// The log density at an unconstrained point, with the log Jacobians of the transforms.
    ///
    /// The log density is normalised: it contains all constants, unless they were dropped with
    /// [`Options::drop_constants`](crate::compiler::Options). Outside a support, or where the sum is
    /// infinite or NaN, it is −∞.
    ///
    /// Where the log density is finite but its gradient is not, this function returns the finite number,
    /// and [`log_density_and_gradient`](Self::log_density_and_gradient) returns −∞, because only the latter
    /// computes the gradient. Everywhere else the two agree up to rounding.
    ///
    /// Nothing is allocated and nothing panics. If `q` does not have [`dimension`](Self::dimension)
    /// coordinates, or the workspace is of another posterior, the result is NaN.
    #[inline(never)]
    pub fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        const { Self::assert_continuous() }
        self.evaluate::<Value>(q, &mut [], workspace)
    }

    /// The log density, by the cheapest kernel that needs no second compilation of a schedule's statements:
    /// the kernel of the log density alone for few statements, the kernel of the gradient for many.
    pub(crate) fn value(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        let evaluate =
            const { if is_scheduled::<M>() { <Self as Density>::log_density } else { Self::log_density } };
        evaluate(self, q, workspace)
    }

    /// Does not compile for a model with discrete parameters: they have no coordinates, so points have no
    /// density.
    #[track_caller]
    pub(crate) const fn assert_continuous() {
        if let Some(var) = M::FACTS.kinds.first_discrete() {
            VarSet::complain(
                Some(var),
                "is discrete, and no gradient can move it: marginalise it by `model.marginalise(",
            )
            .then(var.name())
            .then(")`, or sample it with `gibbs()`")
            .refuse();
        }
    }

    /// Returns the log density at an unconstrained point, and stores its gradient in `gradient`.
    ///
    /// For every `q` the result is a finite log density with a gradient of finite numbers, or −∞ with a
    /// gradient of zeros. It is −∞ outside a support, where the log density is infinite or NaN, and where
    /// an entry of the gradient is infinite or NaN: where a slope is infinite, as that of √x at 0, or
    /// overflows, as that of a density with the scale e⁻⁷⁰⁰.
    ///
    /// Nothing is allocated and nothing panics. If `q` or `gradient` does not have
    /// [`dimension`](Self::dimension) coordinates, or the workspace is of another posterior, the result is
    /// NaN and the gradient is filled with NaN.
    #[inline(always)]
    pub fn log_density_and_gradient(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        const { Self::assert_continuous() }
        self.whole(q, gradient, workspace)
    }

    /// Runs the kernel of the whole gradient: a function whose arguments all fit in registers, which jumps
    /// to the kernel.
    #[inline(never)]
    fn whole(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let evaluate = const { if is_scheduled::<M>() { Self::run } else { Self::evaluate::<Gradient> } };
        evaluate(self, q, gradient, workspace)
    }

    /// Runs the kernel of the whole gradient. If the log density is finite, the gradient may have entries
    /// that are not.
    fn whole_with_any_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let asked = AnyGradient::asked(workspace);
        self.whole(q, gradient, &mut *asked.0)
    }

    /// Runs the schedule of the whole gradient.
    fn run(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        let Some(schedule) = &self.schedule else { return f64::NAN };
        let log_density = self.store.run(schedule, q, gradient, workspace);
        if !log_density.is_finite() {
            self.give_up::<Gradient>(log_density, gradient);
        }
        log_density
    }

    /// The log density and gradient, by a kernel that is compiled for only some variables.
    ///
    /// `Fixed` are constants: the code for their gradient is not in the kernel, and their entries of
    /// `gradient` are left unchanged. They are fixed on the unconstrained scale: a parameter whose bounds
    /// mention another parameter moves with it like a definition, even if its own coordinates are fixed. If
    /// `Focus` is not empty, only the statements that mention its variables, directly or through
    /// definitions, are evaluated: its Markov blanket. The result is then the log density of `Focus` given
    /// all other variables, up to a constant, and only the entries of `Focus` are written.
    ///
    /// Names are given as types, one or a tuple: `restricted::<(tau,), ()>(…)`. Lengths are checked as in
    /// [`log_density_and_gradient`](Self::log_density_and_gradient); at −∞ the entries that would be
    /// written are 0. It is −∞ also where one of these entries is not finite; the slopes with respect to
    /// other coordinates are not computed.
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

    /// Runs the kernel of a scope, for the instruction set that was chosen at `compile()`. NaN for wrong
    /// lengths and for a workspace of another posterior. If the log density is −∞, the scope's entries of
    /// the gradient are set to 0.
    #[inline(always)]
    pub(super) fn evaluate<C: Scope>(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        let dispatch = const {
            if Self::IS_CALLED {
                Self::dispatch::<Calling<Constrained<C>>>
            } else {
                Self::dispatch::<Constrained<C>>
            }
        };
        dispatch(self, q, gradient, workspace)
    }

    /// True if statements are compiled as functions.
    pub(super) const IS_CALLED: bool =
        !cfg!(feature = "fused") && M::FACTS.lhs.len() + M::FACTS.defined.len() >= MANY;

    #[inline(always)]
    fn dispatch<C: Scope>(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        // The arguments are references, since larger arguments would be passed through memory.
        let scope = PhantomData::<C>;
        self.store.arch.dispatch(Kernel { posterior: self, q, gradient, workspace, scope })
    }

    /// Sets the entries of the gradient that the scope writes to 0 if the log density is −∞, and all
    /// entries to NaN if it is NaN. Returns the log density.
    #[cold]
    #[inline(never)]
    pub(super) fn give_up<C: Scope>(&self, log_density: f64, gradient: &mut [f64]) -> f64 {
        if log_density.is_nan() {
            gradient.fill(f64::NAN);
        } else if const { C::SETS.gradient } {
            self.clear_gradient::<C>(gradient);
        }
        log_density
    }

    /// Sets the entries of a gradient that the scope writes to 0.
    fn clear_gradient<C: Scope>(&self, gradient: &mut [f64]) {
        self.store.clear_gradient(gradient, &|var| is_written::<C>(var));
    }

    /// The coordinate and the value of the first entry of the gradient that is not finite, at a point where
    /// the log density is finite. The point must have the right length.
    pub(crate) fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)> {
        let mut gradient = vec![0.0; q.len()];
        if self.whole_with_any_gradient(q, &mut gradient, workspace).is_nan() {
            return None;
        }
        gradient.into_iter().enumerate().find(|(_, slope)| !slope.is_finite())
    }
}
