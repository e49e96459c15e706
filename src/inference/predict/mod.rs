//! Forward simulation: variables drawn from their statements, each after what its arguments mention. All of
//! it is asked of the model as it is written, by methods of [`Predict`].
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
//! A parameter of which parts stand on the left is known when all of its elements have been drawn. Where a
//! law reads elements of its own variable, as in a random walk, each is drawn after those that it reads: a
//! plain distribution tells which, other laws that do so have no draws. A definition with a law of its own is
//! never drawn, since it follows from others; where these are given, there is nothing to do.
//!
//! Elements of draws are found by the names of their levels, on each side of a matrix, in whatever order the
//! two have them. Levels that [`Labels::extended`](crate::labels::Labels::extended) added follow the law of
//! their parameter, given the elements that the draws have.
//!
//! Observations that depend on the past, of a hidden Markov model or a state space, are drawn forward in
//! time, with states of their own: no state is taken from the data. Their pointwise log likelihoods are log
//! p(yₜ | y₀ … yₜ₋₁, θ), given the past, which add up to the log likelihood of all.
//!
//! A draw that is rounded to a bound of its parameter, as beta numbers of small shapes are to 0 and 1, is
//! moved to the next number inside, so that the last number before a bound has the probability of all that
//! lies beyond it. One that is too large for a number is the largest.
//!
//! What is drawn is what the density says. A parameter whose law reaches beyond its support
//! (`tau: positive()` under `normal(0.0, 1.0)`) has the law's density inside, so draws outside are refused:
//! if the law's arguments were given, the variable is drawn again, and if they were drawn themselves,
//! everything is, because the density favours arguments under which the support is likely.
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
