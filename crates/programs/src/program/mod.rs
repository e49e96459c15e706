//! Programs whose random variables are known only at run time: a function makes its choices through a
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
pub use fit::{Execution, ProgramFit};
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

/// The default limit of the depth of nested calls.
const DEPTH: usize = 1_000;

/// A program; made by [`program`].
#[derive(Clone, Debug)]
#[must_use = "a program does nothing before it is sampled"]
pub struct Program<F> {
    function: F,
    /// The given values: the address, the value, and true if the log density counts.
    given: Vec<(String, f64, bool)>,
    depth: usize,
}

/// Makes a program of a function that makes its random choices through the [`Run`] that it receives.
///
/// The chapter *Programs* of the guide begins with a whole program.
pub fn program<T, F: Fn(&mut Run) -> T>(function: F) -> Program<F> {
    Program { function, given: Vec::new(), depth: DEPTH }
}

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// Conditions the program on a choice: the choice has this value, and its log density counts as that of
    /// an observation.
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
    /// [`Error::InvalidName`] if the address is not a valid name.
    pub fn condition(self, address: &str, value: f64) -> Result<Self, Error> {
        self.give(address, value, true)
    }

    /// Intervenes on a choice: the choice has this value, and its own law does not count.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if the address is not a valid name.
    pub fn intervene(self, address: &str, value: f64) -> Result<Self, Error> {
        self.give(address, value, false)
    }

    fn give(mut self, address: &str, value: f64, counts: bool) -> Result<Self, Error> {
        let name = address_of(&address.parse()?);
        self.given.retain(|(known, ..)| *known != name);
        self.given.push((name, value, counts));
        Ok(self)
    }

    /// Sets the limit of the depth of nested calls; 1000 by default. The stack must be large enough.
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Runs the program once.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the program cannot continue or panics, or if the run has the density 0.
    pub fn simulate(&self, seed: u64) -> Result<Execution<T>, Error> {
        let mut run = self.run(seed);
        let impossible =
            || Error::Program { address: String::new(), reason: "this run is impossible".to_owned() };
        let value = self.execute(&mut run)?.ok_or_else(impossible)?;
        Ok(Execution { value, record: run.record })
    }

    /// Makes chains without kernels; the methods of [`Chain`] add kernels.
    pub fn chain(&self) -> Chain<'_, T, F> {
        Chain::new(self)
    }

    /// Makes chains that change one choice at a time: Metropolis and Hastings' algorithm on the choices of
    /// a run.
    pub fn single_site(&self) -> Chain<'_, T, F> {
        self.chain().single_site()
    }

    /// Makes chains by particle Gibbs: the next run is chosen from particles, one of which is the current
    /// run.
    pub fn particle_gibbs(&self, particles: usize) -> Chain<'_, T, F>
    where
        T: Clone + Send,
    {
        self.chain().particle_gibbs(particles)
    }

    /// Makes an importance sampler: runs are weighted by the likelihood of their observations.
    pub fn importance(&self, runs: usize) -> Importance<'_, F> {
        Importance::new(self, runs)
    }

    /// Makes a particle filter: runs are continued side by side from observation to observation, likely
    /// runs more often than others.
    pub fn particles(&self, count: usize) -> Particles<'_, F> {
        Particles::new(self, count)
    }

    /// Makes a run with the given values.
    fn run(&self, seed: u64) -> Run {
        let mut run = Run::new(seed, self.depth);
        run.given.clone_from(&self.given);
        run
    }
}
