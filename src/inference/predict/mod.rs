//! Forward simulation: variables are drawn from their statements, each after the variables that its
//! arguments mention. The methods are those of [`Predict`], for models.
//!
//! | method of a model | draws |
//! |-|-|
//! | [`sample_prior`](Predict::sample_prior) | all parameters, definitions and data |
//! | [`predict`](Predict::predict) | what draws of the parameters do not have: data, new parameters, definitions |
//! | [`replicate`](Predict::replicate) | the same, and a variable that the draws have: a column with gaps |
//! | [`forecast`](Predict::forecast) | the next steps of series |
//! | [`sample_exact`](Predict::sample_exact) | the posterior itself, where it is known |
//! | [`pointwise_log_likelihood`](Predict::pointwise_log_likelihood) | nothing: log p(yᵢ \| θ) of each observation at given draws |
//! | [`pointwise_log_prior`](Predict::pointwise_log_prior) | nothing: the log density of each parameter's statement at given draws |
//!
//! A parameter with parts on the left of statements is known when all of its elements have been drawn. If a
//! law reads elements of its own variable, as in a random walk, each element is drawn after those that it
//! reads: a plain distribution states which these are; other laws that read their variable have no draws. A
//! definition with a law of its own is never drawn, since it follows from other variables; if these are
//! given, nothing is done.
//!
//! Elements of draws are matched by the names of their levels, on each side of a matrix, in any order.
//! Levels that [`Labels::extended`](crate::labels::Labels::extended) added follow the law of their
//! parameter, given the elements in the draws.
//!
//! Observations that depend on the past, as in a hidden Markov model or a state space model, are drawn
//! forward in time, with newly drawn states: no state is inferred from the data. Their pointwise log
//! likelihoods are log p(yₜ | y₀ … yₜ₋₁, θ), given the past, and their sum is the log likelihood of all
//! observations.
//!
//! A draw that is rounded to a bound of its parameter, as beta numbers with small shapes are to 0 and 1, is
//! moved to the next number inside, so that the last number before a bound has the probability of everything
//! beyond it. A draw that is too large for a floating-point number is replaced by the largest one.
//!
//! Draws follow the density of the model. A parameter whose law reaches beyond its support
//! (`tau: positive()` under `normal(0.0, 1.0)`) has the law's density inside the support, so draws outside
//! are rejected: if the law's arguments were given, only the variable is drawn again; if they were drawn
//! themselves, everything is drawn again, because the density favours arguments under which the support is
//! likely.
//!
//! The chapter [Prediction and new levels](crate::guide::prediction) begins with a whole program.

mod exact;
mod extension;
mod given;
mod matched;
mod names;
mod plausibility;
mod pointwise;
mod run;
mod unconstrained;

#[doc(hidden)]
pub use crate::contract::drawing::Drawing;
#[doc(hidden)]
pub use crate::contract::drawing::Drawn;
#[doc(hidden)]
pub use crate::contract::drawing::DrawnRow;
#[doc(hidden)]
pub use crate::contract::drawing::Known;
#[doc(hidden)]
pub use crate::model::drawing::Complaint;
#[doc(hidden)]
pub use crate::model::drawing::Observations;
#[doc(hidden)]
pub use crate::model::drawing::Simulation;
pub use extension::Predict;
pub(crate) use names::name_of;
pub(in crate::inference) use pointwise::log_likelihood;
pub(crate) use pointwise::{AtPoints, by_element};
pub(in crate::inference) use run::Wanted;
