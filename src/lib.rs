//! Bayesian models as Rust types.
//!
//! A model is written the way it stands in a textbook, with operators and `|=`. Its whole expression tree
//! becomes one generic type, and the compiler turns that type into one fused, allocation-free SIMD kernel for
//! the log density and its gradient. There is no tape, no interpreter and no other language.
//!
#![cfg_attr(
    feature = "sampling",
    doc = concat!("```no_run\n", include_str!("../examples/eight_schools.rs"), "```")
)]
//!
//! # Reading on
//!
//! * [`params!`] declares parameters, [`model!`] makes a model of statements; both show what they expand to.
//! * [`distribution`] has the table of distributions, [`expression::Expr`] the operators and functions,
//!   [`support`] the supports of parameters.
//! * [`Compile::compile`](compile::Compile::compile) checks a model and its data and gives a
//!   [`Posterior`](posterior::Posterior): a log density with its gradient, for samplers and optimisers. It
//!   owns what it needs of the data; [`Density`](posterior::Density) is what posteriors of all models have in
//!   common.
//! * [`Condition`](model::Condition) gives variables values, by seeing or by doing;
//!   [`full_conditional`](posterior::Posterior::full_conditional) is the density of one parameter given the
//!   rest.
//! * `predict` has methods of models that draw forward: prior and posterior predictive draws, predictions at
//!   other data, generated quantities.
//! * `comparison` has methods of models that judge them: leave-one-out and other cross-validation, WAIC,
//!   comparison and stacking of models.
//! * `gibbs` samples discrete parameters, and draws from full conditionals where they are known;
//!   `dirichlet_process` has mixtures with an unknown number of clusters.
//! * `approximate` has modes with standard errors, Laplace's approximation and Pathfinder.
//! * `state_space` has the states of a linear Gaussian model, filtered, smoothed, drawn and forecast.
//! * [`labels`] has columns of data that say to which group a row belongs, and names for what belongs to
//!   them; `report` has stores that ArviZ opens, figures, and a page for each fit.
//! * [`trace`] has names of variables and of their parts, and values by name.
//! * [`graph`] has the model's dependency graph as a value, with pictures, and
//!   [`check`](graph::Inspect::check), which looks for priors and geometries that are suspicious.
//! * `program` has programs whose random variables are not known before they run, and `track` what a run did,
//!   as a graph.
//! * [`math`] has the SIMD functions with their error bounds.
//! * `fits` fits one model to thousands of data sets, and goes on where it was killed.
//! * [`guide`] has chapters on data: from a CSV file to a model, from a file of Stan's, and many data sets on
//!   one machine or on many.
//!
//! # Evaluating a gradient in a hot loop
//!
//! ```
//! use monomorph::prelude::*;
//!
//! let (x, y) = ([0.0, 1.0, 2.0], [0.1, 0.9, 2.2]);
//! params! { a: real(), b: real(), sigma: positive() }
//! let model = model! {
//!     a |= normal(0.0, 5.0),
//!     b |= normal(0.0, 5.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(a + b * data(&x), sigma),
//! };
//! let posterior = model.compile()?;
//!
//! let mut workspace = posterior.workspace();              // the only allocation
//! let (q, mut gradient) = ([0.0, 1.0, -1.0], [0.0; 3]);
//! let log_density = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
//! assert!(log_density.is_finite());
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # Reading the compiler's messages
//!
//! What the types know is checked when the program is compiled: shapes that do not combine, two statements
//! for one variable, a parameter without a prior, a discrete distribution for a parameter. The first line of
//! the message is written for people and names the variable or the shapes; underlined is the statement, or
//! what is wrong in it. The types that follow are the expression, read from the outside in:
//! `Binary<Add, Splat<Parameter<mu, …>>, …>` is `mu + …`, with `mu` repeated along a vector.
//!
//! Errors that begin with "evaluation panicked: monomorph:" are constants that the compiler evaluates. They
//! appear in `cargo build`, not in `cargo check`. The place that is shown first is in this crate; yours is in
//! the third message, behind "the above error was encountered while instantiating": the statement, or the
//! call of `compile()`, `nuts()`, `condition(…)`, that asks for what cannot be.
//!
//! `params!` makes a variable for each parameter, so a local variable of the same name, such as
//! `let mu = draw.value_of(mu)?`, takes its place in later models. On the left of `|=` that is an error which
//! says so; elsewhere the variable is a number like any other, and the parameter is missing: "stands in no
//! statement".
//!
//! # Features
//!
//! `random` brings NUTS and the other samplers, and distributions as those of the crate `rand`, which can be
//! drawn from; `sampling` (on by default) adds progress bars to it; `track` (on by default) brings the
//! attribute [`#[track]`](macro@track). With `default-features = false` the crate is the model and its
//! gradient alone, with numeric dependencies only. `report` (on by default) brings stores, figures and pages,
//! without a dependency. `serde` serialises names, values and traces, summaries, and settings of samplers.

#![warn(missing_docs)]
// What samplers alone read is compiled without them too: a hundred files would else say which.
#![cfg_attr(not(feature = "random"), allow(dead_code, unused_imports))]

/// The examples of README.md, which are tested with those of the documentation.
#[cfg(all(doctest, feature = "sampling"))]
#[doc = include_str!("../README.md")]
struct Readme;

// Hidden from the documentation alone: the compiler names what is hidden from it too with its whole path.
#[cfg_attr(doc, doc(hidden))]
pub mod compiler;
#[cfg_attr(doc, doc(hidden))]
pub mod contract;
pub mod covariance;
pub mod custom;
pub mod distribution;
pub mod error;
pub mod expression;
mod frame;
pub mod functions;
pub mod gaussian_process;
pub mod graph;
// Chapters to read and to test: a program has nothing of them.
#[cfg(any(doc, all(doctest, feature = "sampling")))]
pub mod guide;
mod inference;
#[cfg_attr(doc, doc(hidden))]
pub mod matrix;
pub mod model;
#[cfg_attr(doc, doc(hidden))]
pub mod node;
pub mod posterior;
pub mod prelude;
#[cfg(feature = "report")]
pub mod report;
mod results;
mod sealed;
pub mod support;
#[cfg_attr(doc, doc(hidden))]
pub mod time;
#[cfg(feature = "random")]
pub mod track;
mod types;

pub use compiler::rewrite;
pub use error::Error;
/// For `MatRef`, the form in which matrices of data come in.
pub use faer;
#[cfg(feature = "random")]
pub(crate) use inference::chains;
pub use inference::hidden_states;
#[cfg(feature = "random")]
pub(crate) use inference::target;
#[cfg(feature = "random")]
pub use inference::{
    approximate, calibration, checkpoint, comparison, dirichlet_process, fits, gibbs, predict, program,
    sampling, sensitivity, state_space,
};
#[doc(inline)]
pub use monomorph_diagnostics as diagnostics;
#[doc(hidden)]
pub use monomorph_macros::{malformed_params as __malformed_params, model as __model};
#[doc(inline)]
pub use monomorph_numerics::{differences, math, simd};
pub(crate) use monomorph_numerics::{linalg, probabilities, random};
#[cfg(feature = "track")]
#[doc = include_str!("track/attribute.md")]
pub use monomorph_track::track;
pub use posterior::compile;
/// For the generators that draws are made with.
pub use rand;
pub(crate) use results::picture;
pub use results::{draws, trace};
/// For lengths as types, such as `U8`.
pub use typenum;
#[cfg_attr(doc, doc(hidden))]
pub use types::erase;
pub(crate) use types::native;
pub use types::{labels, name, shape};
