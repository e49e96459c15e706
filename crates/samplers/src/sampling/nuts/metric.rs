//! Metrics: the scales of the posterior that warmup learns.
//!
//! From n draws with variances v, and gradients with variances w, the inverse metric is
//!
//!   diagonal   n/(n + 5) v + 10⁻³ · 5/(n + 5)
//!   Fisher     √(v / w)
//!   dense      n/(n + 5) C + 10⁻³ · 5/(n + 5) I, with the covariance C
//!   low rank   the second, and directions of its own beside it: see [`low_rank`](super::low_rank).
//!
//! The first and the third are Stan's. The second minimises the Fisher divergence between the posterior and
//! a normal distribution: Seyboldt, Carlson and Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by
//! minimizing Fisher divergence" (arXiv 2603.18845).
//!
//! Ten draws estimate a variance within a factor of two, but for a normal distribution without correlations
//! v / w is exact after two draws. So with the first metric, too, all windows except the last use the
//! second metric: warmup took 13 % to 18 % fewer gradients in three models. Windows of the third metric
//! with fewer than three draws for each coordinate also use the second metric, except the last window: with
//! covariances of ten draws, warmup of a model with 89 coordinates took 175 leapfrog steps a draw, and now
//! takes 11.

use super::auto;
use super::curvature::Curvature;
use super::low_rank::Directions;
use super::map::Map;
use super::moments::{Moments, Products};
use super::sampler::Sampler;
use super::window_draws::WindowDraws;
use crate::checkpoint::{State, Tape, state};
use crate::linalg::cholesky;
use crate::simd::{Aligned, MAX_LANES};
use pulp::Scalar;

/// The scales that the sampler learns during warmup.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { level: real(), slope: real() }
/// // Two parameters that are almost one.
/// let model = model! { level |= normal(0.0, 1.0), slope |= normal(level, 0.05) };
/// let posterior = model.compile()?;
/// let leapfrogs = |metric| -> Result<u64, monomorph::Error> {
///     let fit = posterior.nuts().metric(metric).chains(2).draws(500).seed(1).run()?;
///     Ok(fit.chains().iter().map(|chain| chain.leapfrogs()).sum())
/// };
/// assert!(leapfrogs(Metric::Dense)? < leapfrogs(Metric::Diagonal)? / 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Metric {
    /// The variance of each unconstrained coordinate, as in Stan. All windows except the last use
    /// [`Fisher`](Self::Fisher).
    Diagonal,
    /// A scale for each unconstrained coordinate, from the variances of draws and of gradients.
    /// Trajectories tend to be shorter than with [`Diagonal`](Self::Diagonal), and draws depend more on
    /// each other.
    Fisher,
    /// The covariance of all unconstrained coordinates, as in Stan: for strong correlations between few
    /// parameters. A leapfrog step takes two products with a triangle of the dimension's size.
    Dense,
    /// The scales of [`Fisher`](Self::Fisher) and, in units of these, a few directions with scales of their
    /// own: the directions whose variance is above 2 or below ½. They are found from draws and gradients,
    /// in the space that these span, so few draws suffice for the correlations of many parameters. A
    /// leapfrog step takes four multiplications and additions for each coordinate of each direction. The
    /// draws and gradients of a window are kept, at most 2¹⁸ numbers of each, but at least 64 draws. In
    /// longer windows every second, fourth, … draw is kept.
    LowRank,
    /// The correlations of thousands of coordinates, if few of them meet in a term of the log density, as
    /// in a field or a series. In the first windows a chain takes the curvature at the mean of its draws as
    /// a sparse [`PrecisionMatrix`](crate::sampling::PrecisionMatrix). It learns the variances of
    /// [`Diagonal`](Self::Diagonal) in the coordinates that the precision makes independent. A leapfrog
    /// step takes two solutions with the precision's triangle. If coordinates meet more than 200 others on
    /// average, or the log density is not finite near the mean, the metric is a diagonal without a
    /// precision.
    Sparse,
    /// [`Diagonal`](Self::Diagonal), or [`LowRank`](Self::LowRank) with the number of directions that pays,
    /// or [`Sparse`](Self::Sparse) for 200 coordinates and more. The number of steps that directions or a
    /// precision are predicted to save, from the range of variances, is compared with their cost relative
    /// to the gradient, by counts and not by time. The sampler does not search for directions if the search
    /// would take more than half as long as a window's gradients, nor for a precision if trajectories are
    /// short.
    #[default]
    Auto,
}

/// The number of draws for each dimension below which correlations are mostly noise. A window with fewer
/// draws uses the second metric, unless it is the last window.
const DRAWS_PER_DIMENSION: f64 = 3.0;

/// The number of draws that directions need is the number of coordinates, but at least `FEWEST` and at most
/// `MANY`, unless the window is the last. With ten draws of 65 coordinates warmup took twice as many
/// gradients; with ten draws of four coordinates some chains, which had not yet reached the posterior, did
/// not arrive.
const FEWEST: f64 = 20.0;
const MANY: f64 = 80.0;

/// The estimate of the scales from a window of draws.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimate {
    metric: Metric,
    points: Moments,
    gradients: Moments,
    correlations: Correlations,
    /// The number of gradients that the window's draws have taken.
    gradients_taken: u64,
}

/// The products or the draws for correlations, if the metric needs them.
#[derive(Clone, Debug, PartialEq)]
enum Correlations {
    None,
    Products(Products),
    Draws(WindowDraws),
}

state!(Estimate { points, gradients, correlations, gradients_taken; metric });

impl State for Correlations {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        match self {
            Self::None => {}
            Self::Products(products) => products.pass(tape),
            Self::Draws(draws) => draws.pass(tape),
        }
    }
}

impl Estimate {
    pub fn new(metric: Metric, dimension: usize) -> Self {
        let correlations = match metric {
            Metric::Diagonal | Metric::Fisher | Metric::Sparse => Correlations::None,
            Metric::Dense => Correlations::Products(Products::new(dimension)),
            Metric::LowRank | Metric::Auto => Correlations::Draws(WindowDraws::new(dimension)),
        };
        let [points, gradients] = [(); 2].map(|()| Moments::new(dimension));
        Self { metric, points, gradients, correlations, gradients_taken: 0 }
    }

    /// Adds the chain's current draw.
    pub fn add(&mut self, sampler: &mut Sampler) {
        self.gradients_taken += sampler.leapfrogs();
        let (point, gradient) = sampler.draw_of_scales();
        self.add_draw(point, gradient);
    }

    fn add_draw(&mut self, point: &[f64], gradient: &[f64]) {
        self.points.add(point);
        self.gradients.add(gradient);
        match &mut self.correlations {
            Correlations::None => {}
            Correlations::Products(products) => products.add(point),
            Correlations::Draws(draws) => draws.add(point, gradient),
        }
    }

    /// Returns the curvature, at the mean of the window's draws, that a chain should take as its precision
    /// when the window ends. Returns `None` if the window has too few draws, or if a precision cannot save
    /// more time than it costs.
    pub fn curvature(&self, sampler: &Sampler) -> Option<Curvature> {
        let count = self.points.count;
        let is_possible = count >= FEWEST && !sampler.is_precision_given;
        let curvature =
            Curvature { point: Vec::new(), metric: self.metric, steps: self.gradients_taken as f64 / count };
        let is_wanted = is_possible && curvature.is_worth_a_look(sampler);
        is_wanted
            .then(|| Curvature { point: sampler.to_posterior(self.points.means().to_vec()), ..curvature })
    }

    /// Gives the sampler the scales from the draws of a window, and clears the draws. `is_last` is true for
    /// the last window.
    pub fn finish(&mut self, sampler: &mut Sampler, is_last: bool) {
        let (dimension, count) = (sampler.point().len(), self.points.count);
        match &self.correlations {
            Correlations::None if is_last && self.metric != Metric::Fisher => {
                sampler.set_scales(self.of_draws(), Map::Identity);
            }
            Correlations::Products(products)
                if is_last || count >= DRAWS_PER_DIMENSION * dimension as f64 =>
            {
                if let Some((scales, factor)) = factorised(products, dimension) {
                    sampler.set_scales(scales.into_iter(), Map::Dense(factor));
                }
            }
            Correlations::Draws(draws) => {
                let scales: Vec<f64> = self.balanced().collect();
                let directions = self.directions(draws, &scales, sampler, is_last);
                let has_none = directions.as_ref().is_none_or(|found| found.variances.is_empty());
                if self.metric == Metric::Auto && is_last && has_none {
                    // These are the scales of the diagonal metric.
                    sampler.set_scales(self.of_draws(), Map::Identity);
                } else {
                    let map = directions.and_then(|directions| directions.map(dimension));
                    sampler.set_scales(scales.into_iter(), map.unwrap_or(Map::Identity));
                }
            }
            Correlations::None | Correlations::Products(_) => {
                sampler.set_scales(self.balanced(), Map::Identity);
            }
        }
        self.clear();
    }

    /// Returns the scales from the variances of draws.
    fn of_draws(&self) -> impl Iterator<Item = f64> {
        let count = self.points.count;
        self.points.variances().map(move |variance| shrunk(variance, count).sqrt())
    }

    /// Returns the scales from the variances of draws and of gradients.
    fn balanced(&self) -> impl Iterator<Item = f64> {
        let ratios = self.points.variances().zip(self.gradients.variances());
        ratios.map(|(points, gradients)| balanced(points, gradients))
    }

    /// Returns the directions of a window's draws, if there are enough draws. For [`Metric::Auto`] only
    /// directions that save more time than they cost are returned.
    fn directions(
        &self,
        draws: &WindowDraws,
        scales: &[f64],
        sampler: &Sampler,
        is_last: bool,
    ) -> Option<Directions> {
        let (dimension, numbers) = (scales.len(), sampler.numbers());
        let is_auto = self.metric == Metric::Auto;
        let is_enough = is_last || self.points.count >= (dimension as f64).clamp(FEWEST, MANY);
        let taken = self.gradients_taken as f64;
        if !is_enough || is_auto && !auto::is_cheap(draws.count(), dimension, taken, numbers) {
            return None;
        }
        let mut directions = Directions::of(draws, scales, if is_auto { auto::CLOSEST } else { 0.0 })?;
        if is_auto {
            auto::choose(&mut directions, dimension, numbers);
        }
        Some(directions)
    }

    fn clear(&mut self) {
        self.points.clear();
        self.gradients.clear();
        self.gradients_taken = 0;
        match &mut self.correlations {
            Correlations::None => {}
            Correlations::Products(products) => products.clear(),
            Correlations::Draws(draws) => draws.clear(),
        }
    }
}

/// Gives a sampler the scales from the draws of another run, each with its gradient, and returns the
/// curvature that the sampler should take as its precision. `leapfrogs` is the number of leapfrog steps
/// that a draw took.
pub fn learn<'a>(
    sampler: &mut Sampler,
    metric: Metric,
    draws: impl Iterator<Item = (&'a [f64], &'a [f64])>,
    leapfrogs: f64,
) -> Option<Curvature> {
    let mut estimate = Estimate::new(metric, sampler.point().len());
    draws.for_each(|(point, gradient)| {
        sampler.place(point, gradient, 0.0);
        estimate.add(sampler);
    });
    estimate.gradients_taken = (estimate.points.count * leapfrogs) as u64;
    let curvature = estimate.curvature(sampler);
    estimate.finish(sampler, true);
    curvature
}

/// Returns the scale of a coordinate from the variances of its draws and of its gradients, or 1 if a
/// variance is 0.
fn balanced(points: f64, gradients: f64) -> f64 {
    let scale = (points / gradients).sqrt().sqrt();
    if scale.is_finite() && scale > 0.0 { scale.clamp(1e-10, 1e10) } else { 1.0 }
}

/// Returns a variance, shrunk towards 10⁻³.
fn shrunk(variance: f64, count: f64) -> f64 {
    (count * variance + 5e-3) / (count + 5.0)
}

/// Returns the standard deviations and the factor of the correlations, with its rows in whole lines, or
/// `None` if the correlations are not positive definite because of rounding.
fn factorised(products: &Products, dimension: usize) -> Option<(Vec<f64>, Aligned)> {
    let count = products.count;
    let scale = |i| shrunk(products.covariance(i, i), count).sqrt();
    let scales: Vec<f64> = (0..dimension).map(scale).collect();
    let mut correlations = vec![0.0; dimension * dimension];
    for i in 0..dimension {
        correlations[i * dimension + i] = 1.0;
        for j in i + 1..dimension {
            let covariance = count / (count + 5.0) * products.covariance(i, j);
            correlations[i * dimension + j] = covariance / (scales[i] * scales[j]);
        }
    }
    if !cholesky(Scalar::new(), &mut correlations, dimension) {
        return None;
    }
    let stride = dimension.next_multiple_of(MAX_LANES);
    let mut factor = Aligned::zeros(dimension * stride)?;
    for (i, row) in factor.as_mut_slice().chunks_exact_mut(stride).enumerate() {
        row[i..dimension].copy_from_slice(&correlations[i * dimension..][i..dimension]);
    }
    Some((scales, factor))
}
