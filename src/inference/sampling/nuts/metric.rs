//! Metrics: what is learned of the scales of the posterior during warmup.
//!
//! From n draws with variances v and those of their gradients w, the inverse metric is
//!
//!   diagonal   n/(n + 5) v + 10⁻³ · 5/(n + 5)
//!   Fisher     √(v / w)
//!   dense      n/(n + 5) C + 10⁻³ · 5/(n + 5) I, with the covariance C
//!   low rank   the second, and directions of its own beside it: see [`low_rank`](super::low_rank).
//!
//! The first and the third are Stan's. The second minimises the Fisher divergence between the posterior and a normal
//! distribution: Seyboldt, Carlson and Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by minimizing Fisher divergence"
//! (arXiv 2603.18845).
//!
//! Ten draws tell a variance within a factor of two, but of a normal distribution without correlations v / w is exact after two
//! draws. So with the first metric, too, all windows but the last take the second: warmup took 13 % to 18 % fewer gradients in three models. So do
//! windows of the third with fewer than three draws for each coordinate, but for the last: with covariances of ten draws, warmup of a model
//! with 89 coordinates took 175 leapfrog steps a draw, and takes 11.

use super::auto;
use super::low_rank::Directions;
use super::map::Map;
use super::moments::{Moments, Products};
use super::sampler::Sampler;
use super::window_draws::WindowDraws;
use crate::checkpoint::{State, Tape};
use crate::linalg::cholesky;
use crate::simd::{Aligned, MAX_LANES};
use pulp::Scalar;

/// The scales that the sampler learns during warmup.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::sampling::Metric;
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
#[non_exhaustive]
pub enum Metric {
    /// The variance of each unconstrained coordinate, as in Stan. In all windows but the last it is learned as for
    /// [`Fisher`](Self::Fisher).
    Diagonal,
    /// A scale for each unconstrained coordinate, from the variances of draws and of gradients: trajectories tend to be shorter than with
    /// [`Diagonal`](Self::Diagonal), and draws depend more on each other.
    Fisher,
    /// The covariance of all unconstrained coordinates, as in Stan: for strong correlations between few parameters. A leapfrog step takes two products
    /// with a triangle of the dimension's size.
    Dense,
    /// The scales of [`Fisher`](Self::Fisher), and in units of these a few directions with scales of their own: those whose variance is above 2 or below
    /// ½. They are found from draws and gradients, in the space that these span, so correlations of many parameters are learned from few draws. A leapfrog
    /// step takes four multiplications and additions for each coordinate of each direction. The draws and gradients of a window are kept for it, at
    /// most 2¹⁸ numbers of each, but at least 64 draws; of longer windows every second, fourth, … is kept.
    LowRank,
    /// [`Diagonal`](Self::Diagonal), or [`LowRank`](Self::LowRank) with as many directions as pay: the steps that they are predicted to save, by the range of variances, are compared with
    /// what they cost beside the gradient, in numbers and not in time. Where finding them would take more than half as long as a window's gradients, none are looked for.
    #[default]
    Auto,
}

/// Fewer draws than this times the dimension tell less of correlations than noise: with them a window takes the second metric, unless it is
/// the last.
const DRAWS_PER_DIMENSION: f64 = 3.0;

/// As many draws as there are coordinates tell of directions, but no fewer and no more than these, unless the window is the last. With ten draws of 65 coordinates
/// warmup took twice as many gradients; with ten of four some chains, which were still on their way to the posterior, did not arrive.
const FEWEST: f64 = 20.0;
const MANY: f64 = 80.0;

/// What a window of draws tells of the scales.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Estimate {
    Diagonal { points: Moments, gradients: Moments, is_fisher: bool },
    Dense { points: Products, gradients: Moments },
    LowRank { points: Moments, gradients: Moments, draws: WindowDraws, gradients_taken: u64, is_auto: bool },
}

impl State for Estimate {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        match self {
            Self::Diagonal { points, gradients, is_fisher: _ } => {
                points.pass(tape);
                gradients.pass(tape);
            }
            Self::Dense { points, gradients } => {
                points.pass(tape);
                gradients.pass(tape);
            }
            Self::LowRank { points, gradients, draws, gradients_taken, is_auto: _ } => {
                points.pass(tape);
                gradients.pass(tape);
                draws.pass(tape);
                gradients_taken.pass(tape);
            }
        }
    }
}

impl Estimate {
    pub fn new(metric: Metric, dimension: usize) -> Self {
        let diagonal = |is_fisher| Self::Diagonal {
            points: Moments::new(dimension),
            gradients: Moments::new(dimension),
            is_fisher,
        };
        match metric {
            Metric::Diagonal => diagonal(false),
            Metric::Fisher => diagonal(true),
            Metric::Dense => {
                Self::Dense { points: Products::new(dimension), gradients: Moments::new(dimension) }
            }
            Metric::LowRank | Metric::Auto => Self::LowRank {
                points: Moments::new(dimension),
                gradients: Moments::new(dimension),
                draws: WindowDraws::new(dimension),
                gradients_taken: 0,
                is_auto: metric == Metric::Auto,
            },
        }
    }

    /// Adds the chain's draw.
    pub fn add(&mut self, sampler: &Sampler) {
        match self {
            Self::Diagonal { points, gradients, .. } => {
                points.add(sampler.point());
                gradients.add(sampler.gradient());
            }
            Self::Dense { points, gradients } => {
                points.add(sampler.point());
                gradients.add(sampler.gradient());
            }
            Self::LowRank { points, gradients, draws, gradients_taken, .. } => {
                points.add(sampler.point());
                gradients.add(sampler.gradient());
                draws.add(sampler.point(), sampler.gradient());
                *gradients_taken += sampler.leapfrogs();
            }
        }
    }

    /// Gives the sampler the scales that belong to the draws of a window, which may be the last, and forgets these.
    pub fn finish(&mut self, sampler: &mut Sampler, is_last: bool) {
        match self {
            Self::Diagonal { points, gradients, is_fisher } => {
                let count = points.count;
                if is_last && !*is_fisher {
                    let scales = points.variances().map(|variance| shrunk(variance, count).sqrt());
                    sampler.set_scales(scales, Map::Identity);
                } else {
                    let ratios = points.variances().zip(gradients.variances());
                    sampler.set_scales(ratios.map(|(v, w)| balanced(v, w)), Map::Identity);
                }
                points.clear();
                gradients.clear();
            }
            Self::Dense { points, gradients } => {
                let dimension = sampler.point().len();
                let is_enough = is_last || points.count >= DRAWS_PER_DIMENSION * dimension as f64;
                if !is_enough {
                    let variances = (0..dimension).map(|i| points.covariance(i, i));
                    let ratios = variances.zip(gradients.variances());
                    sampler.set_scales(ratios.map(|(v, w)| balanced(v, w)), Map::Identity);
                } else if let Some((scales, factor)) = factorised(points, dimension) {
                    sampler.set_scales(scales.into_iter(), Map::Dense(factor));
                }
                points.clear();
                gradients.clear();
            }
            Self::LowRank { points, gradients, draws, gradients_taken, is_auto } => {
                let dimension = sampler.point().len();
                let count = points.count;
                let ratios = points.variances().zip(gradients.variances());
                let mut scales: Vec<f64> = ratios.map(|(v, w)| balanced(v, w)).collect();
                let is_enough = is_last || count >= (dimension as f64).clamp(FEWEST, MANY);
                let work = *gradients_taken as f64;
                let is_enough = is_enough
                    && (!*is_auto || auto::is_cheap(draws.count(), dimension, work, sampler.numbers()));
                let mut directions = is_enough.then(|| Directions::of(draws, &scales)).flatten();
                if *is_auto {
                    if let Some(directions) = &mut directions {
                        auto::choose(directions, dimension, sampler.numbers());
                    }
                    // What the diagonal metric would do.
                    if is_last && directions.as_ref().is_none_or(|directions| directions.variances.is_empty())
                    {
                        scales = points.variances().map(|variance| shrunk(variance, count).sqrt()).collect();
                    }
                }
                let map = directions.and_then(|directions| directions.map(dimension));
                sampler.set_scales(scales.into_iter(), map.unwrap_or(Map::Identity));
                points.clear();
                gradients.clear();
                draws.clear();
                *gradients_taken = 0;
            }
        }
    }
}

/// The scale of a coordinate from the variances of its draws and of its gradients. One that has not moved, or whose gradient has not,
/// tells nothing.
fn balanced(points: f64, gradients: f64) -> f64 {
    let scale = (points / gradients).sqrt().sqrt();
    if scale.is_finite() && scale > 0.0 { scale.clamp(1e-10, 1e10) } else { 1.0 }
}

/// A variance, drawn a little towards 10⁻³.
fn shrunk(variance: f64, count: f64) -> f64 {
    (count * variance + 5e-3) / (count + 5.0)
}

/// The standard deviations, and the factor of the correlations, its rows in whole lines; nothing if rounding leaves none.
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
