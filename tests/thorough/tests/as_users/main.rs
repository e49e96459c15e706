//! Models beside their densities written out, compiled as users compile models: with optimisation, where the
//! gradient of a model of fewer than twenty parameters is one function of all its statements. `.ci/run` runs
//! this program in its optimised lane; tests/WHY.md says why it has these models alone.

#[path = "../../../common/plain.rs"]
mod plain;
#[path = "../../../common/written_out.rs"]
mod written_out;

#[test]
fn models_have_the_densities_that_are_written_out() {
    for (name, compare) in written_out::MODELS {
        println!("{name}");
        compare();
    }
}

/// This program tests the kernels of users only if they are fused.
#[test]
#[cfg_attr(debug_assertions, ignore = "without optimisation kernels are not compiled as users compile them")]
fn kernels_are_fused() {
    let outlined = option_env!("MONOMORPH_OUTLINED");
    assert_ne!(outlined, Some("optimised"), "kernels are functions that call each other");
}
