//! Finds a first step size.
//!
//! Trajectories of one leapfrog step are made with steps that double or halve, until the probability min(1,
//! e^(H₀ − H)) crosses 0.8: Hoffman and Gelman 2014, "The No-U-turn sampler", algorithm 4, with Stan's 0.8 in
//! place of ½.

use super::sampler::Sampler;

/// The acceptance probability of one leapfrog step at which a search ends.
const TARGET: f64 = 0.8;

/// The most trajectories of one search: 2⁶⁰ is beyond all scales.
const ATTEMPTS: u32 = 60;

/// A search for a step size, by trajectories of one leapfrog step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Search {
    attempts: u32,
    grows: Option<bool>,
}

crate::checkpoint::state!(Search { attempts, grows });

impl Search {
    /// Begins with the sampler's step size.
    pub fn begin(sampler: &mut Sampler) -> Self {
        sampler.set_max_depth(1);
        sampler.pause_orbit(true);
        Self { attempts: 0, grows: None }
    }

    /// Records a trajectory. Returns true if the step size is found.
    pub fn learn(&mut self, sampler: &mut Sampler) -> bool {
        self.attempts += 1;
        // The comparison is false for NaN.
        let is_small = sampler.gain() > TARGET.ln();
        let grows = *self.grows.get_or_insert(is_small);
        let is_found = grows != is_small || self.attempts == ATTEMPTS;
        if is_found {
            sampler.set_max_depth(sampler.room());
            sampler.pause_orbit(false);
        } else {
            sampler.set_step(sampler.step() * if grows { 2.0 } else { 0.5 });
        }
        is_found
    }
}
