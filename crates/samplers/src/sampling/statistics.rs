//! The statistics of the sampler about its draws.

use super::divergence::Divergent;
use super::nuts::Sampler;
use crate::draws::e_bfmi;
use std::time::Duration;

/// The statistics of one draw. The names and meanings are those of Stan's columns.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DrawStatistics {
    /// The log density on the unconstrained space at the draw (`lp__`).
    pub log_density: f64,
    /// The mean acceptance probability over the trajectory, from 0 to 1 (`accept_stat__`). With
    /// [`walnuts`](super::Nuts::walnuts) the mean of e^(−|ΔH|), where ΔH is the energy error of each step
    /// before it is halved.
    pub acceptance: f64,
    /// The step size of the trajectory, in units of the adapted scale (`stepsize__`).
    pub step_size: f64,
    /// The number of doublings of the trajectory (`treedepth__`), without a rejected last doubling.
    pub tree_depth: u32,
    /// The number of leapfrog steps, which equals the number of gradients (`n_leapfrog__`). With
    /// [`walnuts`](super::Nuts::walnuts) it includes the steps of rejected attempts.
    pub leapfrogs: u64,
    /// True if the trajectory ended in a divergence (`divergent__`).
    pub divergent: bool,
    /// The Hamiltonian at the draw: the kinetic energy minus the log density (`energy__`).
    pub energy: f64,
}

/// The number of statistics of a draw.
pub(super) const STATISTICS: usize = 7;

/// The places of some statistics among the numbers of a draw.
pub(super) const LOG_DENSITY: usize = 0;
pub(super) const STEP_SIZE: usize = 2;
pub(super) const TREE_DEPTH: usize = 3;
pub(super) const LEAPFROGS: usize = 4;
pub(super) const DIVERGENT: usize = 5;
pub(super) const ENERGY: usize = 6;

impl DrawStatistics {
    /// Converts all statistics to numbers, without loss.
    pub(super) fn to_numbers(self) -> [f64; STATISTICS] {
        let Self { log_density, acceptance, step_size, tree_depth, leapfrogs, divergent, energy } = self;
        let counts = (f64::from(tree_depth), leapfrogs as f64, f64::from(u8::from(divergent)));
        [log_density, acceptance, step_size, counts.0, counts.1, counts.2, energy]
    }

    /// Converts the numbers of [`to_numbers`](Self::to_numbers) back to statistics.
    pub(super) fn of_numbers(numbers: [f64; STATISTICS]) -> Self {
        let [log_density, acceptance, step_size, tree_depth, leapfrogs, divergent, energy] = numbers;
        let (tree_depth, leapfrogs, divergent) = (tree_depth as u32, leapfrogs as u64, divergent != 0.0);
        Self { log_density, acceptance, step_size, tree_depth, leapfrogs, divergent, energy }
    }

    /// Converts the first [`STATISTICS`] numbers of a slice to statistics. The slice must have at least
    /// that many.
    pub(super) fn of_slice(numbers: &[f64]) -> Self {
        Self::of_numbers(std::array::from_fn(|place| numbers[place]))
    }

    /// The statistics of the last transition.
    pub(super) fn of(sampler: &Sampler) -> Self {
        Self {
            log_density: sampler.log_density(),
            acceptance: sampler.acceptance(),
            step_size: sampler.length(),
            tree_depth: sampler.depth(),
            leapfrogs: sampler.leapfrogs(),
            divergent: sampler.is_divergent(),
            energy: sampler.energy(),
        }
    }
}

/// The step size and the metric that a chain adapted during warmup.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Adapted {
    pub step_size: f64,
    /// The diagonal of the inverse metric.
    pub diagonal: Vec<f64>,
    /// The inverse metric, row after row, if it is dense.
    pub matrix: Option<Vec<f64>>,
}

crate::checkpoint::state!(Adapted { step_size, diagonal, matrix });

impl Adapted {
    /// The current step size and metric of a sampler.
    pub fn of(sampler: &Sampler) -> Self {
        let (diagonal, matrix) = (sampler.inverse_metric(), sampler.dense_inverse_metric());
        Self { step_size: sampler.step(), diagonal, matrix }
    }
}

/// The statistics of one chain.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let model = model! { mu |= normal(0.0, 3.0) };
/// let fit = model.compile()?.nuts().chains(1).warmup(300).draws(200).seed(1).run()?;
/// let chain = &fit.chains()[0];
/// assert_eq!(chain.draws().len(), 200);
/// assert!(chain.draws().iter().all(|draw| draw.energy >= -draw.log_density));
/// // The metric is the posterior's variance on the unconstrained space, about 9.
/// assert!(chain.inverse_metric()[0] > 4.0);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChainStatistics {
    /// The number of the chain among the chains that were begun.
    pub(super) number: usize,
    pub(super) draws: Vec<DrawStatistics>,
    pub(super) warmup_draws: Vec<DrawStatistics>,
    pub(super) divergent: Vec<Divergent>,
    pub(super) initial_point: Vec<f64>,
    pub(super) adapted: Adapted,
    pub(super) warmup_leapfrogs: u64,
    pub(super) warmup_time: Duration,
    pub(super) sampling_time: Duration,
    /// The numbers of failed solutions of differential equations and of failed searches for a mode.
    pub(super) failures: [u64; 2],
    pub(super) failures_in_warmup: [u64; 2],
}

crate::checkpoint::state!(ChainStatistics {
    number, initial_point, adapted, divergent, warmup_leapfrogs;
    draws, warmup_draws, warmup_time, sampling_time, failures, failures_in_warmup
});

impl ChainStatistics {
    /// The number of the chain, from 0, among the chains that were begun: a [fit](super::Fit) that lost a
    /// chain does not have its number.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The statistics of each draw after warmup.
    pub fn draws(&self) -> &[DrawStatistics] {
        &self.draws
    }

    /// The statistics of each draw of warmup, if the run [saved](super::Nuts::save_warmup) them.
    pub fn warmup_draws(&self) -> &[DrawStatistics] {
        &self.warmup_draws
    }

    /// The number of solutions of differential equations, and of searches for a mode, that failed,
    /// including warmup: see `Posterior::failed_solutions`. After a run is resumed, the count begins at 0
    /// again.
    pub fn failed_solutions(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// The unconstrained point at which the chain began.
    pub fn initial_point(&self) -> &[f64] {
        &self.initial_point
    }

    /// The adapted step size. The step size of each draw varies around it by
    /// [`step_jitter`](super::Nuts::step_jitter).
    pub fn step_size(&self) -> f64 {
        self.adapted.step_size
    }

    /// The diagonal of the adapted inverse metric: an estimate of the variance of each unconstrained
    /// coordinate. It is 1 without warmup.
    pub fn inverse_metric(&self) -> &[f64] {
        &self.adapted.diagonal
    }

    /// The adapted inverse metric, row after row, if the metric is [`Dense`](super::Metric::Dense): an
    /// estimate of the covariance of the unconstrained coordinates.
    pub fn dense_inverse_metric(&self) -> Option<&[f64]> {
        self.adapted.matrix.as_deref()
    }

    /// The number of divergent transitions after warmup.
    pub fn divergences(&self) -> usize {
        self.draws.iter().filter(|draw| draw.divergent).count()
    }

    /// The number of leapfrog steps after warmup, which equals the number of gradients.
    pub fn leapfrogs(&self) -> u64 {
        self.draws.iter().map(|draw| draw.leapfrogs).sum()
    }

    /// The number of leapfrog steps during warmup.
    pub fn warmup_leapfrogs(&self) -> u64 {
        self.warmup_leapfrogs
    }

    /// The time of warmup.
    pub fn warmup_time(&self) -> Duration {
        self.warmup_time
    }

    /// The time of the draws after warmup.
    pub fn sampling_time(&self) -> Duration {
        self.sampling_time
    }

    /// The estimated Bayesian fraction of missing information (Betancourt 2016): the change of the energy
    /// from draw to draw, relative to its variance. Below 0.3 the chain explores the tails badly. NaN for
    /// fewer than two draws.
    pub fn e_bfmi(&self) -> f64 {
        e_bfmi(&self.draws.iter().map(|draw| draw.energy).collect::<Vec<_>>())
    }
}
