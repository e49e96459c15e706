//! Functions that the tests of Gibbs sampling share.

#![allow(dead_code)] // No test file uses everything.

use monomorph::draws::diagnostics::{mcse_mean, mcse_sd};
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

/// Returns the rules of a schedule by name.
pub fn rules<M: BoundModel>(posterior: &Posterior<M>) -> Vec<(&'static str, UpdateRule)> {
    posterior.gibbs().schedule().steps.iter().map(|step| (step.name, step.rule)).collect()
}

/// Asserts that the mean and the standard deviation of draws are within five of their standard errors of
/// the exact values.
pub fn assert_moments(draws: &Draws, element: &str, mean: f64, sd: f64) {
    let column = draws.column(element).unwrap();
    let chains = column.chains();
    for (what, got, want, error) in
        [("mean", column.mean(), mean, mcse_mean(&chains)), ("sd", column.sd(), sd, mcse_sd(&chains))]
    {
        assert!((got - want).abs() < 5.0 * error, "the {what} of {element} is {got}, not {want} (± {error})");
    }
}
