//! Programs whose random variables are not known before they run: recursion, loops of random length, and
//! branches with their own choices.
//!
//! The static part of a model is a [`model!`](macro@crate::model), which is compiled into one kernel. The
//! dynamic part is a function that makes its choices through a [`Run`], and may call itself:
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
//! A function with the attribute [`#[track]`](macro@crate::track) has a tracked form, for which a run
//! records [which values it computed from which](Program::track): a chain may then draw choices from their
//! [full conditionals](Chain::gibbs), and move continuous choices along [trajectories](Chain::hamiltonian).
//!
//! [`steps`] is a program that proceeds step by step with a state that can be copied, so that particles need
//! not run it again.
//!
//! A static model can be a part of a program, with its parameters among the choices of a run: [`Run::model`].
//!
//! Distributions are those of models, with numbers as arguments; a draw of `bernoulli` is a `bool`, a count
//! a `u64`. A program must make the same choices again when it runs again with the same values: randomness
//! of its own, or state that outlives a run, would make every kernel wrong.
//!
//! The chapter [Programs](crate::guide::programs) begins with a whole program.

mod submodel;

#[doc(inline)]
pub use monomorph_programs::program::*;
pub use submodel::{Submodel, submodel};
