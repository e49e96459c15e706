//! Metrics: what is learned of the scales of the posterior during warmup.
//!
//! From n draws with variances v and those of their gradients w, the inverse metric is
//!
//!   diagonal   n/(n + 5) v + 10⁻³ · 5/(n + 5)
//!   Fisher     √(v / w)
//!   dense      n/(n + 5) C + 10⁻³ · 5/(n + 5) I, with the covariance C
//!   low rank   the second, and directions of its own beside it: see [`low_rank`](super::low_rank).
//!
//! The first and the third are Stan's. The second minimises the Fisher divergence between the posterior and a
//! normal distribution: Seyboldt, Carlson and Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by
//! minimizing Fisher divergence" (arXiv 2603.18845).
//!
//! Ten draws tell a variance within a factor of two, but of a normal distribution without correlations v / w
//! is exact after two draws. So with the first metric, too, all windows but the last take the second: warmup
//! took 13 % to 18 % fewer gradients in three models. So do windows of the third with fewer than three draws
//! for each coordinate, but for the last: with covariances of ten draws, warmup of a model with 89
//! coordinates took 175 leapfrog steps a draw, and takes 11.

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
    /// The variance of each unconstrained coordinate, as in Stan. In all windows but the last it is learned
    /// as for [`Fisher`](Self::Fisher).
    Diagonal,
    /// A scale for each unconstrained coordinate, from the variances of draws and of gradients: trajectories
    /// tend to be shorter than with [`Diagonal`](Self::Diagonal), and draws depend more on each other.
    Fisher,
    /// The covariance of all unconstrained coordinates, as in Stan: for strong correlations between few
    /// parameters. A leapfrog step takes two products with a triangle of the dimension's size.
    Dense,
    /// The scales of [`Fisher`](Self::Fisher), and in units of these a few directions with scales of their
    /// own: those whose variance is above 2 or below ½. They are found from draws and gradients, in the space
    /// that these span, so correlations of many parameters are learned from few draws. A leapfrog step takes
    /// four multiplications and additions for each coordinate of each direction. The draws and gradients of a
    /// window are kept for it, at most 2¹⁸ numbers of each, but at least 64 draws; of longer windows every
    /// second, fourth, … is kept.
    LowRank,
    /// The correlations of thousands of coordinates of which few meet in a term of the log density, as those
    /// of a field or a series do: in the first windows a chain takes the curvature at the mean of its draws
    /// as a sparse [`PrecisionMatrix`](crate::sampling::PrecisionMatrix), and learns the variances of
    /// [`Diagonal`](Self::Diagonal) in the coordinates which that makes independent. A leapfrog step takes
    /// two solutions with the precision's triangle. Where coordinates meet more than 200 others on average,
    /// or the log density is not finite near the mean, the metric is a diagonal without a precision.
    Sparse,
    /// [`Diagonal`](Self::Diagonal), or [`LowRank`](Self::LowRank) with as many directions as pay, or
    /// [`Sparse`](Self::Sparse) of 200 coordinates and more. The steps that directions or a precision are
    /// predicted to save, by the range of variances, are compared with what they cost beside the gradient, in
    /// numbers and not in time. Where finding directions would take more than half as long as a window's
    /// gradients, none are looked for; nor is a precision where trajectories are short.
    #[default]
    Auto,
}

/// Fewer draws than this times the dimension tell less of correlations than noise: with them a window takes
/// the second metric, unless it is the last.
const DRAWS_PER_DIMENSION: f64 = 3.0;

/// As many draws as there are coordinates tell of directions, but no fewer and no more than these, unless the
/// window is the last. With ten draws of 65 coordinates warmup took twice as many gradients; with ten of four
/// some chains, which were still on their way to the posterior, did not arrive.
const FEWEST: f64 = 20.0;
const MANY: f64 = 80.0;

/// The estimate of the scales from a window of draws.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimate {
    metric: Metric,
    points: Moments,
    gradients: Moments,
    correlations: Correlations,
    /// The gradients that the window's draws have taken.
    gradients_taken: u64,
}

/// The products or the draws that tell of correlations, if the metric asks for them.
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

    /// Adds the chain's draw.
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

    /// The curvature that a chain is to take as its precision when a window ends, at the mean of its draws.
    /// Nothing if the window has too few draws, or a precision cannot pay.
    pub fn curvature(&self, sampler: &Sampler) -> Option<Curvature> {
        let count = self.points.count;
        let is_possible = count >= FEWEST && !sampler.is_precision_given;
        let curvature =
            Curvature { point: Vec::new(), metric: self.metric, steps: self.gradients_taken as f64 / count };
        let is_wanted = is_possible && curvature.is_worth_a_look(sampler);
        is_wanted
            .then(|| Curvature { point: sampler.to_posterior(self.points.means().to_vec()), ..curvature })
    }

    /// Gives the sampler the scales that belong to the draws of a window, which may be the last, and forgets
    /// these.
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
                    // What the diagonal metric would do.
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

    /// The scales by the variances of draws.
    fn of_draws(&self) -> impl Iterator<Item = f64> {
        let count = self.points.count;
        self.points.variances().map(move |variance| shrunk(variance, count).sqrt())
    }

    /// The scales by the variances of draws and of gradients.
    fn balanced(&self) -> impl Iterator<Item = f64> {
        let ratios = self.points.variances().zip(self.gradients.variances());
        ratios.map(|(points, gradients)| balanced(points, gradients))
    }

    /// The directions of a window's draws, if there are enough draws, and, for [`Metric::Auto`], those that
    /// pay.
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

/// Gives a sampler the scales that belong to the draws of another run, each with the gradient there, and
/// returns the curvature that it should take as its precision. `leapfrogs` is the number of leapfrog steps
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

/// The scale of a coordinate from the variances of its draws and of its gradients. One that has not moved, or
/// whose gradient has not, tells nothing.
fn balanced(points: f64, gradients: f64) -> f64 {
    let scale = (points / gradients).sqrt().sqrt();
    if scale.is_finite() && scale > 0.0 { scale.clamp(1e-10, 1e10) } else { 1.0 }
}

/// A variance, drawn a little towards 10⁻³.
fn shrunk(variance: f64, count: f64) -> f64 {
    (count * variance + 5e-3) / (count + 5.0)
}

/// The standard deviations, and the factor of the correlations, its rows in whole lines; nothing if rounding
/// leaves none.
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
