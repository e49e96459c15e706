//! Laplace's approximation: the normal distribution with the mode and the curvature of the log density.
//!
//! With L Lᵀ = −∇² log p at the mode q̂, draws are q = q̂ + L⁻ᵀ u, u normal, with the log density
//! log |L| − ½ (uᵀu + n log 2π): Tierney and Kadane, J. Amer. Statist. Assoc. 81 (1986).

use super::affine::Affine;
use super::approximation::Approximation;
use super::ascent::{AscentSettings, climb};
use super::dense::inverse;
use super::evaluator::{Densities, Evaluator};
use super::newton::factor_of_hessian;
use super::problem::Problem;
use super::weighted::Pool;
use crate::chains::setters;
use crate::draws::Warning;
use crate::error::Error;
use crate::target::{beside_parts, start_setters};
use core::fmt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::time::Instant;

/// The settings of Laplace's approximation. Made by
/// `Posterior::laplace`.
///
/// | setting | default |
/// |---|---|
/// | [`draws`](Self::draws) | 1000 |
/// | [`resample`](Self::resample) | false |
/// | [`starts`](Self::starts) | 1 |
/// | [`seed`](Self::seed) | 0 |
/// | [`max_iterations`](Self::max_iterations) | 2000 |
/// | [`initial_radius`](Self::initial_radius) | 2 |
/// | [`initial`](Self::initial), [`initial_points`](Self::initial_points), [`initial_draws`](Self::initial_draws) | drawn at random |
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { a: real(), b: real() }
/// let (x, y) = ([0.0, 1.0, 2.0, 3.0], [0.1, 1.2, 1.8, 3.1]);
/// let model = model! { a |= flat(), b |= flat(), data(&y) |= normal(a + b * data(&x), 1.0) };
/// let laplace = model.compile()?.laplace().seed(1).run()?;
/// assert!(laplace.ess() > 999.0);                             // the posterior is normal: weights are equal
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "nothing is drawn before `run`"]
pub struct Laplace<'a> {
    densities: Densities<'a>,
    ascent: AscentSettings,
    draws: usize,
    is_resampled: bool,
}

impl<'a> Laplace<'a> {
    #[doc(hidden)]
    pub fn new(densities: Densities<'a>) -> Self {
        Self { densities, ascent: AscentSettings::new(), draws: 1000, is_resampled: false }
    }

    setters! {
        /// The number of draws, at least 1.
        draws(draws: usize);

        /// Sets whether [`draws`](Approximation::draws) are resampled by their importance weights.
        resample(is_resampled: bool);

        /// The number of starts of the ascent to the mode, at least 1. The highest mode is used.
        starts(ascent.count: usize);

        /// The seed of all random numbers.
        seed(ascent.seed: u64);

        /// The most iterations of one start, at least 1.
        max_iterations(ascent.max_iterations: usize);
    }

    start_setters!(ascent.starts, "start");

    /// Finds the mode, and draws from the approximation.
    ///
    /// # Errors
    ///
    /// The same errors as [`Optimise::run`](super::Optimise::run).
    pub fn run(self) -> Result<Approximation, Error> {
        crate::chains::check_rules([
            ("draws", self.draws > 0, "be at least 1"),
            ("laplace_in_lockstep", self.densities.is_valid(), "be from 1 to 8"),
        ])?;
        let target = self.densities.target();
        self.ascent.check(target)?;
        beside_parts(target, self.ascent.threads(), || self.run_here())
    }

    /// Finds the mode and draws, on this thread.
    fn run_here(&self) -> Result<Approximation, Error> {
        let started = Instant::now();
        let Self { densities, ascent, draws, is_resampled } = self;
        let (densities, draws) = (*densities, *draws);
        let target = densities.target();
        let problem = Problem::With(target);
        let (mut summit, failures) = climb(problem, ascent)?;
        let factor = factor_of_hessian(problem, &mut summit, &[])?;
        let mut rng = ChaCha8Rng::seed_from_u64(ascent.seed);
        // The streams of random numbers before this one are used by the starts.
        rng.set_stream(ascent.count as u64);

        let n = summit.point.len();
        let log_determinant: f64 = (0..n).map(|i| factor[i * n + i].ln()).sum();
        let inverse = inverse(&factor, n);
        let mut normal = Affine::new();
        // L⁻ᵀ
        normal.set(&summit.point, -2.0 * log_determinant, |row, column| inverse[column * n + row]);
        let mut evaluator = Evaluator::new(densities, summit.workspace);
        let pool = Pool::draw(&mut normal, draws, &mut evaluator, &mut rng)?;
        let failed = |error: Error| Warning::PathFailed { reason: error.to_string() };
        let warnings = failures.into_iter().map(failed).collect();
        let resampled = is_resampled.then_some(draws);
        let mut found =
            Approximation::of("Laplace", target.variables(), pool, resampled, &mut rng, warnings)?;
        (found.gradients, found.densities) = (summit.gradients, draws);
        found.elapsed = started.elapsed();
        Ok(found)
    }
}

impl fmt::Debug for Laplace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ascent.fmt(f)
    }
}
