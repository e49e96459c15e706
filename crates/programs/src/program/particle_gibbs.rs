//! Particle Gibbs: one particle is the current run, which resampling always keeps, and the next run is
//! chosen from the particles at the end by their weights. The posterior is invariant with any number of
//! particles.
//!
//! Andrieu, Doucet and Holenstein 2010, "Particle Markov chain Monte Carlo methods".

use super::kernel::{Kernel, Move, State};
use super::particles::{Particle, sweep, weights_of};
use super::{Program, Run};
use crate::checkpoint::state;
use crate::error::Error;
use crate::random::category;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::mem::take;

/// The kernel that chooses the next run from particles.
pub(super) struct ParticleGibbs {
    pub particles: usize,
}

impl<T: Clone + Send, F: Fn(&mut Run) -> T> Kernel<T, F> for ParticleGibbs {
    fn describe(&self) -> String {
        format!("particle_gibbs({})", self.particles)
    }

    fn begin(&self, _: bool) -> Box<dyn Move<T, F> + '_> {
        Box::new(Self { ..*self })
    }
}

state!(ParticleGibbs {; particles });

impl<T: Clone, F: Fn(&mut Run) -> T> Move<T, F> for ParticleGibbs {
    fn step(&mut self, program: &Program<F>, state: &mut State<T>, _: Option<f64>) -> Result<bool, Error> {
        if self.particles == 0 {
            return Err(Error::InvalidSetting { setting: "particles", rule: "be at least 1" });
        }
        let retained = take(&mut state.run.source);
        let run = &mut state.run;
        let mut rng = SmallRng::seed_from_u64(run.rng.next_u64());
        let proceed = |particles: &mut [Particle<T>], observation: usize| {
            particles.iter_mut().enumerate().try_for_each(|(place, particle)| {
                let retained = (place == 0).then_some(&retained);
                particle.proceed(program, run, observation, retained)
            })
        };
        let (mut particles, _) = sweep(self.particles, true, &mut rng, proceed)?;
        let place = category(&weights_of(&particles)?.0, &mut rng);
        let chosen = particles.swap_remove(place);
        let Some(value) = chosen.value else { return Ok(false) };
        state.run.source = chosen.record;
        (state.value, state.log_density) = (value, state.run.source.log_density());
        state.path = None;
        Ok(place != 0)
    }
}
