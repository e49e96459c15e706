//! [`Optimise`]: the settings of an optimiser.

use super::bounds::{at_bounds, warning};
use super::mode::Mode;
use super::standard_errors::standard_errors;
use crate::approximate::ascent::{AscentSettings, climb};
use crate::approximate::lbfgs::dot;
use crate::approximate::problem::{Problem, WithJacobian};
use crate::chains::setters;
use crate::error::Error;
use crate::target::{beside_parts, start_setters};
use crate::trace::VariableInfo;
use core::fmt;
use std::time::Instant;

/// The settings of an optimiser: L-BFGS with a strong Wolfe line search. Made by `Posterior::optimise`.
///
/// | setting | default |
/// |---|---|
/// | [`jacobian`](Self::jacobian) | true |
/// | [`standard_errors`](Self::standard_errors) | false |
/// | [`starts`](Self::starts) | 1 |
/// | [`seed`](Self::seed) | 0 |
/// | [`history`](Self::history) | 4 steps for each coordinate, at most 4 096 numbers, at least 6 |
/// | [`tolerance`](Self::tolerance) | 1e-6 standard deviations |
/// | [`max_iterations`](Self::max_iterations) | 2000 |
/// | [`initial_radius`](Self::initial_radius) | 2 |
/// | [`initial`](Self::initial), [`initial_points`](Self::initial_points), [`initial_draws`](Self::initial_draws) | drawn at random |
/// | [`threads`](Self::threads) | one per core, at most one per start |
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: vector(2), tau: positive() }
/// let model = model! { tau |= gamma(3.0, 1.0), mu |= normal(1.0, 1.0) };
/// let posterior = model.compile()?;
/// let mode = posterior.optimise().starts(4).seed(1).standard_errors(true).run()?;
/// println!("{mode}");
/// assert!((mode.value("tau")? - 3.0).abs() < 1e-5);           // of log(tau), so with the Jacobian
/// assert!((mode.standard_error("mu[1]")? - 1.0).abs() < 1e-6);
///
/// let error = posterior.optimise().starts(0).run().unwrap_err();
/// assert_eq!(error.to_string(), "the setting `starts` must be at least 1");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "nothing is optimised before `run`"]
pub struct Optimise<'a> {
    target: &'a dyn WithJacobian,
    ascent: AscentSettings,
    has_jacobian: bool,
    has_errors: bool,
}

impl<'a> Optimise<'a> {
    #[doc(hidden)]
    pub fn new(target: &'a dyn WithJacobian) -> Self {
        Self { target, ascent: AscentSettings::new(), has_jacobian: true, has_errors: false }
    }

    setters! {
        /// Sets whether the log Jacobians of the transforms count.
        ///
        /// With them, it is the mode of the unconstrained coordinates, which Laplace's approximation needs.
        /// Without them, it is the mode of the parameters themselves: penalised maximum likelihood, and
        /// maximum likelihood if the priors are flat. A mode on a bound is then at infinity: the value
        /// returned is the one at which the ascent stopped, and a [warning](Mode::warnings) reports it.
        jacobian(has_jacobian: bool);

        /// Sets whether standard errors are computed, from the Hessian at the mode. They take 5 gradients
        /// for each coordinate, and memory for a square matrix with a row for each coordinate. The standard
        /// error of a value on a bound is NaN.
        standard_errors(has_errors: bool);

        /// The number of starts, at least 1. The highest mode is used; a start that leads to no mode is a
        /// [warning](Mode::warnings) if another start leads to one.
        starts(ascent.count: usize);

        /// The seed of random starts.
        seed(ascent.seed: u64);

        /// The number of steps from which the inverse Hessian is estimated, at least 1. The default is four
        /// for each coordinate, but at most 4 096 numbers in all, and at least six.
        history(ascent.history: usize);

        /// The distance within which the mode must be, in standard deviations of the posterior, which are
        /// estimated by the inverse Hessian of the last steps: above 0 and below 1.
        tolerance(ascent.tolerance: f64);

        /// The most iterations of one start, at least 1.
        max_iterations(ascent.max_iterations: usize);

        /// The number of starts that run at the same time, at least 1: by default one for each core. It
        /// does not change the mode.
        threads(ascent.threads: usize);
    }

    start_setters!(ascent.starts, "start");

    /// Finds the mode.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`] and, for initial points, [`Error::LengthMismatch`].
    /// - [`Error::Empty`] if the posterior has no parameters.
    /// - [`Error::NoMode`] of the first start, if no start leads to a mode: the log density was not finite
    ///   at the start, is unbounded, or needs more iterations; or standard errors are computed and the
    ///   Hessian at the mode is not positive definite, for example because two columns of data are equal.
    ///   The error names the coordinate, or the direction by its coordinates.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive(), theta: vector(2) }
    /// let model = model! { // a funnel without a prior of its scale: infinite where tau is 0
    ///     mu |= normal(0.0, 1.0), tau |= uniform(0.0, 5.0), theta |= normal(mu, tau),
    /// };
    /// let error = model.compile()?.optimise().jacobian(false).run().unwrap_err();
    /// assert!(error.to_string().contains("`tau`"), "{error}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn run(self) -> Result<Mode, Error> {
        self.ascent.check(self.target)?;
        let problem = match self.has_jacobian {
            true => Problem::With(self.target),
            false => Problem::Without(self.target),
        };
        beside_parts(problem.target(), self.ascent.threads(), || self.run_here(problem))
    }

    /// Finds the mode; several starts run on several threads.
    fn run_here(&self, problem: Problem<'_>) -> Result<Mode, Error> {
        let started = Instant::now();
        let target = problem.target();
        let (mut summit, failures) = climb(problem, &self.ascent)?;
        let variables = target.variables();
        let mut values = vec![0.0; variables.iter().map(VariableInfo::size).sum()];
        let on_bounds = match problem {
            Problem::With(_) => Vec::new(),
            Problem::Without(target) => at_bounds(target, &mut summit),
        };
        let errors = match self.has_errors {
            true => Some(standard_errors(problem, &mut summit, &on_bounds, values.len())?),
            false => None,
        };
        let mut warnings: Vec<String> = failures.iter().map(ToString::to_string).collect();
        if !on_bounds.is_empty() {
            warnings.push(warning(target, &on_bounds, self.has_errors));
        }
        target.constrain_into(&summit.point, &mut values, &mut summit.workspace)?;
        Ok(Mode {
            variables,
            values,
            errors,
            gradient_norm: dot(&summit.gradient, &summit.gradient).sqrt(),
            point: summit.point,
            log_density: summit.log_density,
            stopped: summit.stopped,
            iterations: summit.iterations,
            gradients: summit.gradients,
            has_jacobian: self.has_jacobian,
            warnings,
            elapsed: started.elapsed(),
        })
    }
}

impl fmt::Debug for Optimise<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ascent.fmt(f)
    }
}
