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

/// What chains begin with.
pub struct WarmStart {
    /// A sampler that has the metric and the step.
    learned: Sampler,
    /// The draws at which the log density is finite.
    starts: Vec<Start>,
    /// True if warmup has no windows.
    keeps_metric: bool,
}

impl WarmStart {
    /// The warm start of a run, if its settings have one.
    ///
    /// # Errors
    ///
    /// Those of [`of`](Self::of).
    pub fn of_settings(settings: &Settings, target: &dyn Target) -> Result<Option<Self>, Error> {
        settings.warm_start.as_ref().map(|adaptation| Self::of(adaptation, target, settings)).transpose()
    }

    /// Moves the draws of an adaptation to the posterior's coordinates, and learns the metric from them.
    ///
    /// # Errors
    ///
    /// Those of names and sizes; if no draw can be used, that of a support which the first one is outside of,
    /// or [`Error::InvalidSetting`] if the log density is finite at none.
    fn of(adaptation: &Adaptation, target: &dyn Target, settings: &Settings) -> Result<Self, Error> {
        if !adaptation.is_whole() {
            let rule = "have a step size, 1 to 256 draws, and as many numbers as these have elements";
            return Err(Error::InvalidSetting { setting: "warm_start", rule });
        }
        let mut matching = Matching::of(adaptation, target)?;
        let (dimension, chains) = (target.dimension(), settings.run.chains);
        // The numbers of a chain that is not there.
        let (mut rng, mut workspace) = (chains.rng(chains.count), target.workspace());
        let radius = settings.starts.radius;
        let (mut starts, mut outside) = (Vec::with_capacity(adaptation.draws), None);
        for draw in 0..adaptation.draws {
            let mut point: Vec<f64> =
                (0..dimension).map(|_| radius * (2.0 * rng.random::<f64>() - 1.0)).collect();
            // A draw at the very end of a support, by rounding, is no reason to do without the others.
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
        // Elements that are new are anywhere, and tell nothing of the others.
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

    /// Gives a sampler the metric and the step, and the warmup that follows.
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

/// True if log densities at the draws vary as they do where the draws are this posterior's own. Of a normal
/// distribution their standard deviation is √(d/2); of draws from far off it is the distance, in standard
/// deviations, and neither they nor the gradients there tell a metric.
fn are_typical(starts: &[Start], dimension: usize) -> bool {
    let count = starts.len() as f64;
    let mean = starts.iter().map(|start| start.log_density / count).sum::<f64>();
    let variance = starts.iter().map(|start| (start.log_density - mean).powi(2) / count).sum::<f64>();
    variance <= WIDEST * WIDEST * 0.5 * dimension as f64
}

impl Nuts<'_> {
    /// Begins with what another run has learned, of this posterior or of one whose parameters have the same
    /// names: chains begin at its draws, and the metric is that of its draws with the gradients that this
    /// posterior has there.
    ///
    /// Warmup becomes 100 transitions, unless [`warmup`](Self::warmup) is called after this. A warmup of up
    /// to 150 transitions only finds the step; a longer one learns the metric anew, and so does any where
    /// log densities at the draws vary by far more than at draws of this posterior: the data are other ones
    /// then. Draws are as right as those of a run that learns all by itself, if chains leave where they
    /// began: what was learned from other data costs time alone. In a posterior of several modes all chains
    /// may begin in one of them and stay there, which R-hat does not tell.
    ///
    /// Elements are found by their labels. Those that the other run has not begin at random, and warmup then
    /// learns the metric; 300 transitions are a good number of them. Values and points that are given by
    /// [`initial`](Self::initial), [`initial_points`](Self::initial_points) or
    /// [`start_from_pathfinder`](Self::start_from_pathfinder) are where chains begin all the same.
    ///
    /// Draws of the other run that lie outside of the supports here, and those at which the log density is
    /// not finite, are left out. Fewer than 10 that are left tell no metric, and warmup learns it.
    ///
    /// [`run`](Self::run) then has errors of its own: [`Error::UnknownName`] for a parameter that this
    /// posterior has not; [`Error::LengthMismatch`] for one that has another size here, unless both have
    /// labels; that of a support if all draws lie outside of it, and [`Error::InvalidSetting`] if the log
    /// density is finite at none. [`Error::InvalidSetting`] is also for an adaptation that was changed in its
    /// file, and for a density of one's own, which does not turn values into points.
    ///
    /// [`Adaptation`] has an example.
    pub fn warm_start(mut self, adaptation: &Adaptation) -> Self {
        self.settings.warm_start = Some(Arc::new(adaptation.clone()));
        self.settings.run.chains.warmup = Adaptation::WARMUP;
        self
    }
}
