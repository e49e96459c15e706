//! Sequential Monte Carlo.
//!
//! *Particles* are runs that are continued from one observation to the next. When the weights w have become
//! so uneven that the effective number of particles is less than half of their number, particles are chosen
//! with probabilities wᵢ/Σw (systematic resampling). The product of the mean weights estimates
//! p(observations).
//!
//! A program cannot be stopped in the middle and continued twice: a particle is continued by running the
//! program again with the choices that it has made. Every particle has its own random numbers at every
//! observation, so that particles do not depend on the number of threads.
//!
//! Doucet, de Freitas and Gordon 2001, "Sequential Monte Carlo methods in practice".

use super::address::seed_of;
use super::generator::Generator;
use super::importance::threads;
use super::recorded::{RecordedChoices, Wanted, record_setters};
use super::weights::normalised;
use super::{Outcome, Program, ProgramFit, Record, Run, Seen};
use crate::chains;
use crate::chains::setters;
use crate::error::Error;
use crate::random::{category, systematic};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::mem::swap;

/// The smallest number of particles for which a thread is started.
const BLOCK: usize = 128;

/// A particle filter: runs that are continued side by side; made by [`Program::particles`].
#[must_use = "the program does not run before `run`"]
pub struct Particles<'a, F> {
    program: &'a Program<F>,
    count: usize,
    seed: u64,
    threads: Option<usize>,
    wanted: Wanted,
}

impl<'a, T: Clone, F: Fn(&mut Run) -> T> Particles<'a, F> {
    setters! {
        /// The seed of the random numbers; 0 by default. The particles do not depend on the number of
        /// threads.
        seed(seed: u64);
        /// The number of threads: by default one for each core, but at most one for every 128 particles.
        threads(threads: usize);
    }

    record_setters!();

    /// Runs one sweep through all observations.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] if the number of particles is 0, and [`Error::Program`] if the program
    /// cannot continue or panics, or if no particle can have made an observation.
    pub fn run(self) -> Result<ProgramFit<T>, Error>
    where
        T: Send,
        F: Sync,
    {
        let threads = threads(self.threads)?;
        if self.count == 0 {
            return Err(Error::InvalidSetting { setting: "particles", rule: "be at least 1" });
        }
        let Particles { program, count, seed, wanted, .. } = self;
        let size = count.div_ceil(threads).max(BLOCK);
        let mut seen = Seen::default();
        let proceed = |particles: &mut [Particle<T>], observation: usize| {
            let blocks: Vec<_> = particles.chunks_mut(size).enumerate().collect();
            let finished =
                chains::run_tasks("program", threads.min(blocks.len()), blocks, |_, (number, block)| {
                    let mut run = program.run(0);
                    for (place, particle) in block.iter_mut().enumerate() {
                        let place = (number * size + place) as u64;
                        run.rng = Generator::seed_from_u64(seed_of(seed_of(seed, observation as u64), place));
                        particle.proceed(program, &mut run, observation, None)?;
                    }
                    Ok(run.seen)
                });
            finished.into_iter().try_for_each(|block| block.map(|block| seen.add(&block)))
        };
        let (particles, log_evidence) = sweep(count, false, &mut SmallRng::seed_from_u64(seed), proceed)?;
        program.check_given(&seen)?;
        let mut recorded = RecordedChoices::new(wanted);
        let (mut values, mut log_weights) = (Vec::new(), Vec::new());
        for Particle { record, log_weight, value } in particles {
            if let Some(value) = value {
                values.push(value);
                log_weights.push(log_weight);
                recorded.push(&record);
            }
        }
        let fit = ProgramFit::weighted(values, recorded, &log_weights, count)?;
        let log_evidence = fit.log_evidence.map(|last| last + log_evidence);
        Ok(ProgramFit { log_evidence, ..fit })
    }
}

impl<'a, F> Particles<'a, F> {
    pub(super) fn new(program: &'a Program<F>, count: usize) -> Self {
        Self { program, count, seed: 0, threads: None, wanted: Wanted::default() }
    }
}

/// A run up to an observation.
pub(super) struct Particle<T> {
    pub record: Record,
    pub log_weight: f64,
    /// The value that the program returned, if it has ended.
    pub value: Option<T>,
}

impl<T> Particle<T> {
    fn empty() -> Self {
        Self { record: Record::default(), log_weight: 0.0, value: None }
    }

    /// True if the run has ended or is impossible.
    fn is_done(&self) -> bool {
        self.value.is_some() || self.log_weight == f64::NEG_INFINITY
    }

    /// Continues the run until it has made a number of observations, with the choices of the retained run
    /// if there is one.
    pub fn proceed<F: Fn(&mut Run) -> T>(
        &mut self,
        program: &Program<F>,
        run: &mut Run,
        observations: usize,
        retained: Option<&Record>,
    ) -> Result<(), Error> {
        if self.is_done() {
            return Ok(());
        }
        let before = self.record.log_likelihood();
        match retained {
            Some(retained) => run.source.clone_from(retained),
            None => swap(&mut run.source, &mut self.record),
        }
        let outcome = program.execute_until(run, Some(observations))?;
        swap(&mut run.record, &mut self.record);
        self.log_weight += match outcome {
            Outcome::Impossible => f64::NEG_INFINITY,
            _ => self.record.log_likelihood() - before,
        };
        if let Outcome::Ended(value) = outcome {
            self.value = Some(value);
        }
        Ok(())
    }
}

/// Runs all particles to their ends, and returns them with the log of the product of the mean weights at
/// each resampling. `proceed` continues all particles to a number of observations. If the first particle is
/// a retained run, it is always kept.
pub(super) fn sweep<T: Clone>(
    count: usize,
    keeps_first: bool,
    rng: &mut SmallRng,
    mut proceed: impl FnMut(&mut [Particle<T>], usize) -> Result<(), Error>,
) -> Result<(Vec<Particle<T>>, f64), Error> {
    let mut particles: Vec<Particle<T>> = (0..count).map(|_| Particle::empty()).collect();
    let mut log_evidence = 0.0;
    for observations in 1.. {
        proceed(&mut particles, observations)?;
        if particles.iter().all(Particle::is_done) {
            break;
        }
        let (weights, log_mean) = weights_of(&particles)?;
        let effective = weights.iter().map(|weight| weight * weight).sum::<f64>().recip();
        if effective < 0.5 * count as f64 {
            log_evidence += log_mean;
            particles = chosen(particles, &weights, keeps_first, rng);
        }
    }
    Ok((particles, log_evidence))
}

/// Returns the weights of particles, normalised to the sum 1, and the logarithm of the mean of the
/// unnormalised weights.
pub(super) fn weights_of<T>(particles: &[Particle<T>]) -> Result<(Vec<f64>, f64), Error> {
    let log_weights: Vec<f64> = particles.iter().map(|particle| particle.log_weight).collect();
    normalised(&log_weights, particles.len())
}

/// Resamples particles to equal weights, each in proportion to its weight. A retained first particle is
/// kept: then the others are chosen independently, since a systematic choice would depend on it.
fn chosen<T: Clone>(
    particles: Vec<Particle<T>>,
    weights: &[f64],
    keeps_first: bool,
    rng: &mut impl Rng,
) -> Vec<Particle<T>> {
    let count = particles.len();
    let places: Vec<usize> = if keeps_first {
        (0..count).map(|place| if place == 0 { 0 } else { category(weights, rng) }).collect()
    } else {
        systematic(weights, count, rng)
    };
    let of = |&place: &usize| {
        let particle = &particles[place];
        Particle { record: particle.record.clone(), log_weight: 0.0, value: particle.value.clone() }
    };
    places.iter().map(of).collect()
}
