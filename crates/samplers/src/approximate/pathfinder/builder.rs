//! [`Pathfinder`]: the settings of several paths, whose draws are joined by their importance weights.

use super::path::{Path, PathSettings, follow};
use crate::approximate::approximation::Approximation;
use crate::approximate::ascent::of_start;
use crate::approximate::evaluator::{Densities, Evaluator};
use crate::approximate::weighted::Pool;
use crate::chains::{Chains, check_rules, run_tasks, setters};
use crate::draws::Warning;
use crate::error::Error;
use crate::target::{Starts, beside_parts, start_setters};
use core::fmt;
use std::time::Instant;

/// The least count of numbers, read by all evaluations of a path, for which a second thread is faster than
/// one thread.
const PARALLEL: usize = 1 << 20;

/// The settings of Pathfinder. Made by `Posterior::pathfinder`.
///
/// Each path goes up the log density by L-BFGS from its own start. The distribution of the path is the
/// normal distribution with the largest evidence lower bound among the distributions that L-BFGS implies at
/// the points of the path. The draws of all paths are joined and resampled by their importance weights.
///
/// | setting | default |
/// |---|---|
/// | [`paths`](Self::paths) | 4 |
/// | [`draws`](Self::draws) | 1000 from each path, and 1000 after resampling |
/// | [`resample`](Self::resample) | true |
/// | [`seed`](Self::seed) | 0 |
/// | [`history`](Self::history) | for n coordinates 2n pairs, at least 8, if n is at most 12; else 8 |
/// | [`elbo_draws`](Self::elbo_draws) | 25 |
/// | [`max_iterations`](Self::max_iterations) | 1000 |
/// | [`initial_radius`](Self::initial_radius) | 2 |
/// | [`initial`](Self::initial), [`initial_points`](Self::initial_points), [`initial_draws`](Self::initial_draws) | drawn at random |
/// | [`threads`](Self::threads) | one per core, at most one per path |
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive() }
/// let model = model! { mu |= normal(1.0, 2.0), tau |= gamma(4.0, 1.0) };
/// let posterior = model.compile()?;
/// let approximation = posterior.pathfinder().draws(2000).seed(3).run()?;
/// assert!((approximation.row("mu")?.mean - 1.0).abs() < 0.2);
/// assert_eq!(approximation.candidates().column("mu")?.as_slice().len(), 4 * 2000);
/// assert_eq!(approximation.draws().column("mu")?.as_slice().len(), 2000);
/// assert_eq!(approximation.draws(), posterior.pathfinder().draws(2000).seed(3).threads(1).run()?.draws());
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "no path is followed before `run`"]
pub struct Pathfinder<'a> {
    densities: Densities<'a>,
    settings: Settings,
}

#[derive(Clone, Debug, PartialEq)]
struct Settings {
    chains: Chains,
    starts: Starts,
    path: PathSettings,
    is_resampled: bool,
    threads: Option<usize>,
}

/// The result of one path.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PathSummary {
    /// The number of the path, from 0.
    pub number: usize,
    /// The largest evidence lower bound, which estimates how much the log density of the posterior exceeds
    /// that of the approximation.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub elbo: f64,
    /// The iteration at which the bound was largest, from 1.
    pub best: usize,
    /// The number of iterations.
    pub iterations: usize,
}

impl<'a> Pathfinder<'a> {
    #[doc(hidden)]
    pub fn new(densities: Densities<'a>) -> Self {
        let chains = Chains { count: 4, warmup: 0, draws: 1000, seed: 0 };
        let (starts, path) = (Starts::default(), PathSettings::new());
        Self { densities, settings: Settings { chains, starts, path, is_resampled: true, threads: None } }
    }

    setters! {
        /// The number of paths, at least 1.
        paths(settings.chains.count: usize);

        /// The number of draws from each path, and of draws that are resampled from all paths, at least 1.
        draws(settings.chains.draws: usize);

        /// Sets whether [`draws`](Approximation::draws) are resampled from the draws of all paths by their
        /// importance weights. If not, all draws of all paths are kept, with
        /// [`weights`](Approximation::weights).
        resample(settings.is_resampled: bool);

        /// The seed of all random numbers.
        seed(settings.chains.seed: u64);

        /// The number of steps from which the normal distributions are made, at least 1.
        history(settings.path.history: usize);

        /// The number of draws that estimate the evidence lower bound of each normal distribution, at
        /// least 1.
        elbo_draws(settings.path.elbo_draws: usize);

        /// The most iterations of one path, at least 1.
        max_iterations(settings.path.max_iterations: usize);

        /// The number of paths that are followed at the same time, at least 1. The default is one for each
        /// core, or 1 if the log densities take less time than starting a thread. It does not change the
        /// draws.
        threads(settings.threads: usize);
    }

    start_setters!(settings.starts, "path");

    fn check(&self) -> Result<(), Error> {
        let Settings { chains, path, threads, .. } = &self.settings;
        check_rules([
            ("paths", chains.count > 0, "be at least 1"),
            ("draws", chains.draws > 0, "be at least 1"),
            ("history", path.history != Some(0), "be at least 1"),
            ("elbo_draws", path.elbo_draws > 0, "be at least 1"),
            ("max_iterations", path.max_iterations > 0, "be at least 1"),
            ("threads", *threads != Some(0), "be at least 1"),
            ("pathfinder_in_lockstep", self.densities.is_valid(), "be from 1 to 8"),
        ])?;
        self.settings.starts.check(self.densities.target(), chains.count)
    }

    /// Follows the paths.
    ///
    /// If a path fails, the other paths are kept, with a
    /// [`Warning::PathFailed`](crate::draws::Warning::PathFailed).
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`] and, for initial points, [`Error::LengthMismatch`].
    /// - [`Error::Empty`] if the posterior has no parameters.
    /// - [`Error::NoMode`] of the first path, if all paths fail: the log density was not finite at the
    ///   start, or nowhere close enough to that of a normal distribution.
    pub fn run(self) -> Result<Approximation, Error> {
        self.check()?;
        let Self { densities, settings } = &self;
        let target = densities.target();
        let chains = settings.chains;
        let work = target.numbers().saturating_mul(chains.draws);
        let cores = if work < PARALLEL { 1 } else { chains.threads() };
        let threads = settings.threads.map_or(cores, |threads| threads.min(chains.count));
        beside_parts(target, threads, || self.run_on(threads))
    }

    /// Follows the paths, `threads` of them at the same time.
    fn run_on(&self, threads: usize) -> Result<Approximation, Error> {
        let started = Instant::now();
        let Self { densities, settings } = self;
        let (target, chains) = (densities.target(), settings.chains);
        let paths = run_tasks("pathfinder", threads, 0..chains.count, |path, _| self.follow(path));

        let (mut pools, mut summaries, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        let (mut gradients, mut densities) = (0, 0);
        for (number, path) in paths.into_iter().enumerate() {
            match path {
                Ok((Path { elbo, best, iterations, gradients: own, densities: values, .. }, draws)) => {
                    summaries.push(PathSummary { number, elbo, best, iterations });
                    gradients += own;
                    densities += values + draws.log_densities.len();
                    pools.push(draws);
                }
                Err(error @ Error::NoMode { .. }) => errors.push(error),
                Err(error) => return Err(error),
            }
        }
        if summaries.is_empty() {
            return Err(errors.into_iter().next().unwrap_or(Error::Interrupted));
        }
        let failed = |error: Error| Warning::PathFailed { reason: error.to_string() };
        let warnings = errors.into_iter().map(failed).collect();
        let resampled = settings.is_resampled.then_some(chains.draws);
        // The streams of random numbers before this one are used by the paths.
        let mut rng = chains.rng(chains.count);
        let pool = Pool::join(pools);
        let mut found =
            Approximation::of("Pathfinder", target.variables(), pool, resampled, &mut rng, warnings)?;
        (found.paths, found.gradients, found.densities) = (summaries, gradients, densities);
        found.elapsed = started.elapsed();
        Ok(found)
    }

    /// Follows one path, and draws from its distribution.
    fn follow(&self, number: usize) -> Result<(Path, Pool), Error> {
        let Settings { chains, starts, path, .. } = &self.settings;
        let target = self.densities.target();
        let (mut rng, mut evaluator) =
            (chains.rng(number), Evaluator::new(self.densities, target.workspace()));
        let start = starts.find(target, (number, chains.count), &mut rng, &mut evaluator.workspace);
        let start = start.map_err(|error| of_start(error, number))?;
        let found = follow(&mut evaluator, start, *path, &mut rng);
        let mut found = found.ok_or_else(|| {
            let reason =
                "no point of the path has a normal distribution whose draws all have a finite log density";
            Error::NoMode { start: number, reason: reason.to_owned() }
        })?;
        let pool = Pool::draw(&mut found.factors, chains.draws, &mut evaluator, &mut rng)?;
        Ok((found, pool))
    }
}

impl fmt::Debug for Pathfinder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}
