//! Modes, and distributions that approximate the posterior: fast answers before sampling, and starting
//! points for it.
//!
//! | method | gives | costs |
//! |-|-|-|
//! | [`optimise`](Posterior::optimise) | the mode, with standard errors if wanted | tens of gradients |
//! | [`laplace`](Posterior::laplace) | draws of the normal distribution at the mode | and 5 gradients a coordinate |
//! | [`pathfinder`](Posterior::pathfinder) | draws of the best normal distribution on the way there | tens of gradients, 25 log densities each |
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real(), sigma: positive() }
//! let y = [1.2, 0.4, 0.9, 1.7];
//! let model = model! {
//!     mu    |= normal(0.0, 10.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(mu, sigma),
//! };
//! let posterior = model.compile()?;
//!
//! let mode = posterior.optimise().standard_errors(true).run()?;
//! assert!((mode.value("mu")? - 1.05).abs() < 0.01);
//!
//! let approximation = posterior.pathfinder().seed(1).run()?;
//! println!("{approximation}");
//! assert!(approximation.ess() > 100.0);               // worth of its draws, after weighting
//! let fit = posterior.nuts().chains(2).warmup(100).draws(100).start_from_pathfinder().run()?;
//! assert_eq!(fit.draws().names(), approximation.draws().names());
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # How good is an approximation?
//!
//! Draws of an approximation q have the weights p/q, where p is the posterior's density. The largest weights
//! are smoothed by a Pareto distribution (Vehtari, Simpson, Gelman, Yao and Gabry 2024), whose shape k̂
//! measures how heavy their tail is: below 0.7 weighted means are reliable, above it the approximation
//! misses an important part of the posterior. An [`Approximation`] shows means before and after weighting,
//! and k̂. A small k̂ is no proof: if no draw of an approximation reaches a second mode, k̂ cannot show that
//! mode.
//!
//! # What has no mode
//!
//! In a hierarchy with a scale whose prior does not keep it away from 0, the log density grows without bound
//! as the scale and its effects shrink. There is no mode, and [`optimise`](Posterior::optimise) and
//! [`laplace`](Posterior::laplace) return [`Error::NoMode`](crate::Error::NoMode), which names the
//! coordinate. [`pathfinder`](Posterior::pathfinder) needs no mode: it takes the best distribution on the
//! path, and ends when the next distributions only get worse.
//!
//! # Reproducibility
//!
//! Each path has its own stream of random numbers, derived from the seed and the path's number, so results
//! are the same for any number of threads, on machines with the same instruction set.
//!
//! The chapter [Choosing a sampler, and reading its warnings](crate::guide::samplers_and_warnings) begins
//! with a whole program.

#[cfg(test)]
mod tests;

#[doc(inline)]
pub use monomorph_samplers::approximate::{
    Approximation, ApproximationRow, Laplace, Mode, ModeRow, Optimise, PathSummary, Pathfinder, Stopped,
};

use crate::compiler::Coordinates;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, Workspace};
use monomorph_samplers::approximate::{Densities, Several, Valued, WithJacobian};

impl<M: BoundModel> Posterior<M> {
    /// Returns the optimiser of this posterior; its settings can be changed, and then it is
    /// [`run`](Optimise::run).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0) }
    /// let model = model! { p |= beta(1.0, 1.0), data(&[7.0]) |= binomial(10.0, p) };
    /// let posterior = model.compile()?;
    /// let most_likely = posterior.optimise().jacobian(false).run()?;
    /// assert!((most_likely.value("p")? - 0.7).abs() < 1e-6);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn optimise(&self) -> Optimise<'_> {
        const { Self::assert_continuous() }
        Optimise::new(self)
    }

    /// Returns the Laplace approximation of this posterior, the normal distribution of unconstrained points
    /// at the mode; its settings can be changed, and then it is [`run`](Laplace::run).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(3.0, 2.0) };
    /// let laplace = model.compile()?.laplace().draws(2000).seed(1).run()?;
    /// assert!((laplace.row("mu")?.mean - 3.0).abs() < 0.2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn laplace(&self) -> Laplace<'_> {
        const { Self::assert_continuous() }
        Laplace::new(Densities::Alone(self))
    }

    /// Returns the Laplace approximation of this posterior; its draws are evaluated `points` at a time, from
    /// 1 to 8, in [one pass over the data](Self::log_density_and_gradients).
    ///
    /// This is for data that do not fit the caches, 16 megabytes or more; with fewer data it runs as
    /// [`laplace`](Self::laplace) does. The draws are the same, up to rounding.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(3.0, 2.0) }.compile()?;
    /// let laplace = posterior.laplace_in_lockstep(8).seed(1).run()?;
    /// assert_eq!(laplace.draws(), posterior.laplace().seed(1).run()?.draws());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn laplace_in_lockstep(&self, points: usize) -> Laplace<'_> {
        const { Self::assert_continuous() }
        Laplace::new(Densities::together(self, points))
    }

    /// Returns Pathfinder for this posterior; its settings can be changed, and then it is
    /// [`run`](Pathfinder::run).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// let first = posterior.pathfinder().seed(1).run()?;
    /// let fit = posterior.nuts().warmup(200).draws(100).initial_draws(first.draws()).run()?;
    /// println!("{}", fit.summary());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn pathfinder(&self) -> Pathfinder<'_> {
        const { Self::assert_continuous() }
        Pathfinder::new(Densities::Alone(self))
    }

    /// Returns Pathfinder for this posterior; it evaluates draws `points` at a time, from 1 to 8, in [one
    /// pass over the data](Self::log_density_and_gradients).
    ///
    /// This is for data that do not fit the caches, 16 megabytes or more; with fewer data it runs as
    /// [`pathfinder`](Self::pathfinder) does. The draws are the same, up to rounding.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let posterior = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) }.compile()?;
    /// let found = posterior.pathfinder_in_lockstep(8).seed(1).run()?;
    /// assert_eq!(found.draws(), posterior.pathfinder().seed(1).run()?.draws());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn pathfinder_in_lockstep(&self, points: usize) -> Pathfinder<'_> {
        const { Self::assert_continuous() }
        Pathfinder::new(Densities::together(self, points))
    }
}

impl<M: BoundModel> Valued for Posterior<M> {
    fn value(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        self.value(q, workspace)
    }

    fn value_with_values(
        &self,
        q: &[f64],
        values: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<f64, Error> {
        self.value_with_values(q, values, workspace)
    }
}

impl<M: BoundModel> Several for Posterior<M> {
    fn values_of(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.values_after(q, values, workspace)
    }
}

impl<M: BoundModel> WithJacobian for Posterior<M> {
    fn log_jacobian_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.log_jacobian_and_gradient(q, gradient, workspace)
    }

    fn coordinates(&self) -> &[Coordinates] {
        self.coordinates()
    }
}
