//! [`WarmStart`]: an adaptation in the coordinates of a posterior.

use super::adaptation::Adaptation;
use super::matching::Matching;
use super::{FEWEST, LONGEST, WIDEST};
use crate::error::Error;
use crate::sampling::Nuts;
use crate::sampling::nuts::{Sampler, Warmup, learn};
use crate::sampling::settings::Settings;
use crate::target::{Start, Target};
use rand::RngExt;
use std::sync::Arc;

/// The metric, step size and points with which chains begin.
pub struct WarmStart {
    /// A sampler with the metric and the step size.
    learned: Sampler,
    /// The draws at which the log density is finite.
    starts: Vec<Start>,
    /// True if warmup has no windows.
    keeps_metric: bool,
}

impl WarmStart {
    /// Makes the warm start of a run, if its settings have one.
    ///
    /// # Errors
    ///
    /// The errors of [`of`](Self::of).
    pub fn of_settings(settings: &Settings, target: &dyn Target) -> Result<Option<Self>, Error> {
        settings.warm_start.as_ref().map(|adaptation| Self::of(adaptation, target, settings)).transpose()
    }

    /// Converts the draws of an adaptation to the posterior's coordinates, and learns the metric from them.
    ///
    /// # Errors
    ///
    /// The errors about names and sizes. If no draw can be used: the error of the support that the first
    /// draw is outside of, or [`Error::InvalidSetting`] if the log density is not finite at any draw.
    fn of(adaptation: &Adaptation, target: &dyn Target, settings: &Settings) -> Result<Self, Error> {
        if !adaptation.is_whole() {
            let rule = "have a step size, 1 to 256 draws, and as many numbers as these have elements";
            return Err(Error::InvalidSetting { setting: "warm_start", rule });
        }
        let mut matching = Matching::of(adaptation, target)?;
        let (dimension, chains) = (target.dimension(), settings.run.chains);
        // A stream of random numbers that no chain uses.
        let (mut rng, mut workspace) = (chains.rng(chains.count), target.workspace());
        let radius = settings.starts.radius;
        let (mut starts, mut outside) = (Vec::with_capacity(adaptation.draws), None);
        for draw in 0..adaptation.draws {
            let mut point: Vec<f64> =
                (0..dimension).map(|_| radius * (2.0 * rng.random::<f64>() - 1.0)).collect();
            // A draw that is outside of a support, because of rounding at its end, does not exclude the
            // others.
            if let Err(error) = matching.place(draw, &mut point, &mut workspace) {
                outside.get_or_insert(error);
                continue;
            }
            let mut gradient = vec![0.0; dimension];
            let log_density = target.log_density_and_gradient(&point, &mut gradient, &mut workspace);
            if log_density.is_finite() && point.iter().all(|coordinate| coordinate.is_finite()) {
                starts.push(Start { point, gradient, log_density });
            }
        }
        let rule = "have a draw at which the log density is finite";
        let none = Error::InvalidSetting { setting: "warm_start", rule };
        if starts.is_empty() {
            return Err(outside.unwrap_or(none));
        }
        let mut learned = Sampler::new(dimension, 1, target.arch()).ok_or(none)?;
        learned.set_numbers(target.numbers());
        settings.give_precision(&mut learned);
        learned.set_step(adaptation.step_size);
        let is_enough = starts.len() >= FEWEST;
        let are_typical = are_typical(&starts, dimension);
        // The values of new elements are random, so the log densities do not judge the draws of the others.
        if is_enough && (are_typical || !matching.is_whole) {
            let draws = || starts.iter().map(|start| (&start.point[..], &start.gradient[..]));
            let curvature = learn(&mut learned, settings.metric, draws(), adaptation.leapfrogs);
            let mut evaluate = |q: &[f64], gradient: &mut [f64]| {
                target.log_density_and_gradient(q, gradient, &mut workspace)
            };
            if curvature.is_some_and(|curvature| curvature.learn(&mut learned, &mut evaluate).0) {
                // The scales that remain beside the precision.
                learn(&mut learned, settings.metric, draws(), adaptation.leapfrogs);
            }
        }
        let keeps_metric =
            is_enough && are_typical && matching.is_whole && settings.run.chains.warmup <= LONGEST;
        Ok(Self { learned, starts, keeps_metric })
    }

    /// The point at which one of `count` chains begins.
    pub fn start(&self, chain: usize, count: usize) -> Start {
        let kept = self.starts.len();
        let place = if count <= kept { (chain + 1) * kept / count - 1 } else { chain % kept };
        let Start { point, gradient, log_density } = &self.starts[place];
        Start { point: point.clone(), gradient: gradient.clone(), log_density: *log_density }
    }

    /// Copies the metric and the step size to a sampler, and returns the warmup that follows.
    pub fn warmup(&self, sampler: &mut Sampler, settings: &Settings) -> Warmup {
        sampler.adopt(&self.learned);
        let (metric, target, length) = (settings.metric, settings.target_accept, settings.run.chains.warmup);
        if self.keeps_metric {
            Warmup::of_step(sampler, metric, target, length)
        } else {
            Warmup::new(sampler, metric, target, length)
        }
    }
}

/// Returns true if the log densities at the draws vary as they do at draws of this posterior. For a normal
/// distribution of d coordinates their standard deviation is √(d/2). For draws from far away it is about
/// the distance, in standard deviations, and neither these draws nor their gradients determine a metric.
fn are_typical(starts: &[Start], dimension: usize) -> bool {
    let count = starts.len() as f64;
    let mean = starts.iter().map(|start| start.log_density / count).sum::<f64>();
    let variance = starts.iter().map(|start| (start.log_density - mean).powi(2) / count).sum::<f64>();
    variance <= WIDEST * WIDEST * 0.5 * dimension as f64
}

impl Nuts<'_> {
    /// Starts with the adaptation of another run, of this posterior or of one whose parameters have the
    /// same names: chains begin at draws of that run, and the metric is learned from its draws and the
    /// gradients of this posterior there.
    ///
    /// Warmup becomes 100 transitions, unless [`warmup`](Self::warmup) is called after this. A warmup of up
    /// to 150 transitions only adapts the step size. A longer one learns the metric anew, and so does any
    /// warmup if the log densities at the draws vary far more than at draws of this posterior, which means
    /// that the data are different. The draws are as correct as those of a run without a warm start, if the
    /// chains leave their starts: an adaptation to other data only costs time. In a posterior of several
    /// modes all chains may begin in one of them and stay there, which R-hat does not detect.
    ///
    /// Elements are matched by their labels. Elements that the other run does not have begin at random, and
    /// warmup then learns the metric; 300 transitions suffice for that. Values and points from
    /// [`initial`](Self::initial), [`initial_points`](Self::initial_points) or
    /// [`start_from_pathfinder`](Self::start_from_pathfinder) take precedence over the draws.
    ///
    /// Draws of the other run outside of the supports of this posterior, or with a log density that is not
    /// finite, are left out. If fewer than 10 draws are left, they do not determine a metric, and warmup
    /// learns it.
    ///
    /// [`run`](Self::run) then has more errors: [`Error::UnknownName`] for a parameter that this posterior
    /// does not have; [`Error::LengthMismatch`] for a parameter of another size, unless both have labels;
    /// the error of a support if all draws are outside of it; and [`Error::InvalidSetting`] if the log
    /// density is finite at no draw, if the adaptation was changed in its file, and for a log density that
    /// a program defines, since values cannot be converted to points there.
    ///
    /// [`Adaptation`] has an example.
    pub fn warm_start(mut self, adaptation: &Adaptation) -> Self {
        self.settings.warm_start = Some(Arc::new(adaptation.clone()));
        self.settings.run.chains.warmup = Adaptation::WARMUP;
        self
    }
}
