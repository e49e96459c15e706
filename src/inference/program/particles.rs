//! Importance sampling and sequential Monte Carlo.
//!
//! A run from the prior has the weight p(observations | choices). *Particles* are runs that are continued from one observation to the next; with
//! the weights w of the last one, particles are chosen with probabilities wᵢ/Σw (systematic resampling), where the weights have become
//! so uneven that fewer than half of the particles are worth something. The product of the mean weights estimates p(observations).
//!
//! A program cannot be stopped in its middle and gone on with twice: a particle is continued by running it again with the choices that it has made.
//!
//! *Particle Gibbs* (Andrieu, Doucet and Holenstein 2010): one particle is the run of the draw before, which no resampling loses; a draw is one of
//! the particles at the end. It leaves the posterior as it is, however few particles there are.

use super::{Fit, Outcome, Program, Record, Run};
use crate::chains::setters;
use crate::error::Error;
use crate::random::category;
use rand::{Rng, RngExt};

/// Weighted runs; made by [`Program::importance`].
pub struct Importance<'a, F> {
    program: &'a Program<F>,
    runs: usize,
    seed: u64,
}

impl<'a, T, F: Fn(&mut Run) -> T> Importance<'a, F> {
    pub(super) fn new(program: &'a Program<F>, runs: usize) -> Self {
        Self { program, runs, seed: 0 }
    }

    setters! {
        /// The seed of the random numbers.
        seed(seed: u64);
    }

    /// Runs the program as often as was asked.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] for no runs, and [`Error::Program`] where the program cannot go on, panics, or no run can have made
    /// the observations.
    pub fn run(self) -> Result<Fit<T>, Error> {
        if self.runs == 0 {
            return Err(Error::InvalidSetting { setting: "runs", rule: "be at least 1" });
        }
        let mut run = self.program.run(self.seed);
        let (mut values, mut log_weights) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            if let Some(value) = self.program.execute(&mut run)? {
                values.push(value);
                log_weights.push(run.record.log_likelihood());
            }
        }
        self.program.check_given(&run)?;
        Fit::weighted(values, &log_weights, self.runs)
    }
}

/// Runs that are continued side by side; made by [`Program::particles`].
pub struct Particles<'a, F> {
    program: &'a Program<F>,
    count: usize,
    seed: u64,
}

/// A run up to an observation.
struct Particle<T> {
    record: Record,
    log_weight: f64,
    /// What the program returned, if it has come to its end.
    value: Option<T>,
}

impl<T> Particle<T> {
    /// True if there is nothing to be continued.
    fn is_done(&self) -> bool {
        self.value.is_some() || self.log_weight == f64::NEG_INFINITY
    }
}

impl<'a, T: Clone, F: Fn(&mut Run) -> T> Particles<'a, F> {
    pub(super) fn new(program: &'a Program<F>, count: usize) -> Self {
        Self { program, count, seed: 0 }
    }

    setters! {
        /// The seed of the random numbers.
        seed(seed: u64);
    }

    /// One sweep through all observations.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] for no particles, and [`Error::Program`] where the program cannot go on, panics, or no particle can have
    /// made an observation.
    pub fn run(self) -> Result<Fit<T>, Error> {
        self.check()?;
        let mut run = self.program.run(self.seed);
        let (particles, log_evidence) = self.sweep(&mut run, None)?;
        self.program.check_given(&run)?;
        let ended = particles.into_iter().filter_map(|particle| Some((particle.value?, particle.log_weight)));
        let (values, log_weights): (Vec<T>, Vec<f64>) = ended.unzip();
        let fit = Fit::weighted(values, &log_weights, self.count)?;
        let log_evidence = fit.log_evidence.map(|last| last + log_evidence);
        Ok(Fit { log_evidence, ..fit })
    }

    /// Particle Gibbs: a chain of draws, each chosen from particles one of which is the draw before.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn conditional(self, draws: usize) -> Result<Fit<T>, Error> {
        self.check()?;
        let mut run = self.program.run(self.seed);
        let (mut values, mut retained) = (Vec::new(), None);
        for _ in 0..draws {
            let (mut particles, _) = self.sweep(&mut run, retained.take())?;
            let weights = weighed(&particles)?.weights;
            let chosen = particles.swap_remove(category(&weights, &mut run.rng));
            values.extend(chosen.value);
            retained = Some(chosen.record);
        }
        self.program.check_given(&run)?;
        let weights = vec![1.0 / values.len() as f64; values.len()];
        Ok(Fit { values, weights, log_evidence: None, accepted: None })
    }

    fn check(&self) -> Result<(), Error> {
        let rule = "be at least 1";
        if self.count == 0 { Err(Error::InvalidSetting { setting: "particles", rule }) } else { Ok(()) }
    }

    /// Continues particles until all have come to their end. The first one is the retained run, if there is one.
    fn sweep(&self, run: &mut Run, retained: Option<Record>) -> Result<(Vec<Particle<T>>, f64), Error> {
        let empty = || Particle { record: Record::default(), log_weight: 0.0, value: None };
        let mut particles: Vec<Particle<T>> = (0..self.count).map(|_| empty()).collect();
        let mut log_evidence = 0.0;
        for observation in 1.. {
            for (place, particle) in particles.iter_mut().enumerate() {
                if particle.is_done() {
                    continue;
                }
                let before = particle.record.log_likelihood();
                match &retained {
                    Some(retained) if place == 0 => run.source.clone_from(retained),
                    _ => std::mem::swap(&mut run.source, &mut particle.record),
                }
                let outcome = self.program.execute_until(run, Some(observation))?;
                std::mem::swap(&mut run.record, &mut particle.record);
                particle.log_weight += match outcome {
                    Outcome::Impossible => f64::NEG_INFINITY,
                    _ => particle.record.log_likelihood() - before,
                };
                if let Outcome::Ended(value) = outcome {
                    particle.value = Some(value);
                }
            }
            if particles.iter().all(Particle::is_done) {
                break;
            }
            let fit = weighed(&particles)?;
            if fit.effective_draws() < 0.5 * self.count as f64 {
                log_evidence += fit.log_evidence.unwrap_or(0.0);
                particles = chosen(particles, &fit.weights, retained.is_some(), &mut run.rng);
            }
        }
        Ok((particles, log_evidence))
    }
}

/// The weights of particles, and the logarithm of their mean.
fn weighed<T>(particles: &[Particle<T>]) -> Result<Fit<()>, Error> {
    let log_weights: Vec<f64> = particles.iter().map(|particle| particle.log_weight).collect();
    Fit::weighted(vec![(); particles.len()], &log_weights, particles.len())
}

/// Particles with equal weights, each as often as its weight says. The first one stays if it is retained: then the others are chosen one by
/// one, since systematic choice would depend on it.
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
        let (start, mut sum, mut place) = (rng.random::<f64>(), weights[0], 0);
        (0..count)
            .map(|number| {
                while sum < (start + number as f64) / count as f64 && place + 1 < count {
                    place += 1;
                    sum += weights[place];
                }
                place
            })
            .collect()
    };
    let of = |&place: &usize| {
        let particle = &particles[place];
        Particle { record: particle.record.clone(), log_weight: 0.0, value: particle.value.clone() }
    };
    places.iter().map(of).collect()
}
