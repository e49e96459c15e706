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

mod address;
mod chain;
mod chain_run;
mod choices;
mod fit;
mod importance;
mod involution;
mod particle_gibbs;
mod particles;
mod predict;
mod record;
mod recorded;
mod run;
mod single_site;
mod steps;
mod submodel;
mod tracked;
mod trajectory;
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
pub use submodel::{Submodel, submodel};
pub use tracked::TrackedExecution;

use crate::error::Error;
use crate::shape::Extent;
use crate::trace::{Trace, VarName};
use address::hash_of;
use run::Halt;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How deep calls stand in each other at most, if nothing else is said.
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

    /// log p of a run with these choices, its observations included.
    ///
    /// What the program was [conditioned on](Self::condition) counts and what was [set](Self::intervene) does
    /// not, as in its runs. The trace may have both, and observations, or leave them out: the
    /// [trace](Record::trace) of a run has the log density of [its record](Record::log_density).
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let coin = program(|run| {
    ///     if run.sample("first", bernoulli(0.25)) { run.sample("second", bernoulli(0.5)) } else { true }
    /// });
    /// let log_density = coin.log_density_of(&Trace::of([("first", 1.0), ("second", 0.0)])?)?;
    /// assert!((log_density - 0.125_f64.ln()).abs() < 1e-15);
    ///
    /// let set = coin.intervene("first", 1.0)?;
    /// assert_eq!(set.log_density_of(&Trace::of([("second", 0.0)])?)?, 0.5_f64.ln());
    /// let run = set.simulate(1)?;
    /// assert_eq!(set.log_density_of(&run.record.trace(false)?)?, run.record.log_density());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] of a choice that neither the trace nor the program has, and those of
    /// [`simulate`](Self::simulate); [`Error::Program`] of a name of no choice, and of a value that is not
    /// the one that the program was given or observes.
    pub fn log_density_of(&self, trace: &Trace) -> Result<f64, Error> {
        let mut run = self.run(0);
        let own = run.given.len();
        for (name, value) in numbers(trace) {
            match self.given_to(&name) {
                Some(given) => check_agrees(&name, value, given)?,
                None => run.given.push((name, value, true)),
            }
        }
        let is_possible = self.execute(&mut run)?.is_some();
        if let Some(site) = run.record.sites().iter().find(|site| site.kind() == SiteKind::Sampled) {
            return Err(Error::MissingValue { name: run.record.address(site) });
        }
        if !is_possible {
            return Ok(f64::NEG_INFINITY);
        }
        run.seen.resize(run.given.len(), false);
        for (number, (name, value, _)) in run.given.iter().enumerate().skip(own) {
            let observed = run.record.site(hash_of(name)).filter(|_| !run.seen[number]);
            if let Some(site) = observed {
                check_agrees(name, *value, site.value())?;
                run.seen[number] = true;
            }
        }
        Seen(run.seen).check(&run.given)?;
        Ok(run.record.log_density())
    }

    /// The value that the program was given for a choice.
    fn given_to(&self, address: &str) -> Option<f64> {
        let given = self.given.iter().find(|(known, ..)| known == address);
        given.map(|(_, value, _)| *value)
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

    /// Runs the program from its beginning to its end; nothing if the run has the density 0.
    fn execute(&self, run: &mut Run) -> Result<Option<T>, Error> {
        match self.execute_until(run, None)? {
            Outcome::Ended(value) => Ok(Some(value)),
            Outcome::Paused | Outcome::Impossible => Ok(None),
        }
    }

    /// Runs the program until it has made this number of observations, or to its end if there is none.
    fn execute_until(&self, run: &mut Run, observations: Option<usize>) -> Result<Outcome<T>, Error> {
        run.restart();
        run.pause = observations;
        match catch_unwind(AssertUnwindSafe(|| (self.function)(run))) {
            Ok(value) => Ok(Outcome::Ended(value)),
            Err(payload) => match payload.downcast::<Halt>() {
                Ok(halt) => match *halt {
                    Halt::Paused => Ok(Outcome::Paused),
                    Halt::Impossible => Ok(Outcome::Impossible),
                    Halt::Failed(error) => Err(error),
                },
                Err(payload) => Err(panicked(&*payload, &run.record)),
            },
        }
    }

    /// Checks that every value that is given had its place in one of the runs.
    fn check_given(&self, seen: &Seen) -> Result<(), Error> {
        seen.check(&self.given)
    }
}

/// Which of the values that are given had their place in a run.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    /// Those of another run as well.
    fn add(&mut self, seen: &[bool]) {
        self.0.resize(self.0.len().max(seen.len()), false);
        self.0.iter_mut().zip(seen).for_each(|(own, seen)| *own |= seen);
    }

    /// An error with the first of the values that no run has come by.
    fn check(&self, given: &[(String, f64, bool)]) -> Result<(), Error> {
        let is_seen = |number: usize| self.0.get(number).copied().unwrap_or(false);
        let unseen = given.iter().enumerate().find(|&(number, _)| !is_seen(number));
        unseen.map_or(Ok(()), |(_, (address, ..))| {
            Err(Error::Program { address: address.clone(), reason: UNSEEN.to_owned() })
        })
    }
}

/// Checks that a value for a choice is the one that it has already.
fn check_agrees(address: &str, value: f64, given: f64) -> Result<(), Error> {
    if value == given {
        return Ok(());
    }
    let reason =
        format!("the trace has {value}, and the program has {given}, which was given or is observed");
    Err(Error::Program { address: address.to_owned(), reason })
}

/// The address of a choice as runs write it: without spaces between the indices of an element of a matrix.
fn address_of(name: &VarName) -> String {
    name.to_string().replace(", ", ",")
}

/// The numbers that a trace has for choices, by their addresses: of a vector or a matrix, which parameters of
/// models within the program may be, those of its elements.
fn numbers(trace: &Trace) -> Vec<(String, f64)> {
    let mut all = Vec::with_capacity(trace.len());
    for (name, value) in trace.iter() {
        let element = |place: usize| match value.extent() {
            Extent::Scalar => name.clone(),
            Extent::Vector(_) => name.index(place),
            Extent::Matrix { columns, .. } => name.index((place / columns, place % columns)),
        };
        let elements = value.as_slice().iter().enumerate();
        all.extend(elements.map(|(place, number)| (address_of(&element(place)), *number)));
    }
    all
}

/// How a run went.
enum Outcome<T> {
    /// It came to its end.
    Ended(T),
    /// It made as many observations as were wanted.
    Paused,
    /// It has the density 0.
    Impossible,
}

/// What is wrong with an address that no run has come by.
const UNSEEN: &str = "a value is given, and no run makes this choice";

/// The error of a panic in the user's code, with where the run was.
fn panicked(payload: &(dyn Any + Send), record: &Record) -> Error {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    let last = record.sites().iter().rev().take(5).rev();
    let trace: Vec<String> =
        last.map(|site| format!("{} = {}", record.address(site), site.value())).collect();
    let reason = format!(
        "it panicked, “{text}”, after {} choices, the last of which are {}",
        record.sites().len(),
        trace.join(", ")
    );
    Error::Program { address: String::new(), reason }
}
