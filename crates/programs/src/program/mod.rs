//! Programs whose random variables are not known before they run: a function makes its choices through a
//! [`Run`], and may call itself.
//!
//! `monomorph::program` begins with a whole program.

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
mod static_model;
mod steps;
mod tracked;
mod trajectory;
mod transition;
mod weights;
mod within;

pub use address::SiteName;
pub use chain::{Chain, Draw};
pub use choices::Choices;
pub use fit::{Execution, Fit};
pub use importance::Importance;
pub use particles::Particles;
pub use record::{Record, Site, SiteKind};
pub use run::Run;
#[doc(hidden)]
pub use static_model::{Evaluated, Parameter, StaticModel};
pub use steps::{StepParticles, Steps, steps};
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
/// The chapter *Programs* of the guide begins with a whole program.
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
