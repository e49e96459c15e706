//! Gibbs sampling: each parameter in turn from its full conditional, by the rule that its statements allow.
//!
//! The rules come from the model's types. Every density states its curve as a function of each of its
//! arguments ([`Curve`](crate::contract::conjugacy::Curve)), and every expression how it depends on its
//! variables ([`Link`](crate::contract::conjugacy::Link)); a parameter whose statements all have one curve
//! is drawn from its full conditional, whichever distributions they are. The kernels for this are compiled
//! for the parameter's Markov blanket only.
//!
//! # Runs that stop and go on
//!
//! [`Gibbs::until`] stops when there are enough effective draws, and [`Gibbs::checkpoint`] saves the run for
//! [`Gibbs::resume`]:
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { p: interval(0.0, 1.0), z: vector(3).binary() }
//! let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
//! let posterior = model.compile()?;
//! # let folder = std::env::temp_dir().join(format!("monomorph-gibbs-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! # let file = folder.join("run.mono");
//! let gibbs = || posterior.gibbs().chains(2).warmup(10).seed(1);
//! gibbs().draws(100).checkpoint(&file, 50).run()?;             // every 50 sweeps of each chain
//! let draws = gibbs().draws(150).resume(&file).run()?;         // the 100 draws of each chain, and 50 more
//! assert_eq!(draws, gibbs().draws(150).run()?);
//!
//! let enough = gibbs().draws(10_000).until(200.0, 1.05).run()?;
//! assert!(enough.draws_per_chain() < 10_000);
//! # let _ = std::fs::remove_dir_all(folder);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The chapter [Choosing a sampler, and reading its warnings](crate::guide::samplers_and_warnings) begins
//! with a whole program.

mod block;
mod builder;
mod chain;
mod conjugate;
mod enumerate;
mod forward_backward;
mod metropolis;
mod multi_normal;
mod record;
mod rules;
mod run;
mod schedule;
mod scope;
mod settings;
mod site;
mod slice;
mod state;
mod sweep;
#[cfg(test)]
mod tests;
mod wishart;

#[doc(inline)]
pub use crate::model::conjugacy::UpdateRule;
pub use builder::Gibbs;
pub use record::Draw;
pub use schedule::{Schedule, ScheduledUpdate};
pub use settings::GibbsSettings;
