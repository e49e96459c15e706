//! Tests of other packages once more, compiled as users compile models: with optimisation, where the gradient of
//! a model of fewer than twenty parameters is one function of all its statements. Everywhere else tests are
//! compiled as functions that call each other. `.ci/run` runs this program in its optimised lane.
//!
//! A model takes some five seconds of processor time to compile so, which leaves time for these files: each law
//! of numbers, laws of vectors, parts of values on the left, values that are held, and loops over time.

#[path = "../../../common/mod.rs"]
mod common;

#[path = "../../../conditioning/conditioning.rs"]
mod conditioning;
#[path = "../../../densities/oracle_densities.rs"]
mod densities;
#[path = "../../../model/left_sides.rs"]
mod left_sides;
#[path = "../../../time/scans.rs"]
mod scans;
#[path = "../../../vectors/oracle_multivariate.rs"]
mod vectors;

/// This program says nothing of what users run where functions call each other.
#[test]
#[cfg_attr(debug_assertions, ignore = "without optimisation kernels are not compiled as users compile them")]
fn kernels_are_fused() {
    assert_ne!(
        option_env!("MONOMORPH_OUTLINED"),
        Some("optimised"),
        "kernels are functions that call each other"
    );
}
