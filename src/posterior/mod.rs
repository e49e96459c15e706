//! [`Posterior`]: a compiled model with its data.
//!
//! The chapter [Embedding a posterior](crate::guide::embedding) begins with a whole program.

pub mod compile;
mod conditional;
mod density;
mod diagnose;
mod fingerprint;
mod full_conditional;
mod jacobian;
mod joint;
mod kernel;
mod likelihood;
mod memory;
#[cfg(feature = "rayon")]
mod parts;
mod place;
mod points;
mod points_kernel;
mod scheduled;
mod store;
mod symmetry;
mod transform;
mod variables;
mod workspace;

#[doc(inline)]
pub use crate::compiler::Coordinates;
#[doc(inline)]
pub use crate::trace::VariableInfo;
pub use full_conditional::FullConditional;
pub use memory::Memory;
#[doc(inline)]
pub use monomorph_base::density::Density;
pub use points::Workspaces;
pub(crate) use workspace::Slots;
#[doc(inline)]
pub use workspace::Workspace;
use workspace::storage_of;

use crate::compiler::{Compiled, Explanation, Options};
use crate::contract::scope::{Constrained, Gradient};
use crate::error::Error;
use crate::frame::Frame;
use crate::model::statement::{BoundModel, Schedule};
use core::fmt;
use scheduled::is_scheduled;
use std::sync::Arc;
pub(crate) use store::Store;

/// A compiled model with its data: a log density on unconstrained points, with its gradient.
///
/// It owns everything that it needs: the model from which it was compiled, and the data, are not read again
/// and may be dropped. So a function can return it as `Posterior<impl BoundModel + use<>>`; if models
/// differ in type, it is a `Box<dyn` [`Density`]`>`.
///
/// It is immutable, `Send` and `Sync`; each thread needs its own [`Workspace`], made by this posterior or
/// by a clone of it. The workspace contains the numbers that depend on data alone, so a workspace of
/// another posterior is refused, even of the same model with other data: log densities and gradients are
/// then NaN, and [`constrain_into`](Self::constrain_into) returns [`Error::ForeignWorkspace`].
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
///
/// let mut workspace = posterior.workspace();                  // the only allocation
/// let mut gradient = [0.0; 2];
/// let q = [0.8, -0.5];                                        // mu, and the logarithm of sigma
/// let lp = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
/// assert!(lp.is_finite() && gradient.iter().all(|g| g.is_finite()));
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Embedding a posterior](crate::guide::embedding) begins with a whole program.
#[derive(Clone)]
pub struct Posterior<M> {
    model: M,
    /// The layout of the memory, and the data, which clones share.
    store: Arc<Store>,
    /// The statements as lists, if there are many statements.
    schedule: Option<Arc<Schedule>>,
    /// True if terms that depend on data alone were left out.
    is_proportional: bool,
}

/// Shows the coordinates of each parameter, but not the statements, which need not implement `Debug`.
impl<M> fmt::Debug for Posterior<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parameters = f.debug_map();
        parameters.entries(self.store.layout.coordinates.iter().map(|own| (own.name, &own.range)));
        parameters.finish()
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The least number of numbers that a gradient reads and writes: packed data, indices, values and
    /// adjoints, plus the numbers that could be read and written in the time that sparse factors take. The
    /// number shows without a clock that a gradient is expensive.
    pub(crate) fn numbers(&self) -> usize {
        self.store.numbers()
    }

    /// The posterior of a bound model, in spare memory.
    pub(crate) fn new(
        model: M,
        compiled: Compiled,
        options: Options,
        memory: &mut Memory,
    ) -> Result<Self, Error> {
        let proves_symmetry = compiled.proves_symmetry;
        let (mut model, mut store) = (model, Store::new(compiled, options, memory)?);
        store.precompute(&mut |frame| model.precompute(frame))?;
        let is_proportional = options.drop_constants;
        let mut posterior = Self { model, store: Arc::new(store), schedule: None, is_proportional };
        if proves_symmetry {
            posterior.make_schedule();
            posterior.check_symmetry()?;
        }
        if is_proportional {
            posterior.model.drop_constants();
        }
        posterior.make_schedule();
        Ok(posterior)
    }

    /// True if the log density is without the terms that depend on data alone.
    pub(crate) fn is_proportional(&self) -> bool {
        self.is_proportional
    }

    /// Makes the schedule of a model with many statements, from its present statements.
    fn make_schedule(&mut self) {
        let make = const { if is_scheduled::<M>() { Self::scheduled } else { Self::unscheduled } };
        self.schedule = make(self);
    }

    fn scheduled(&self) -> Option<Arc<Schedule>> {
        Some(Arc::new(Schedule::of::<M, Constrained<Gradient>>(&self.model, self.store.arch)))
    }

    fn unscheduled(&self) -> Option<Arc<Schedule>> {
        None
    }

    /// Returns the posterior without the terms of the log density that depend on data alone, as if it had
    /// been compiled with [`Options::drop_constants`]. Both share their data, and each can use the workspaces
    /// of the other.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 2.0) };
    /// let posterior = model.compile()?;
    /// let mut workspace = posterior.workspace();
    /// let proportional = posterior.without_constants();
    /// assert_eq!(proportional.log_density(&[1.0], &mut workspace), -0.125);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[must_use = "the posterior that is returned lacks the terms"]
    pub fn without_constants(&self) -> Self {
        let (model, store) = (self.model.clone(), self.store.clone());
        let mut proportional = Self { model, store, schedule: None, is_proportional: true };
        proportional.model.drop_constants();
        proportional.make_schedule();
        proportional
    }

    /// The form in which `compile()` evaluates each statement: the operations that are left of a rewritten
    /// statement, or the reason why a statement was not rewritten.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let x: Vec<f64> = (0..1000).map(|i| f64::from(i) / 1000.0).collect();
    /// let y: Vec<f64> = x.iter().map(|x| 1.0 + 2.0 * x).collect();
    /// params! { alpha: real(), beta: real(), sigma: positive() }
    /// let model = model! {
    ///     alpha |= normal(0.0, 10.0),
    ///     beta  |= normal(0.0, 10.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(alpha + beta * data(&x), sigma),
    /// };
    /// let posterior = model.compile()?;
    /// println!("{}", posterior.explain());
    ///
    /// let likelihood = &posterior.explain().statements()[3];
    /// assert!(likelihood.is_rewritten());
    /// assert!(likelihood.what().contains("1000 rows are orthogonal factors for 2 coefficients"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn explain(&self) -> &Explanation {
        &self.store.explanation
    }

    /// The number of unconstrained coordinates.
    pub fn dimension(&self) -> usize {
        self.store.layout.sizes.dimension
    }

    /// Returns memory for evaluations. Each thread makes one workspace, once, and reuses it.
    pub fn workspace(&self) -> Workspace {
        self.store.initial.clone()
    }

    /// The number of parts in which the log density is evaluated; 1 if the [requested
    /// parts](crate::compiler::Options::parts) would not be faster.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y: Vec<f64> = (0..20_000).map(|row| (row as f64).sin()).collect();
    /// params! { mu: real(), sigma: positive() }
    /// let priors = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    /// let long = model! { priors, data(&y) |= cauchy(mu, sigma) };
    /// let short = model! { priors, data(&y[..8]) |= cauchy(mu, sigma) };
    /// let options = Options::default().parts(2);
    /// assert_eq!(long.compile_with(options)?.parts(), if cfg!(feature = "rayon") { 2 } else { 1 });
    /// assert_eq!(short.compile_with(options)?.parts(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn parts(&self) -> usize {
        workspace::parts_of(&self.store.initial)
    }

    /// The number of failures in evaluations with a workspace, each of which made the log density −∞:
    /// solutions of differential equations that grew without bound or took too many steps, and Laplace
    /// approximations that found no mode.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { rate: positive() }
    /// let model = model! {
    ///     rate |= exponential(1.0),
    ///     y = ode(&[1.0], 1.0, |_, y| rate * y * y), // infinite at 1/rate
    ///     data(&[1.5]) |= normal(y, 1.0),
    /// };
    /// let posterior = model.compile()?;
    /// let mut workspace = posterior.workspace();
    /// assert_eq!(posterior.log_density(&[1.0], &mut workspace), f64::NEG_INFINITY);
    /// assert!(posterior.log_density(&[-1.0], &mut workspace).is_finite());
    /// assert_eq!(posterior.failed_solutions(&workspace), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn failed_solutions(&self, workspace: &Workspace) -> u64 {
        self.failures(workspace).iter().sum()
    }

    /// The numbers of failed solutions of differential equations and of failed searches for a mode.
    pub(crate) fn failures(&self, workspace: &Workspace) -> [u64; 2] {
        self.store.failures(workspace)
    }

    /// A frame over the posterior's data: see [`Store::open`].
    #[inline(always)]
    fn open<'a>(
        &'a self,
        point: &'a [f64],
        gradient: Option<&'a mut [f64]>,
        workspace: &'a mut Workspace,
    ) -> Option<Frame<'a>> {
        self.store.open(point, gradient, workspace)
    }
}
