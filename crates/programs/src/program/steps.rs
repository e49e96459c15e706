//! Programs of steps with a state that can be copied: their particles need not repeat earlier steps.
//!
//! A program cannot be stopped in the middle, so its particles replay their choices: the time for K
//! observations is proportional to K². A step is a program that ends, and between two steps the state is
//! all that later steps need. So particles are states: likely states are copied, and each state makes only
//! the next step. The time for K steps is proportional to K.
//!
//! With the weights w of a step's observations, the product of the mean weights estimates p(observations),
//! as it does for programs.

use super::address::seed_of;
use super::generator::Generator;
use super::importance::threads;
use super::recorded::{RecordedChoices, Wanted};
use super::weights::normalised;
use super::{DEPTH, Program, ProgramFit, Run};
use crate::chains;
use crate::chains::setters;
use crate::error::Error;
use crate::random::systematic;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The smallest number of particles for which a thread is started.
const BLOCK: usize = 256;

/// A program of steps; made by [`steps`].
#[derive(Clone, Debug)]
pub struct Steps<Begin, Step> {
    begin: Begin,
    step: Step,
    count: usize,
}

/// Makes a program of `count` steps: `begin` makes the state, and `step` changes it, given the number of
/// the step from 0.
///
/// The addresses of a step's choices begin with the step, `step[3].x`.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::program::steps;
///
/// let y = [0.3, -0.2, 0.9, 1.4, 1.1];
/// let walk = steps(
///     |run| run.sample("x", normal(0.0, 1.0)),
///     y.len(),
///     |run, x: &mut f64, time| {
///         *x = run.sample("x", normal(*x, 0.5));
///         run.observe("y", normal(*x, 0.4), y[time]);
///     },
/// );
/// let filtered = walk.particles(1_000).seed(1).run()?;
/// // The same as a program, for all other kernels.
/// let smoothed = walk.program().single_site().thin(5).seed(1).run()?;
/// assert!((filtered.mean(|x| *x) - smoothed.mean(|x| *x)).abs() < 0.2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn steps<State, Begin, Step>(begin: Begin, count: usize, step: Step) -> Steps<Begin, Step>
where
    Begin: Fn(&mut Run) -> State,
    Step: Fn(&mut Run, &mut State, usize),
{
    Steps { begin, step, count }
}

impl<State, Begin, Step> Steps<Begin, Step>
where
    Begin: Fn(&mut Run) -> State,
    Step: Fn(&mut Run, &mut State, usize),
{
    /// Returns a program that makes all steps, one after the other, and returns the last state.
    pub fn program(&self) -> Program<impl Fn(&mut Run) -> State + '_> {
        super::program(|run| {
            let mut state = (self.begin)(run);
            for number in 0..self.count {
                run.call(("step", number), |run| (self.step)(run, &mut state, number));
            }
            state
        })
    }

    /// Makes a particle filter: states are continued side by side from step to step, likely states more
    /// often than others.
    pub fn particles(&self, count: usize) -> StepParticles<'_, Begin, Step> {
        StepParticles { steps: self, count, seed: 0, threads: None }
    }
}

/// A particle filter of states; made by [`Steps::particles`].
#[must_use = "the program does not run before `run`"]
pub struct StepParticles<'a, Begin, Step> {
    steps: &'a Steps<Begin, Step>,
    count: usize,
    seed: u64,
    threads: Option<usize>,
}

/// A state, and the log of its weight since the last resampling.
#[derive(Clone)]
struct Particle<State> {
    state: Option<State>,
    log_weight: f64,
}

impl<State, Begin, Step> StepParticles<'_, Begin, Step>
where
    State: Clone + Send,
    Begin: Fn(&mut Run) -> State + Sync,
    Step: Fn(&mut Run, &mut State, usize) + Sync,
{
    setters! {
        /// The seed of the random numbers; 0 by default. The particles do not depend on the number of
        /// threads.
        seed(seed: u64);
        /// The number of threads: by default one for each core, but at most one for every 256 particles.
        threads(threads: usize);
    }

    /// Makes all steps. The values of the returned fit are the last states, with their weights.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] if the number of particles is 0, and [`Error::Program`] if a step cannot
    /// continue or panics, or if no particle can have made its observations.
    pub fn run(self) -> Result<ProgramFit<State>, Error> {
        let threads = threads(self.threads)?;
        if self.count == 0 {
            return Err(Error::InvalidSetting { setting: "particles", rule: "be at least 1" });
        }
        let mut rng = SmallRng::seed_from_u64(self.seed);
        let mut particles: Vec<Particle<State>> =
            (0..self.count).map(|_| Particle { state: None, log_weight: 0.0 }).collect();
        let mut log_evidence = 0.0;
        // The first turn makes the states.
        for turn in 0..=self.steps.count {
            self.proceed(&mut particles, turn, threads)?;
            let log_weights: Vec<f64> = particles.iter().map(|particle| particle.log_weight).collect();
            let (weights, log_mean) = normalised(&log_weights, self.count)?;
            let effective = weights.iter().map(|weight| weight * weight).sum::<f64>().recip();
            if turn < self.steps.count && effective < 0.5 * self.count as f64 {
                log_evidence += log_mean;
                let places = systematic(&weights, self.count, &mut rng);
                let copied =
                    places.iter().map(|&place| Particle { log_weight: 0.0, ..particles[place].clone() });
                particles = copied.collect();
            }
        }
        let ended = particles.into_iter().filter(|particle| particle.log_weight > f64::NEG_INFINITY);
        let ended = ended.filter_map(|particle| Some((particle.state?, particle.log_weight)));
        let (states, log_weights): (Vec<State>, Vec<f64>) = ended.unzip();
        let mut recorded = RecordedChoices::new(Wanted::default());
        states.iter().for_each(|_| recorded.push_none());
        let fit = ProgramFit::weighted(states, recorded, &log_weights, self.count)?;
        let log_evidence = fit.log_evidence.map(|last| last + log_evidence);
        Ok(ProgramFit { log_evidence, ..fit })
    }

    /// Makes the state of each particle if `turn` is 0, and else the step `turn` − 1 of each particle.
    fn proceed(&self, particles: &mut [Particle<State>], turn: usize, threads: usize) -> Result<(), Error> {
        let size = self.count.div_ceil(threads).max(BLOCK);
        let blocks: Vec<_> = particles.chunks_mut(size).enumerate().collect();
        let finished =
            chains::run_tasks("program", threads.min(blocks.len()), blocks, |_, (number, block)| {
                let mut run = Run::new(0, DEPTH);
                for (place, particle) in block.iter_mut().enumerate() {
                    if particle.log_weight == f64::NEG_INFINITY {
                        continue;
                    }
                    let place = (number * size + place) as u64;
                    run.rng = Generator::seed_from_u64(seed_of(seed_of(self.seed, turn as u64), place));
                    let state = particle.state.take();
                    // A program is called through a shared reference, so the state is in a cell; this
                    // program is called once.
                    let state = std::cell::Cell::new(state);
                    let one = super::program(|run: &mut Run| match (state.take(), turn.checked_sub(1)) {
                        (Some(mut state), Some(step)) => {
                            run.call(("step", step), |run| (self.steps.step)(run, &mut state, step));
                            state
                        }
                        _ => (self.steps.begin)(run),
                    });
                    match one.execute(&mut run)? {
                        Some(state) => {
                            particle.state = Some(state);
                            particle.log_weight += run.record.log_likelihood();
                        }
                        None => particle.log_weight = f64::NEG_INFINITY,
                    }
                }
                Ok(())
            });
        finished.into_iter().collect()
    }
}
