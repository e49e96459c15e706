//! Functions that the test files share: the instruction sets of the machine, evaluations with checks,
//! comparisons, and random numbers.
#![allow(dead_code)] // No test file uses everything.

pub mod answers;
pub mod counting;
pub mod degenerate;
pub mod degenerate_models;
pub mod densities;
pub mod extreme;
pub mod normal;
pub mod oracle;
pub mod plain;
pub mod sparse;

use monomorph::name::Name;
use monomorph::node::Parameter;
use monomorph::prelude::*;
use monomorph::shape::Shape;
use monomorph::support::SupportOf;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[allow(unused_imports)] // As above. Listed, since the prelude has a `logistic` as well.
pub use plain::{
    Random, assert_mean, assert_near, gradient_by_differences, is_near, is_whole_sweep, largest, lgamma,
    logistic, numbers, softplus, swept, swept_count,
};

/// Every instruction set that a kernel can be compiled for.
pub const SETS: [(&str, Instructions); 3] =
    [("AVX-512", Instructions::Avx512), ("AVX2", Instructions::Avx2), ("scalar", Instructions::Scalar)];

/// Returns the path of a file of the tests, for every package of tests in the repository.
pub fn beside_tests(path: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut candidates = package.ancestors().map(|directory| directory.join("tests").join(path));
    candidates.find(|candidate| candidate.exists()).unwrap_or_else(|| panic!("there is no tests/{path}"))
}

/// Returns the instruction sets for which this build has kernels and which this machine runs. Prints the
/// sets that are not run, and panics if no set is left, because a test of no set cannot fail.
pub fn sets() -> &'static [(&'static str, Instructions)] {
    static FOUND: OnceLock<Vec<(&str, Instructions)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        params! { mu: real() }
        let model = model! { mu |= normal(0.0, 1.0) };
        let runs = |set: &(&str, Instructions)| {
            let options = Options::default().instructions(set.1);
            match model.compile_with(options) {
                Ok(_) => true,
                Err(Error::UnsupportedInstructions { is_compiled, .. }) => {
                    // Other builds have the other sets; what the machine lacks is run nowhere.
                    say(&match is_compiled {
                        true => format!("NOT RUN: kernels of {}, which this machine lacks", set.0),
                        false => format!("not in this build: kernels of {}", set.0),
                    });
                    false
                }
                Err(error) => panic!("a normal number does not compile: {error}"),
            }
        };
        let found: Vec<_> = SETS.into_iter().filter(runs).collect();
        assert!(!found.is_empty(), "no instruction set is in this build and on this machine");
        found
    })
}

/// Compiles the model for every instruction set of [`sets`].
pub fn on_every_set<M: Model>(model: M, check: impl FnMut(&'static str, &Posterior<M::Bound>) + Send) {
    on_every_set_with(Rewrites::All, model, check);
}

/// Compiles the model for every instruction set of [`sets`], with rewrites or without.
pub fn on_every_set_with<M: Model>(
    rewrites: Rewrites,
    model: M,
    mut check: impl FnMut(&'static str, &Posterior<M::Bound>) + Send,
) {
    run_with_room(&mut || {
        for &(set, instructions) in sets() {
            let options = Options::default().instructions(instructions).rewrites(rewrites);
            match model.compile_with(options) {
                Ok(posterior) => check(set, &posterior),
                Err(error) => panic!("the model does not compile: {error}"),
            }
        }
    });
}

/// Runs on a stack of 64 MiB: without optimisation every temporary of a fused kernel has its own place on
/// the stack, several MiB for large expressions.
pub fn with_room<Answer: Send>(work: impl FnOnce() -> Answer + Send) -> Answer {
    let (mut work, mut answer) = (Some(work), None);
    run_with_room(&mut || answer = work.take().map(|work| work()));
    answer.expect("the work has been done")
}

/// The part of `with_room` that does not depend on the type of the work, because code for threads takes
/// long to compile.
fn run_with_room(work: &mut (dyn FnMut() + Send)) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        let answer = thread.expect("a thread can be started").join();
        answer.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Prints once, also where the test harness captures output.
pub fn say(line: &str) {
    static SAID: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(|broken| broken.into_inner());
    if !said.iter().any(|before| before == line) {
        said.push(line.to_owned());
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

/// Returns the log density and its gradient at a point.
///
/// Panics if an evaluation breaks a promise that holds for all models: the log density is a number or −∞
/// (with a zero gradient), it does not depend on the previous contents of the workspace, it is the same
/// without the gradient, and nothing is allocated.
pub fn evaluate<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let (log_density, gradient) = evaluate_gradient(posterior, q);
    let alone = posterior.log_density(q, &mut posterior.workspace());
    let allowed = 1e-13 * log_density.abs().max(1.0);
    assert_near(alone, log_density, allowed, || format!("without its gradient, at {q:?}"));
    (log_density, gradient)
}

/// Returns the log density and its gradient at a point, without [`evaluate`]'s comparison with the kernel
/// without gradient, which takes long to compile.
pub fn evaluate_gradient<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut workspace = posterior.workspace();
    evaluate_twice(q, &mut |gradient| posterior.log_density_and_gradient(q, gradient, &mut workspace))
}

/// The part of `evaluate_gradient` that does not depend on the type of the model.
fn evaluate_twice(q: &[f64], evaluate: &mut dyn FnMut(&mut [f64]) -> f64) -> (f64, Vec<f64>) {
    let (mut gradient, mut again) = (vec![f64::NAN; q.len()], vec![f64::NAN; q.len()]);
    let log_density = evaluate(&mut gradient);
    // The first evaluation of a thread may allocate: faer packs large products into memory of the thread's.
    let mut second = f64::NAN;
    let made = counting::allocations(|| second = evaluate(&mut again));
    assert_eq!(made, 0, "{made} allocations of one evaluation at {q:?}");
    check(q, (log_density, &gradient), (second, &again));
    (log_density, gradient)
}

/// Checks the promises for two evaluations at the same point.
fn check(q: &[f64], first: (f64, &[f64]), second: (f64, &[f64])) {
    let (log_density, gradient) = first;
    assert!(log_density < f64::INFINITY, "the log density is {log_density} at {q:?}");
    if log_density == f64::NEG_INFINITY {
        assert!(gradient.iter().all(|&number| number == 0.0), "at −∞ the gradient is {gradient:?}");
    }
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&[first.0]), bits(&[second.0]), "the second evaluation differs at {q:?}");
    assert_eq!(bits(gradient), bits(second.1), "the second gradient differs at {q:?}");
}

/// Returns the gradient of a model by central differences.
pub fn differences<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> Vec<f64> {
    let mut workspace = posterior.workspace();
    gradient_by_differences(&mut |q| posterior.log_density(q, &mut workspace), q)
}

/// Panics unless every element of a gradient is within the tolerance of the expected one.
#[track_caller]
pub fn assert_gradient(got: &[f64], want: &[f64], tolerance: f64, what: impl Fn() -> String) {
    assert_eq!(got.len(), want.len(), "{}: the length of the gradient", what());
    for (place, (&got, &want)) in got.iter().zip(want).enumerate() {
        assert_near(got, want, tolerance, || format!("{}: gradient[{place}]", what()));
    }
}

/// Compiles only if the parameter has `Free` free coordinates.
pub fn has_free<Free, Var: Name, Sh: Shape, Support: SupportOf<Sh, Free = Free>>(
    _: Expr<Parameter<Var, Sh, Support>>,
) {
}

/// Compares the gradient at `q` with central differences, and the value with a formula.
pub fn check_against(model: impl Model, q: &[f64], formula: impl Fn(&[f64]) -> f64 + Sync) {
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, q);
        let want = formula(q);
        assert_near(value, want, 1e-12 * want.abs().max(1.0), || format!("value, {set}"));
        let step = 1e-5;
        for (k, &slope) in gradient.iter().enumerate() {
            let at = |shift: f64| {
                let mut q = q.to_vec();
                q[k] += shift;
                formula(&q)
            };
            let difference = (at(step) - at(-step)) / (2.0 * step);
            assert_near(slope, difference, 1e-7 * difference.abs().max(1.0), || {
                format!("gradient of coordinate {k}, {set}")
            });
        }
    });
}

/// Returns the draws of an element.
pub fn column<'a>(draws: &'a Draws, element: &str) -> &'a [f64] {
    draws.column(element).unwrap().as_slice()
}
