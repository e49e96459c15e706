//! Draws of laws, of priors and of posteriors.

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "random")]
#[path = "../common/gibbs.rs"]
mod gibbs;
#[cfg(feature = "random")]
#[path = "../common/rows_alone.rs"]
mod rows_alone;
#[cfg(feature = "random")]
#[path = "../common/runs.rs"]
mod runs;
#[cfg(feature = "sampling")]
#[path = "../common/eight_schools.rs"]
mod schools;

#[cfg(feature = "random")]
mod approximate;
#[cfg(feature = "random")]
mod calibration;
#[cfg(feature = "random")]
mod censored_transforms;
mod comparison;
#[cfg(feature = "random")]
mod custom_target;
#[cfg(feature = "sampling")]
mod densities_at_draws;
#[cfg(feature = "random")]
mod draws;
#[cfg(feature = "random")]
mod draws_discrete;
#[cfg(feature = "random")]
mod draws_multivariate;
#[cfg(feature = "sampling")]
mod evidence;
#[cfg(feature = "random")]
mod fits;
mod held_out;
#[cfg(feature = "random")]
mod improper;
mod left_predictions;
#[cfg(feature = "random")]
mod loo_of_series;
#[cfg(feature = "random")]
mod modes;
#[cfg(feature = "random")]
mod moment_matching;
#[cfg(feature = "sampling")]
mod money;
#[cfg(feature = "random")]
mod pointwise;
#[cfg(feature = "random")]
mod power_scaling;
#[cfg(feature = "random")]
mod prediction;
#[cfg(feature = "random")]
mod prior_checks;
#[cfg(feature = "random")]
mod programs;
#[cfg(all(feature = "random", feature = "report", feature = "sampling"))]
mod rows_with_gaps;
#[cfg(feature = "sampling")]
mod sampling;
#[cfg(feature = "random")]
mod simulated_laws;
#[cfg(feature = "random")]
mod softmax_regression;
#[cfg(feature = "random")]
mod tied_supports;
#[cfg(feature = "random")]
mod units;
