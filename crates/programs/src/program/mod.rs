//! Programs whose random variables are not known before they run: recursion, loops of random length, branches
//! with choices of their own.
//!
//! What is static is a [`model!`](macro@crate::model), which is compiled into one kernel. What is not is a
//! function that makes its choices through a [`Run`], and may call itself:
//!
//! ```
//! use monomorph::prelude::*;
//! use monomorph::program::{Run, program};
//!
//! /// How many tosses it takes until the first success.
//! fn geometric(run: &mut Run, p: f64) -> u64 {
//!     if run.sample("stop", bernoulli(p)) { 1 } else { 1 + run.call("next", |run| geometric(run, p)) }
//! }
//!
//! let tosses = program(|run| {
//!     let p = run.sample("p", beta(1.0, 1.0));
//!     let n = run.call("n", |run| geometric(run, p));
//!     run.observe("y", poisson(n as f64), 4);
//!     n
//! });
//! let fit = tosses.single_site().draws(2_000).seed(1).run()?;
//! assert!(fit.mean(|n| *n as f64) > 2.0);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! | method of a program | draws |
//! |-|-|
//! | [`simulate`](Program::simulate) | one run |
//! | [`single_site`](Program::single_site) | chains that change one choice after the other |
//! | [`importance`](Program::importance) | runs, weighted by their observations |
//! | [`particles`](Program::particles) | runs side by side, chosen anew at observations |
//! | [`particle_gibbs`](Program::particle_gibbs) | chains that choose from particles, one of which is the run before |
//! | [`chain`](Program::chain) | chains by several of these kernels in turn, and by [moves of one's own](Chain::involution) |
//! | [`predict`](Program::predict) | observations anew, given the choices of draws |
//!
//! A function with the attribute [`#[track]`](macro@crate::track) has a tracked form, of which a run knows
//! [what it computed from what](Program::track): then a chain may draw choices from their [full
//! conditionals](Chain::gibbs), and move continuous ones along [trajectories](Chain::hamiltonian).
//!
//! [`steps`] is a program that goes step by step with a state that can be copied, of which particles need not
//! run again.
//!
//! A static model can be a part of a program, with its parameters among the choices of a run: [`Run::model`].
//!
//! Distributions are those of models with numbers as arguments; a draw of `bernoulli` is a `bool`, a count a
//! `u64`. A program must make the choices that it makes with the same values again, if it is run again: its
//! own randomness, and state that outlives a run, would make every kernel wrong.
//!
//! The chapter [Programs](crate::guide::programs) begins with a whole program.

mod address;
mod chain;
mod chain_run;
mod choices;
mod execute;
mod fit;
mod generator;
mod given;
mod importance;
mod involution;
mod kernel;
mod particle_gibbs;
mod particles;
mod predict;
mod record;
mod recorded;
mod resting;
mod run;
mod saved;
mod single_site;
mod steps;
mod static_model;
mod tracked;
mod trajectory;
mod transition;
mod weights;
mod within;

pub use address::SiteName;
pub use chain::Chain;
pub use choices::Choices;
pub use fit::{Execution, Fit};
pub use importance::Importance;
pub use particles::Particles;
pub use record::{Record, Site, SiteKind};
pub use run::Run;
pub use steps::{StepParticles, Steps, steps};
#[doc(hidden)]
pub use static_model::{Evaluated, Parameter, StaticModel};
pub use tracked::TrackedExecution;

use crate::error::Error;
use execute::Outcome;
use given::{Seen, UNSEEN, address_of, check_agrees, numbers};

/// The largest depth of calls in each other, if nothing else is said.
const DEPTH: usize = 1_000;

/// A program; made by [`program`].
#[derive(Clone, Debug)]
pub struct Program<F> {
    function: F,
    /// Values that are given, and whether they count.
    given: Vec<(String, f64, bool)>,
    depth: usize,
}

/// The program that a function is, which makes its random choices by the [`Run`] that it gets.
///
/// The chapter [Programs](crate::guide::programs) begins with a whole program.
pub fn program<T, F: Fn(&mut Run) -> T>(function: F) -> Program<F> {
    Program { function, given: Vec::new(), depth: DEPTH }
}

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// The program with a choice that was observed: it has this value, and counts with its density.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let sum = program(|run| run.sample("x", normal(0.0, 1.0)) + run.sample("y", normal(0.0, 1.0)));
    /// let seen = sum.condition("x", 2.0)?.simulate(1)?;
    /// assert_eq!(seen.record.trace(false)?.names().map(ToString::to_string).collect::<Vec<_>>(), ["y"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if the address does not read as a name.
    pub fn condition(self, address: &str, value: f64) -> Result<Self, Error> {
        self.give(address, value, true)
    }

    /// The program with a choice that is set from outside: it has this value, and its own law does not count.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if the address does not read as a name.
    pub fn intervene(self, address: &str, value: f64) -> Result<Self, Error> {
        self.give(address, value, false)
    }

    fn give(mut self, address: &str, value: f64, counts: bool) -> Result<Self, Error> {
        let name = address_of(&address.parse()?);
        self.given.retain(|(known, ..)| *known != name);
        self.given.push((name, value, counts));
        Ok(self)
    }

    /// The program with another limit of how deep calls stand in each other, in place of 1000. It needs a
    /// stack that large.
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// One run.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] where the program cannot go on, panics, or has come to something impossible.
    pub fn simulate(&self, seed: u64) -> Result<Execution<T>, Error> {
        let mut run = self.run(seed);
        let impossible =
            || Error::Program { address: String::new(), reason: "this run is impossible".to_owned() };
        let value = self.execute(&mut run)?.ok_or_else(impossible)?;
        Ok(Execution { value, record: run.record })
    }

    /// Chains, to be told by which kernels they move.
    pub fn chain(&self) -> Chain<'_, T, F> {
        Chain::new(self)
    }

    /// Chains that change one choice after the other: Metropolis and Hastings' algorithm on the choices of a
    /// run.
    pub fn single_site(&self) -> Chain<'_, T, F> {
        self.chain().single_site()
    }

    /// Chains by particle Gibbs: a run is chosen from particles, one of which is the run before.
    pub fn particle_gibbs(&self, particles: usize) -> Chain<'_, T, F>
    where
        T: Clone + Send,
    {
        self.chain().particle_gibbs(particles)
    }

    /// Runs, each weighted by the likelihood of its observations.
    pub fn importance(&self, runs: usize) -> Importance<'_, F> {
        Importance::new(self, runs)
    }

    /// Runs side by side, from observation to observation, where likely ones are continued more often than
    /// others.
    pub fn particles(&self, count: usize) -> Particles<'_, F> {
        Particles::new(self, count)
    }

    /// A run with what is given.
    fn run(&self, seed: u64) -> Run {
        let mut run = Run::new(seed, self.depth);
        run.given.clone_from(&self.given);
        run
    }
}
