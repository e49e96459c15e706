//! Differences of ln Γ and ψ, against a table by mpmath (`tables.py`) of arguments of all sizes.

use crate::harness::{Function, functions, on_every_set};
use monomorph::math;

functions! {
    Value = |x, n| math::log_rising(x, n).value;
    ByX = |x, n| math::log_rising(x, n).by_x;
    ByN = |x, n| math::log_rising(x, n).by_n;
    Excess = |x, n| math::log_rising(x, n).excess;
    ExcessByX = |x, n| math::log_rising(x, n).excess_by_x;
    ExcessByN = |x, n| math::log_rising(x, n).excess_by_n;
    LogBeta = |a, b| math::log_beta(a, b);
    FusedLogBeta = |a, b| math::log_beta_and_slopes(a, b).0;
    LogBetaByA = |a, b| math::log_beta_and_slopes(a, b).1[0];
    LogBetaByB = |a, b| math::log_beta_and_slopes(a, b).1[1];
    LogBetaSwappedByA = |a, b| math::log_beta_and_slopes(b, a).1[1];
    LogBetaSwappedByB = |a, b| math::log_beta_and_slopes(b, a).1[0];
}

/// The rows of a table of numbers under a header.
pub fn rows(table: &str) -> Vec<Vec<f64>> {
    table.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}

/// Asserts that errors are at most `bound` times the expected number, or times `scale` if that is larger.
fn check<F: Function>(function: F, column: usize, bound: f64, scale: impl Fn(f64, f64) -> f64) {
    let rows = rows(include_str!("log_rising.csv"));
    let (x, n): (Vec<f64>, Vec<f64>) = rows.iter().map(|row| (row[0], row[1])).unzip();
    for (set, _, got) in on_every_set(function, &x, &n) {
        for (row, got) in rows.iter().zip(got) {
            let (x, n, expected) = (row[0], row[1], row[column]);
            let allowed = bound * expected.abs().max(scale(x, n));
            let name = core::any::type_name::<F>();
            let close = got == expected || (got - expected).abs() <= allowed;
            assert!(close, "{name} on {set} at {x:e}, {n:e}: {got:e} for {expected:e}");
        }
    }
}

#[test]
fn log_rising() {
    // L has zeros at n = 0, and where Γ takes a value twice, which it does if x < 1.47.
    check(Value, 2, 1e-14, |x, n| if x < 1.47 { n.min(1.0) } else { 0.0 });
    check(ByX, 3, 3e-15, |_, _| 0.0);
    check(ByN, 4, 3e-15, |_, _| 0.5);
}

#[test]
fn excess() {
    // These are 0 at n = 1 or ½: about n (n − 1) / (2x), −n (n − 1) / (2x²), (n − ½) / x.
    check(Excess, 5, 1e-14, |x, n| n.min(n / x * (n + 1.0) / 2.0));
    check(ExcessByX, 6, 2e-14, |x, n| (n / x).min(n / x * (n + 1.0) / x));
    check(ExcessByN, 7, 3e-15, |x, n| ((n + 0.5) / x).min(0.5));
}

#[test]
fn log_beta() {
    check(LogBeta, 8, 3e-14, |_, _| 0.5);
    check(FusedLogBeta, 8, 3e-14, |_, _| 0.5);
    check(LogBetaByA, 9, 1e-13, |_, _| 0.0);
    check(LogBetaByB, 10, 1e-13, |_, _| 0.0);
    check(LogBetaSwappedByA, 9, 1e-13, |_, _| 0.0);
    check(LogBetaSwappedByB, 10, 1e-13, |_, _| 0.0);
}

#[test]
fn outside() {
    let (x, n) = ([-1.0, f64::NAN, 1.0, f64::NAN, 3.0], [1.0, 1.0, f64::NAN, f64::NAN, f64::NAN]);
    for (set, _, got) in on_every_set(Value, &x, &n) {
        assert!(got.iter().all(|value| value.is_nan()), "{set}: {got:?}");
    }
    for (set, _, got) in on_every_set(LogBeta, &x, &n) {
        assert!(got.iter().all(|value| value.is_nan()), "{set}: {got:?}");
    }
}
