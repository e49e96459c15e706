//! Draws of laws, of priors and of posteriors.

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "random")]
#[path = "../common/gibbs.rs"]
mod gibbs;
#[cfg(feature = "random")]
#[path = "../common/rows_alone.rs"]
mod rows_alone;
#[cfg(feature = "sampling")]
#[path = "../common/eight_schools.rs"]
mod schools;

#[cfg(feature = "random")]
mod approximate;
#[cfg(feature = "random")]
mod calibration;
#[cfg(feature = "random")]
mod censored_transforms;
#[cfg(feature = "random")]
mod custom_target;
#[cfg(feature = "sampling")]
mod densities_at_draws;
#[cfg(feature = "random")]
mod draws;
#[cfg(feature = "random")]
mod draws_discrete;
#[cfg(feature = "sampling")]
mod evidence;
#[cfg(feature = "random")]
mod fits;
#[cfg(feature = "random")]
mod improper;
#[cfg(feature = "random")]
mod modes;
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
#[cfg(all(feature = "random", feature = "report", feature = "sampling"))]
mod rows_with_gaps;
#[cfg(feature = "sampling")]
mod sampling;
#[cfg(feature = "random")]
mod softmax_regression;
#[cfg(feature = "random")]
mod units;
