//! Bayesian models as Rust types.
//!
//! A model is written as in a textbook, with operators and `|=`. Its whole expression tree becomes one
//! generic type, and the compiler turns that type into one fused, allocation-free SIMD kernel for the log
//! density and its gradient. There is no tape, no interpreter and no other language.
//!
#![cfg_attr(feature = "sampling", doc = "```no_run")]
#![cfg_attr(not(feature = "sampling"), doc = "```ignore")]
//! use monomorph::prelude::*;
//!
//! fn main() -> Result<(), monomorph::Error> {
//!     let y     = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
//!     let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
//!
//!     params! {
//!         mu:  real(),
//!         tau: positive(),
//!         eta: vector(y.len()),            // vector(U8::new()) when the length is part of the type
//!     }
//!
//!     let model = model! {
//!         mu  |= normal(0.0, 5.0),
//!         tau |= half_cauchy(5.0),
//!         eta |= normal(0.0, 1.0),
//!         theta = mu + tau * eta,          // evaluated once, reported with the draws
//!         data(&y) |= normal(theta, data(&sigma)),
//!     };
//!
//!     let posterior = model.compile()?;                     // every error of the model is found here
//!     let nuts = posterior.nuts().target_accept(0.95);      // short steps: small tau make a narrow funnel
//!     let fit = nuts.chains(4).seed(1).run()?;              // progress bars, all cores
//!     println!("{}", fit.summary());                        // mean, sd, quantiles, MCSE, ESS, R-hat
//!     Ok(())
//! }
//! ```
//!
//! # Where things are
//!
//! * [`guide`] has a chapter for each task, tables for users of Stan and of PyMC, and a list of everything
//!   that can be written.
//! * [`params!`] declares parameters with their [`support`]s; [`model!`] makes a model of statements, which
//!   consist of [`distribution`]s and [expressions](expression).
//! * [`Compile::compile`](compile::Compile::compile) checks a model and its data and returns a
//!   [`Posterior`](posterior::Posterior), a [`Density`](posterior::Density) with its gradient.
//! * `sampling`, `gibbs`, `program`, `dirichlet_process` and `approximate` sample a posterior, and return
//!   [`draws`]; `predict`, `comparison`, `calibration`, `sensitivity`, [`hidden_states`] and `state_space`
//!   analyse it further; `fits` fits thousands of data sets.
//! * [`Condition`](model::Condition), [`graph`], [`trace`], [`labels`] and `report` treat models and
//!   results as values; [`custom`] is for your own functions and distributions.
//!
//! # Features
//!
//! | feature | brings | on |
//! |-|-|-|
//! | `random` | NUTS and the other samplers, draws of distributions by the crate `rand` | by `sampling` |
//! | `sampling` | progress bars | yes |
//! | `track` | the attribute [`#[track]`](macro@track) | yes |
//! | `report` | stores for ArviZ, figures, a page for each fit; no dependency | yes |
//! | `rayon` | statements of many observations on several threads | no |
//! | `serde` | files of names, values, traces, results and settings | no |
//! | `avx512` | kernels for AVX-512 beside those for AVX2 | no |
//! | `mapped` | posteriors whose data stay in a file | no |
//! | `fused` | one function also for models of twenty or more parameters and definitions | no |
//!
//! With `default-features = false` the crate has only models and their gradients, with numeric dependencies
//! only.

#![warn(missing_docs)]
// Code that only samplers call is compiled without them too: otherwise a hundred files would need
// attributes.
#![cfg_attr(not(feature = "random"), allow(dead_code, unused_imports))]

/// The examples of README.md, which are tested together with those of the documentation.
#[cfg(all(doctest, feature = "sampling"))]
#[doc = include_str!("../README.md")]
struct Readme;

// Hidden only from the documentation: the compiler's messages name hidden items with their whole paths as
// well.
#[cfg_attr(doc, doc(hidden))]
pub mod compiler;
#[cfg_attr(doc, doc(hidden))]
pub mod contract;
pub mod covariance;
pub mod custom;
pub mod distribution;
pub mod expression;
mod frame;
pub mod functions;
pub mod gaussian_process;
pub mod graph;
// Chapters for readers and for tests: a program contains nothing of them.
#[cfg(any(doc, all(doctest, feature = "sampling")))]
// Its programs are tested by the package `tests/documented/guide`.
#[cfg(not(doctest))]
pub mod guide;
mod inference;
pub mod markov_field;
#[cfg_attr(doc, doc(hidden))]
pub mod matrix;
pub mod model;
#[cfg_attr(doc, doc(hidden))]
pub mod node;
pub mod posterior;
pub mod prelude;
#[cfg(feature = "report")]
pub mod report;
mod sealed;
pub mod smooth;
pub mod support;
#[cfg_attr(doc, doc(hidden))]
pub mod time;
mod types;

pub use compiler::rewrite;
#[doc(inline)]
pub use contract::shape;
/// The crate `faer`, whose `MatRef` is the type of matrices of data.
pub use faer;
#[cfg(feature = "random")]
pub use inference::hidden_states;
#[cfg(feature = "random")]
pub use inference::{
    approximate, calibration, comparison, fits, gibbs, predict, program, sampling, sensitivity, state_space,
    target,
};
#[doc(inline)]
pub use monomorph_base::{Error, draws, error, labels, name, trace};
pub(crate) use monomorph_base::{native, picture};
#[doc(inline)]
pub use monomorph_diagnostics as diagnostics;
#[doc(hidden)]
pub use monomorph_macros::{malformed_params as __malformed_params, model as __model};
#[doc(inline)]
pub use monomorph_numerics::{differences, math, simd};
pub(crate) use monomorph_numerics::{linalg, probabilities, random};
#[cfg(feature = "random")]
#[doc(inline)]
pub use monomorph_programs::{dirichlet_process, track};
#[cfg(feature = "random")]
pub(crate) use monomorph_samplers::chains;
#[cfg(feature = "random")]
#[doc(inline)]
pub use monomorph_samplers::checkpoint;
pub use posterior::compile;
/// The crate `rand`, with the random number generators for draws.
pub use rand;
/// The crate `typenum`, with lengths that are types, such as `U8`.
pub use typenum;
#[cfg_attr(doc, doc(hidden))]
pub use types::erase;
