//! Warmup: in each of the [windows](super::windows) it learns the step for the current metric, and the next
//! metric.

use super::arrival::Arrival;
use super::curvature::Curvature;
use super::metric::{Estimate, Metric};
use super::sampler::Sampler;
use super::step_size::Search;
use super::windows::Windows;
use crate::chains::{DualAveraging, shortened};

/// The number of draws below which an averaged step is worse than the step that the search found, because
/// the average begins with large changes.
const FEWEST: usize = 10;

/// Learns the step and the scales of a chain, from one transition to the next.
#[derive(Clone, Debug)]
pub struct Warmup {
    target: f64,
    length: usize,
    draw: usize,
    arrival: Arrival,
    windows: Windows,
    estimate: Estimate,
    search: Option<Search>,
    averaging: DualAveraging,
    /// The step that the search found, and the number of draws since the search.
    found: (f64, usize),
    /// The number of times that the chain has taken a curvature as its precision.
    curvatures: usize,
    /// The curvature that the chain should take as its precision before the next transition, if there is
    /// one.
    wanted: Option<Curvature>,
}

/// The largest number of times that a chain takes a curvature. The second time the mean is over twice as
/// many draws, and no trajectories were cut short.
const CURVATURES: usize = 2;

crate::checkpoint::state!(Warmup {
    target,
    length,
    draw,
    arrival,
    windows,
    estimate,
    search,
    averaging,
    found,
    curvatures;
    wanted
});

impl Warmup {
    /// Makes a warmup with `length` transitions and a target acceptance.
    pub fn new(sampler: &mut Sampler, metric: Metric, target: f64, length: usize) -> Self {
        Self {
            target,
            length,
            draw: 0,
            arrival: Arrival::new(),
            windows: Windows::new(length),
            estimate: Estimate::new(metric, sampler.point().len()),
            search: Some(Search::begin(sampler)),
            averaging: DualAveraging::eager(sampler.step().ln(), target),
            found: (sampler.step(), 0),
            curvatures: 0,
            wanted: None,
        }
    }

    /// Makes a warmup that learns only the step, starting from the sampler's step.
    pub fn of_step(sampler: &mut Sampler, metric: Metric, target: f64, length: usize) -> Self {
        Self { windows: Windows::none(length), ..Self::new(sampler, metric, target, length) }
    }

    /// Returns true if there is nothing more to learn.
    pub fn is_over(&self) -> bool {
        self.draw >= self.length && self.search.is_none()
    }

    /// Removes and returns the curvature that the chain should take as its precision before the next
    /// transition; `None` if there is none.
    pub fn take_wanted(&mut self) -> Option<Curvature> {
        self.wanted.take()
    }

    /// Records that the sampler has taken the curvature as its precision.
    pub fn has_taken_curvature(&mut self) {
        self.curvatures += 1;
    }

    /// Learns from the last transition. Returns true if it was a transition of warmup, and false if it
    /// belonged to a search for a step.
    pub fn learn(&mut self, sampler: &mut Sampler) -> bool {
        if let Some(search) = &mut self.search {
            if search.learn(sampler) {
                // The search has the usual target acceptance.
                sampler.set_step(sampler.step() * shortened(self.target));
                // A chain that starts far from the posterior needs other steps there than in the posterior.
                let is_far = self.windows.are_ahead_of(self.draw);
                let averaging = if is_far { DualAveraging::eager } else { DualAveraging::around };
                self.averaging = averaging(sampler.step().ln(), self.target);
                self.found = (sampler.step(), 0);
                self.search = None;
            }
            return false;
        }
        sampler.set_step(self.averaging.step(sampler.acceptance()).exp());
        if self.windows.contains(self.draw) {
            self.estimate.add(sampler);
        }
        self.found.1 += 1;
        let has_arrived = self.arrival.learn(sampler.log_density());
        if self.windows.begin(self.draw, has_arrived) {
            self.search = Some(Search::begin(sampler));
        }
        if self.windows.close(self.draw) {
            let is_last = self.windows.ends_with(self.draw);
            // The scales in addition to a precision are learned in a window of their own.
            let is_due = self.curvatures < CURVATURES && !(is_last && self.curvatures > 0);
            self.wanted = is_due.then(|| self.estimate.curvature(sampler)).flatten();
            self.estimate.finish(sampler, is_last);
            self.search = Some(Search::begin(sampler));
        }
        self.draw += 1;
        if self.draw == self.length {
            let (found, draws) = self.found;
            sampler.set_step(if draws < FEWEST { found } else { self.averaging.finish(found.ln()).exp() });
        }
        true
    }
}
