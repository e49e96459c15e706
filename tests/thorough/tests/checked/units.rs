//! Modes and standard errors of regressions do not depend on the units of their columns, nor are columns that
//! are nearly equal taken for equal ones.

use monomorph::approximate::Mode;
use monomorph::prelude::*;

const ROWS: usize = 60;

fn wave(step: f64) -> Vec<f64> {
    (0..ROWS).map(|i| (i as f64 * step).sin()).collect()
}

/// Asserts the mode and the standard error of `a`, `b` and of `scale` times `c`.
#[track_caller]
fn assert_same(what: &str, found: &Mode, scale: f64, want: &Mode) {
    for (name, scale) in [("a", 1.0), ("b", 1.0), ("c", scale)] {
        let error = want.standard_error(name).unwrap();
        let distance = (found.value(name).unwrap() * scale - want.value(name).unwrap()) / error;
        assert!(distance.abs() < 1e-4, "{what} {scale:e}: `{name}` is {distance} errors away: {found}");
        let ratio = found.standard_error(name).unwrap() * scale / error;
        assert!(
            (ratio - 1.0).abs() < 1e-4,
            "{what} {scale:e}: the error of `{name}` is {ratio} of it: {found}"
        );
    }
}

/// For two starts, the modes with a column of each scale beside that of the column itself.
fn compare<M: BoundModel>(what: &str, scales: &[f64], posterior: impl Fn(&[f64]) -> Posterior<M>) {
    let column = wave(1.9);
    let of = |scale: f64, seed| {
        let scaled: Vec<f64> = column.iter().map(|z| z * scale).collect();
        let found = posterior(&scaled).optimise().standard_errors(true).seed(seed).run();
        found.unwrap_or_else(|error| panic!("{what} {scale:e}: {error}"))
    };
    let want = of(1.0, 0);
    for seed in [0, 1] {
        scales.iter().for_each(|&scale| assert_same(what, &of(scale, seed), scale, &want));
    }
}

#[test]
fn units_of_a_column_change_nothing() {
    let (x, noise) = (wave(0.7), wave(2.9));
    let y: Vec<f64> = wave(1.9).iter().zip(&x).zip(&noise).map(|((z, x), e)| 0.5 + x + z + e).collect();
    let won: Vec<i64> = y.iter().map(|y| i64::from(*y > 0.5)).collect();
    let counts: Vec<i64> = y.iter().map(|y| y.exp() as i64).collect();
    params! { a: real(), b: real(), c: real() }
    params! { s: positive() }
    let scales = [1e-8, 1e-6, 1e-4, 1e3, 1e6, 1e8];
    compare("normal", &scales, |z| {
        let model = model! {
            a |= flat(), b |= flat(), c |= flat(), s |= flat(),
            data(&y) |= normal(a + b * data(&x) + c * data(z), s),
        };
        model.compile().unwrap()
    });
    compare("logistic", &scales, |z| {
        let model = model! {
            a |= flat(), b |= flat(), c |= flat(),
            data(&won) |= bernoulli_logit(a + b * data(&x) + c * data(z)),
        };
        model.compile().unwrap()
    });
    // A start has no finite rates where the column is large.
    compare("Poisson", &scales[..3], |z| {
        let model = model! {
            a |= flat(), b |= flat(), c |= flat(),
            data(&counts) |= poisson_log(a + b * data(&x) + c * data(z)),
        };
        model.compile().unwrap()
    });
}

#[test]
fn columns_that_are_nearly_equal_have_standard_errors() {
    let (x, z, noise) = (wave(0.7), wave(1.9), wave(2.9));
    let y: Vec<f64> = x.iter().zip(&noise).map(|(x, e)| 0.5 + x + e).collect();
    params! { b: real(), c: real() }
    for apart in [1e-1, 1e-3, 1e-5] {
        let near: Vec<f64> = x.iter().zip(&z).map(|(x, z)| x + apart * z).collect();
        let model = model! {
            b |= flat(), c |= flat(), data(&y) |= normal(b * data(&x) + c * data(&near), 1.0),
        };
        let mode = model.compile().unwrap().optimise().standard_errors(true).run();
        let mode = mode.unwrap_or_else(|error| panic!("{apart:e}: {error}"));
        // The variance of c is 1 over the squares of what b x leaves of its column, which is that of apart z.
        let product = |x: &[f64], z: &[f64]| x.iter().zip(z).map(|(x, z)| x * z).sum::<f64>();
        let left = product(&z, &z) - product(&x, &z).powi(2) / product(&x, &x);
        let want = 1.0 / (apart * left.sqrt());
        let found = mode.standard_error("c").unwrap();
        assert!((found / want - 1.0).abs() < 1e-4, "{apart:e}: {found}, not {want}");
    }
}

#[test]
fn equal_columns_are_refused_in_all_units() {
    let (x, noise) = (wave(0.7), wave(2.9));
    let y: Vec<f64> = x.iter().zip(&noise).map(|(x, e)| 0.5 + x + e).collect();
    params! { b: real(), c: real() }
    for scale in [1e-6, 1e-3, 1.0, 1e3, 1e6] {
        let same: Vec<f64> = x.iter().map(|x| x * scale).collect();
        let model = model! {
            b |= flat(), c |= flat(), data(&y) |= normal(b * data(&same) + c * data(&same), 1.0),
        };
        for seed in 0..3 {
            let found = model.compile().unwrap().optimise().standard_errors(true).seed(seed).run();
            let error = found.expect_err("equal columns").to_string();
            assert!(error.contains("stays the same along `b` − `c`"), "{scale:e}: {error}");
        }
    }
}
