//! [`Approximation`]: the result of Laplace's method and of Pathfinder.

use super::pathfinder::PathSummary;
use super::printed::weighted_table;
use super::rows::{ApproximationRow, find_row, rows};
use super::weighted::{Pool, at_places, resample};
use crate::draws::table::wrap;
use crate::draws::{Draws, Summary, Warning};
use crate::error::Error;
use crate::trace::VariableInfo;
use core::fmt;
use monomorph_diagnostics::psis::Quality;
use rand::rngs::ChaCha8Rng;
use std::time::Duration;

/// Draws of a distribution that stands for the posterior, with importance weights.
///
/// Printed, it is a table of means before and after weighting, with k̂ and a warning where it is too large.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive() }
/// let model = model! { mu |= normal(0.0, 1.0), tau |= gamma(3.0, 1.0) };
/// let approximation = model.compile()?.laplace().draws(1000).seed(1).run()?;
/// println!("{approximation}");
/// let tau = approximation.row("tau")?;
/// assert!((tau.mean - 3.0).abs() < 0.2);                      // weighted
/// assert!((approximation.weights().iter().sum::<f64>() - 1.0).abs() < 1e-9);
/// assert_eq!(approximation.draws().column("tau")?.as_slice().len(), 1000);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Approximation {
    /// The name of the method.
    method: &'static str,
    candidates: Draws,
    weights: Vec<f64>,
    quality: Quality,
    resampled: Option<Draws>,
    log_densities: Vec<f64>,
    log_approximations: Vec<f64>,
    pub(super) paths: Vec<PathSummary>,
    pub(super) gradients: usize,
    pub(super) densities: usize,
    pub(super) elapsed: Duration,
}

impl Approximation {
    /// Makes the approximation from a pool of draws; resamples `resampled` draws by their weights if it is
    /// `Some`.
    pub(super) fn of(
        method: &'static str,
        variables: Vec<VariableInfo>,
        mut pool: Pool,
        resampled: Option<usize>,
        rng: &mut ChaCha8Rng,
        warnings: Vec<Warning>,
    ) -> Result<Self, Error> {
        let (weights, quality) = pool.weights()?;
        let low = (!quality.is_reliable()).then(|| Warning::ImportanceWeights {
            khat: quality.pareto_k,
            threshold: quality.threshold(),
            ess: quality.ess,
        });
        let warnings: Vec<Warning> = warnings.into_iter().chain(low).collect();
        let candidates = pool.take_draws(variables)?.with_warnings(warnings.clone());
        let resampled = match resampled {
            Some(count) => {
                let draws = at_places(&candidates, &resample(&weights, count, rng))?;
                Some(draws.with_warnings(warnings))
            }
            None => None,
        };
        Ok(Self {
            method,
            candidates,
            weights,
            quality,
            resampled,
            log_densities: pool.log_densities,
            log_approximations: pool.log_approximations,
            paths: Vec::new(),
            gradients: 0,
            densities: 0,
            elapsed: Duration::ZERO,
        })
    }

    /// The draws, as one chain: the resampled draws if the draws were resampled by their weights, else all
    /// [candidates](Self::candidates).
    pub fn draws(&self) -> &Draws {
        self.resampled.as_ref().unwrap_or(&self.candidates)
    }

    /// The draws of the approximation itself, path after path, which have [weights](Self::weights).
    pub fn candidates(&self) -> &Draws {
        &self.candidates
    }

    /// The smoothed importance weights of the [candidates](Self::candidates), which sum to 1.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The shape k̂ of the tail of the weights. Weighted means are reliable if k̂ is below 0.7 and below 1
    /// − 1/log₁₀ of the number of draws.
    ///
    /// `k̂` is −∞ if the logarithms of the weights of all S draws differ by less than 0.01/√S, a difference
    /// that means of S draws cannot show: the approximation is then printed as exact. `k̂` is ∞ if there
    /// are too few draws to estimate it.
    pub fn khat(&self) -> f64 {
        self.quality.pareto_k
    }

    /// The effective sample size: the number of independent draws of the posterior with the same precision
    /// as the weighted draws.
    pub fn ess(&self) -> f64 {
        self.quality.ess
    }

    /// The log density of the posterior at each of the [candidates](Self::candidates), with the log
    /// Jacobians.
    pub fn log_densities(&self) -> &[f64] {
        &self.log_densities
    }

    /// The log density of the approximation at each of the [candidates](Self::candidates).
    pub fn log_approximations(&self) -> &[f64] {
        &self.log_approximations
    }

    /// The paths of Pathfinder; empty for Laplace's method.
    pub fn paths(&self) -> &[PathSummary] {
        &self.paths
    }

    /// The number of gradient evaluations.
    pub fn gradients(&self) -> usize {
        self.gradients
    }

    /// The number of evaluations of the log density without its gradient.
    pub fn log_density_evaluations(&self) -> usize {
        self.densities
    }

    /// The wall time.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Mean, standard deviation, quantiles and diagnostics of every element of the [draws](Self::draws).
    pub fn summary(&self) -> Summary {
        self.draws().summary()
    }

    /// The means and standard deviations of all elements, before and after weighting.
    pub fn rows(&self) -> Vec<ApproximationRow> {
        rows(&self.candidates, &self.weights)
    }

    /// The row of an element: `mu`, `eta[0]`, …
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn row(&self, element: &str) -> Result<ApproximationRow, Error> {
        find_row(self.rows(), element)
    }
}

/// An approximation is printed with its first fifty elements; `{approximation:#}` prints all.
impl fmt::Display for Approximation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        weighted_table(f, ["unweighted", "unweighted sd"], self.rows(), &self.candidates.fixed_elements())?;
        let quality = match self.khat() {
            f64::NEG_INFINITY => "all of equal weight, so exact".to_owned(),
            f64::INFINITY => "too few to tell k-hat".to_owned(),
            khat => format!("with k-hat {khat:.2}"),
        };
        let line = format!(
            "{}: {} draws, {quality}, worth {:.0} of the posterior; {} gradients and {} log densities",
            self.method,
            self.weights.len(),
            self.ess(),
            self.gradients,
            self.densities
        );
        write!(f, "\n{}", wrap(&line))?;
        for warning in self.candidates.warnings() {
            write!(f, "\n\n{}", wrap(&format!("Warning: {warning}")))?;
        }
        writeln!(f)
    }
}
