//! The state machine: it begins a transition, requests gradients, and processes them until the transition
//! is over.

mod inverse_metric;
mod state;

use super::advance::{Advance, AdvanceWithin, Begin};
use super::arena::{Arena, SCALES, STEPS, VELOCITY, WHITE};
use super::map::Map;
use super::orbit;
use super::orbit::Orbit;
use super::tree::{Kept, Tree};
use super::uniform::Uniform;
use crate::sampling::precision::{PrecisionMatrix, Triangle};
use crate::simd::InstructionSet;
use rand::{Rng, RngExt};
use std::sync::Arc;

/// A chain of the No-U-turn sampler.
///
/// ```text
/// place(q, gradient, log density)
/// repeat: begin(random numbers);  loop { log density = f(request()); if continue_with(log density) { break } }
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    pub(super) arch: InstructionSet,
    pub(super) dimension: usize,
    pub(super) arena: Arena,
    pub(super) map: Map,
    /// The precision in whose coordinates the scales are; `None` if the scales are in the coordinates of
    /// the posterior.
    pub(super) precision: Option<Arc<PrecisionMatrix>>,
    /// True if the run's settings have the precision; false if the chain has learned it, or there is none.
    pub(super) is_precision_given: bool,
    pub(super) tree: Tree,
    /// The state of steps that adapt within the orbit, if they do.
    pub(super) orbit: Option<Orbit>,
    step: f64,
    jitter: f64,
    /// The length of the steps of the transition, with its jitter.
    pub(super) length: f64,
    pub(super) max_depth: u32,
    /// The count of numbers that a gradient reads and writes, besides the point and the gradient itself.
    numbers: usize,
}

impl Sampler {
    /// Makes a chain with the scales 1. Returns `None` if there is not enough memory.
    pub fn new(dimension: usize, max_depth: u32, arch: InstructionSet) -> Option<Self> {
        Self::with_rows(dimension, max_depth, arch, 0)
    }

    /// Makes a chain whose steps adapt within the orbit, with at most `max_error` between the energies
    /// within a step.
    pub fn within_orbit(
        dimension: usize,
        max_depth: u32,
        arch: InstructionSet,
        max_error: f64,
    ) -> Option<Self> {
        let sampler = Self::with_rows(dimension, max_depth, arch, orbit::ROWS)?;
        Some(Self { orbit: Some(Orbit::new(max_error)), ..sampler })
    }

    fn with_rows(dimension: usize, max_depth: u32, arch: InstructionSet, rows: usize) -> Option<Self> {
        let depth = max_depth as usize;
        let mut arena = Arena::new(dimension, depth, rows)?;
        // The numbers after the coordinates are set too, since zeros are divided by them.
        arena.row_mut(SCALES).fill(1.0);
        let mut sampler = Self {
            arch,
            dimension,
            arena,
            map: Map::Identity,
            precision: None,
            is_precision_given: false,
            tree: Tree::new(depth),
            orbit: None,
            step: 1.0,
            jitter: 0.0,
            length: 1.0,
            max_depth,
            numbers: 0,
        };
        sampler.set_length(1.0);
        Some(sampler)
    }

    /// Gives the precision of the run's settings, in whose coordinates the scales are learned. Its size is
    /// the dimension.
    pub fn give_precision(&mut self, precision: Arc<PrecisionMatrix>) {
        self.is_precision_given = true;
        self.set_precision(Some(precision));
    }

    /// Takes a precision that the chain has learned, in whose coordinates the scales are 1. Its size is the
    /// dimension.
    pub fn learn_precision(&mut self, precision: PrecisionMatrix) {
        self.set_precision(Some(Arc::new(precision)));
        self.set_scales((0..self.dimension).map(|_| 1.0), Map::Identity);
    }

    /// The precision that the chain has learned; `None` if it has learned none, or the run's settings have
    /// one.
    pub fn learned_precision(&self) -> Option<&Arc<PrecisionMatrix>> {
        self.precision.as_ref().filter(|_| !self.is_precision_given)
    }

    pub(super) fn set_precision(&mut self, precision: Option<Arc<PrecisionMatrix>>) {
        self.arena.set_scratch(precision.as_ref().map_or(0, |precision| precision.solve_scratch()));
        self.precision = precision;
    }

    /// The count of numbers that a gradient and the solutions with a precision read and write, besides the
    /// point and the gradient itself. [`Metric::Auto`](super::Metric::Auto) uses it.
    pub fn numbers(&self) -> usize {
        self.numbers + self.precision.as_ref().map_or(0, |precision| precision.numbers())
    }

    /// Sets [`numbers`](Self::numbers), which is 0 before.
    pub fn set_numbers(&mut self, numbers: usize) {
        self.numbers = numbers;
    }

    /// Moves the chain to a point, given the log density and the gradient there.
    pub fn place(&mut self, point: &[f64], gradient: &[f64], log_density: f64) {
        let (own_point, own_gradient) = self.arena.slot_mut(self.tree.chosen);
        own_point[..self.dimension].copy_from_slice(point);
        own_gradient[..self.dimension].copy_from_slice(gradient);
        self.tree.kept[self.tree.chosen] = Kept { log_density, energy: f64::NAN };
    }

    /// Draws momenta and begins a transition.
    pub fn begin<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.jitter > 0.0 {
            let spread = 1.0 + self.jitter * (2.0 * rng.random::<f64>() - 1.0);
            self.set_length(self.step * spread);
        }
        self.arch.dispatch(Begin { uniform: Uniform(rng.next_u64()), sampler: self });
    }

    /// Returns the point at which the next gradient is needed, and the memory for the gradient.
    pub fn request(&mut self) -> (&[f64], &mut [f64]) {
        let (point, gradient) = self.arena.slot_mut(self.tree.ends[self.tree.direction()]);
        (&point[..self.dimension], &mut gradient[..self.dimension])
    }

    /// Processes the log density at the requested point, whose gradient was stored. Returns true if the
    /// transition is over.
    pub fn continue_with(&mut self, log_density: f64) -> bool {
        if self.orbit.as_ref().is_some_and(|orbit| !orbit.is_paused) {
            self.arch.dispatch(AdvanceWithin { sampler: self, log_density })
        } else {
            self.arch.dispatch(Advance { sampler: self, log_density })
        }
    }

    /// Makes a whole transition. `evaluate` returns the log density at a point and stores its gradient.
    #[inline]
    pub fn transition<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
    ) {
        self.begin(rng);
        loop {
            let (point, gradient) = self.request();
            let log_density = evaluate(point, gradient);
            if self.continue_with(log_density) {
                break;
            }
        }
    }

    /// The chain's point.
    pub fn point(&self) -> &[f64] {
        &self.arena.row(self.arena.point(self.tree.chosen))[..self.dimension]
    }

    /// The gradient at the chain's point.
    pub fn gradient(&self) -> &[f64] {
        &self.arena.row(self.arena.gradient(self.tree.chosen))[..self.dimension]
    }

    /// The chain's point and the gradient there in the coordinates in which the scales are learned.
    pub(super) fn draw_of_scales(&mut self) -> (&[f64], &[f64]) {
        let Some(precision) = &self.precision else { return (self.point(), self.gradient()) };
        let (point, gradient) = (self.arena.point(self.tree.chosen), self.arena.gradient(self.tree.chosen));
        self.arena.copy(point, WHITE);
        precision.multiply(self.arena.row_and_scratch(WHITE));
        self.arena.copy(gradient, VELOCITY);
        for row in [WHITE, VELOCITY] {
            let row = self.arena.row_and_scratch(row);
            precision.solve(Triangle::Lower, row);
        }
        (&self.arena.row(WHITE)[..self.dimension], &self.arena.row(VELOCITY)[..self.dimension])
    }

    /// A point of the coordinates in which the scales are learned, in those of the posterior.
    pub(super) fn to_posterior(&self, mut point: Vec<f64>) -> Vec<f64> {
        if let Some(precision) = &self.precision {
            precision.solve(Triangle::Upper, (&mut point, &mut vec![0.0; precision.solve_scratch()]));
        }
        point
    }

    /// The log density at the chain's point.
    pub fn log_density(&self) -> f64 {
        self.tree.kept[self.tree.chosen].log_density
    }

    /// The energy of the chain's point with the momenta at the end of the last transition.
    pub fn energy(&self) -> f64 {
        self.tree.kept[self.tree.chosen].energy
    }

    /// The mean acceptance probability over the last trajectory; if steps adapt within the orbit,
    /// [`Orbit::acceptance`].
    pub fn acceptance(&self) -> f64 {
        match &self.orbit {
            Some(orbit) if !orbit.is_paused => orbit.acceptance(),
            _ => self.tree.acceptance / self.tree.leapfrogs as f64,
        }
    }

    /// The number of leapfrog steps of the last trajectory.
    pub fn leapfrogs(&self) -> u64 {
        self.tree.leapfrogs
    }

    /// The number of doublings of the last trajectory.
    pub fn depth(&self) -> u32 {
        self.tree.depth
    }

    /// True if the last trajectory diverged.
    pub fn is_divergent(&self) -> bool {
        self.tree.is_divergent
    }

    /// The last point of the last trajectory, if it diverged there.
    pub fn divergent_point(&self) -> &[f64] {
        &self.arena.row(self.arena.point(self.tree.spare))[..self.dimension]
    }

    /// The decrease of the energy from the first to the last point of the last trajectory.
    pub fn gain(&self) -> f64 {
        self.tree.gain
    }

    /// The length of the last trajectory's steps.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The length of steps, without jitter.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Sets the length of steps.
    pub fn set_step(&mut self, step: f64) {
        self.step = step;
        self.set_length(step);
    }

    /// Sets the fraction of the length of steps by which it varies uniformly from transition to transition.
    pub fn set_jitter(&mut self, jitter: f64) {
        self.jitter = jitter;
    }

    /// Sets the most doublings of a trajectory, limited by the memory of the sampler.
    pub fn set_max_depth(&mut self, depth: u32) {
        self.max_depth = depth.clamp(1, self.tree.levels.len() as u32);
    }

    /// Sets whether steps that adapt within the orbit are replaced by steps of NUTS for a while.
    pub fn pause_orbit(&mut self, is_paused: bool) {
        if let Some(orbit) = &mut self.orbit {
            orbit.is_paused = is_paused;
        }
    }

    /// The largest depth that fits into the memory.
    pub fn room(&self) -> u32 {
        self.tree.levels.len() as u32
    }

    /// The diagonal of the scales; with a precision, in its coordinates.
    pub fn scales(&self) -> &[f64] {
        &self.arena.row(SCALES)[..self.dimension]
    }

    /// The factor of the scales besides the diagonal.
    #[cfg(test)]
    pub(super) fn map(&self) -> &Map {
        &self.map
    }

    /// Copies the scales and the step of another sampler of the same dimension.
    pub fn adopt(&mut self, other: &Self) {
        if !self.is_precision_given {
            self.set_precision(other.precision.clone());
        }
        self.set_scales(other.scales().iter().copied(), other.map.clone());
        self.set_step(other.step);
    }

    /// Sets the scales.
    pub(super) fn set_scales(&mut self, scales: impl Iterator<Item = f64>, map: Map) {
        let row = &mut self.arena.row_mut(SCALES)[..self.dimension];
        row.iter_mut().zip(scales).for_each(|(scale, new)| *scale = new);
        self.map = map;
        self.set_length(self.step);
    }

    fn set_length(&mut self, length: f64) {
        self.length = length;
        for i in 0..self.dimension {
            let step = length * self.arena.row(SCALES)[i];
            self.arena.row_mut(STEPS)[i] = -step;
            self.arena.row_mut(STEPS + 1)[i] = step;
        }
    }
}
