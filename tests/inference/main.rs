//! Draws of laws, of priors and of posteriors.

#[path = "../common/mod.rs"]
mod common;
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
#[cfg(feature = "random")]
mod fits;
#[cfg(feature = "sampling")]
mod fixed_elements;
#[cfg(feature = "sampling")]
mod held_posteriors;
#[cfg(feature = "random")]
mod known_logarithms;
mod modes;
#[cfg(feature = "sampling")]
mod money;
#[cfg(feature = "random")]
mod power_scaling;
#[cfg(feature = "sampling")]
mod precisions;
#[cfg(feature = "random")]
mod prior_checks;
#[cfg(feature = "sampling")]
mod sampling;
#[cfg(feature = "sampling")]
mod stepped;
mod updates;
mod warm_starts;
