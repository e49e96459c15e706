//! What the test files share: the instruction sets of the machine, evaluations that check themselves,
//! comparisons, and random numbers.
#![allow(dead_code)] // No test file uses everything.

pub mod answers;
pub mod degenerate;
pub mod degenerate_models;
pub mod densities;
pub mod extreme;
pub mod normal;
pub mod oracle;
pub mod runs;
pub mod sparse;

use monomorph::name::Name;
use monomorph::node::Parameter;
use monomorph::prelude::*;
use monomorph::shape::Shape;
use monomorph::support::SupportOf;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Every instruction set that a kernel can be compiled for.
pub const SETS: [(&str, Instructions); 3] =
    [("AVX-512", Instructions::Avx512), ("AVX2", Instructions::Avx2), ("scalar", Instructions::Scalar)];

/// A file beside the tests, wherever the package of this test stands in the repository.
pub fn beside_tests(path: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut candidates = package.ancestors().map(|directory| directory.join("tests").join(path));
    candidates.find(|candidate| candidate.exists()).unwrap_or_else(|| panic!("there is no tests/{path}"))
}

/// Compiles the model for every instruction set of this machine, and says aloud which ones it lacks.
pub fn on_every_set<M: Model>(model: M, check: impl FnMut(&'static str, &Posterior<M::Bound>) + Send) {
    on_every_set_with(Rewrites::All, model, check);
}

/// Compiles the model for every instruction set of this machine, with rewrites or without.
pub fn on_every_set_with<M: Model>(
    rewrites: Rewrites,
    model: M,
    mut check: impl FnMut(&'static str, &Posterior<M::Bound>) + Send,
) {
    run_with_room(&mut || {
        for (set, instructions) in SETS {
            match model.compile_with(Options { instructions, rewrites, ..Options::default() }) {
                Ok(posterior) => check(set, &posterior),
                Err(error) => is_missing(&error),
            }
        }
    });
}

/// Says aloud which instruction set there is not; panics for any other error.
pub fn is_missing(error: &Error) {
    match error {
        Error::UnsupportedInstructions { wanted, .. } => {
            say(&format!("skipped: no {wanted} on this machine or in this build"));
        }
        _ => panic!("the model does not compile: {error}"),
    }
}

/// Runs on a stack of 64 MiB: without optimisation every temporary of a fused kernel has a place of its own
/// on the stack, several MiB for large expressions.
pub fn with_room<Answer: Send>(work: impl FnOnce() -> Answer + Send) -> Answer {
    let (mut work, mut answer) = (Some(work), None);
    run_with_room(&mut || answer = work.take().map(|work| work()));
    answer.expect("the work has been done")
}

/// What `with_room` does whatever the work is: threads take their time to compile.
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

/// The log density and its gradient at a point.
///
/// Panics where an evaluation breaks a promise that holds for all models: the log density is a number or −∞
/// (with a zero gradient), it does not depend on what the workspace held before, and it is the same without
/// the gradient.
pub fn evaluate<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let (log_density, gradient) = evaluate_gradient(posterior, q);
    let alone = posterior.log_density(q, &mut posterior.workspace());
    let allowed = 1e-13 * log_density.abs().max(1.0);
    assert_near(alone, log_density, allowed, || format!("without its gradient, at {q:?}"));
    (log_density, gradient)
}

/// The log density and its gradient at a point, without [`evaluate`]'s comparison with the kernel that has no
/// gradient: that kernel takes its time to compile.
pub fn evaluate_gradient<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut workspace = posterior.workspace();
    evaluate_twice(q, &mut |gradient| posterior.log_density_and_gradient(q, gradient, &mut workspace))
}

/// What `evaluate_gradient` does whatever the model is.
fn evaluate_twice(q: &[f64], evaluate: &mut dyn FnMut(&mut [f64]) -> f64) -> (f64, Vec<f64>) {
    let (mut gradient, mut again) = (vec![f64::NAN; q.len()], vec![f64::NAN; q.len()]);
    let log_density = evaluate(&mut gradient);
    let second = evaluate(&mut again);
    check(q, (log_density, &gradient), (second, &again));
    (log_density, gradient)
}

/// The promises that two evaluations at the same point have to keep.
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

/// Panics unless the number is within the tolerance of the expected one; equal infinities are.
#[track_caller]
pub fn assert_near(got: f64, want: f64, tolerance: f64, what: impl FnOnce() -> String) {
    if !(got == want || (got - want).abs() <= tolerance) {
        is_off(got, want, tolerance, &what());
    }
}

#[track_caller]
fn is_off(got: f64, want: f64, tolerance: f64, what: &str) -> ! {
    let difference = got - want;
    panic!("{what}: {got:e} instead of {want:e}, off by {difference:e} where {tolerance:e} is allowed")
}

/// The largest absolute value.
pub fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, number| number.abs().max(largest))
}

/// The gradient of any function by central differences, extrapolated to steps of zero (Richardson).
///
/// With the step h = 1e-3 · max(1, |qᵢ|) the error of the extrapolation is of the order h⁴ f⁽⁵⁾ / 30 ≈ 1e-13
/// f⁽⁵⁾, that of rounding 2 ε |f| / h ≈ 4e-13 |f|.
pub fn gradient_by_differences(f: &mut dyn FnMut(&[f64]) -> f64, q: &[f64]) -> Vec<f64> {
    let mut moved = q.to_vec();
    let mut gradient = Vec::with_capacity(q.len());
    for coordinate in 0..q.len() {
        let step = 1e-3 * q[coordinate].abs().max(1.0);
        let mut slope = |step: f64| {
            let mut at = |place: f64| {
                moved[coordinate] = place;
                f(&moved)
            };
            (at(q[coordinate] + step) - at(q[coordinate] - step)) / (2.0 * step)
        };
        let (coarse, fine) = (slope(step), slope(step / 2.0));
        moved[coordinate] = q[coordinate];
        gradient.push((4.0 * fine - coarse) / 3.0);
    }
    gradient
}

/// The gradient of a model by central differences.
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

/// log(1 + eˣ)
pub fn softplus(x: f64) -> f64 {
    if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() }
}

/// The logistic function.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// log Γ(x) for x > 0 by Stirling's series after shifting to x ≥ 20.
pub fn lgamma(mut x: f64) -> f64 {
    let mut product = 1.0;
    let mut shift = 0.0;
    while x < 20.0 {
        product *= x;
        if product > 1e100 {
            shift += product.ln();
            product = 1.0;
        }
        x += 1.0;
    }
    let (w, u) = (1.0 / x, 1.0 / (x * x));
    let series = w * (1.0 / 12.0 - u * (1.0 / 360.0 - u * (1.0 / 1260.0 - u * (1.0 / 1680.0 - u / 1188.0))));
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - product.ln() - shift
}

/// Reproducible numbers: splitmix64.
pub struct Random(pub u64);

impl Random {
    /// A number in 0 … 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between two bounds.
    pub fn between(&mut self, lower: f64, upper: f64) -> f64 {
        lower + (upper - lower) * self.unit()
    }

    /// So many numbers between two bounds.
    pub fn numbers(&mut self, count: usize, lower: f64, upper: f64) -> Vec<f64> {
        (0..count).map(|_| self.between(lower, upper)).collect()
    }

    /// So many whole numbers below a bound.
    pub fn indices(&mut self, count: usize, below: usize) -> Vec<u32> {
        (0..count).map(|_| (self.unit() * below as f64) as u32).collect()
    }
}

/// Compares the gradient at `q` with central differences, and the value with that of a formula.
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

/// Numbers without a pattern that a mistake in an index could hide behind.
pub fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|k| ((k * k + 3 * k) as f64 * 0.7).sin()).collect()
}

/// The draws of an element.
pub fn column<'a>(draws: &'a Draws, element: &str) -> &'a [f64] {
    draws.column(element).unwrap().as_slice()
}

/// Asserts that the mean of independent numbers is within five of its standard errors.
#[track_caller]
pub fn assert_mean(what: &str, numbers: &[f64], want: f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt().max(1e-12);
    assert!((mean - want).abs() < 5.0 * error, "the mean of {what} is {mean}, not {want} (± {error})");
}
