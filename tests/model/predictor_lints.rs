//! `model.check()` for the data that are multiplied by coefficients.

use monomorph::faer::{Mat, mat};
use monomorph::graph::{Lint, LintRule, Severity};
use monomorph::prelude::*;

const Y: [f64; 4] = [0.3, -0.4, 1.2, 0.5];
const INCOME: [f64; 4] = [21_000.0, 180_000.0, 54_000.0, 33_000.0];
const TINY: [f64; 4] = [1e-6, 3e-6, -2e-6, 0.0];
const USUAL: [f64; 4] = [0.1, -2.0, 1.3, 0.4];

fn of(model: &impl Model, rule: LintRule) -> Vec<Lint> {
    model.check().into_iter().filter(|lint| lint.rule == rule).collect()
}

fn scales(model: &impl Model) -> Vec<Lint> {
    of(model, LintRule::UnscaledPredictor)
}

#[test]
fn scales_of_vectors() {
    params! { a: real(), b: real(), c: vector(2), sigma: positive() }
    let group = [0, 1, 1, 0];
    let with = |income: &'static [f64; 4]| {
        model! {
            a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), sigma |= exponential(1.0),
            data(&Y) |= normal(a + b * data(income), sigma),
        }
    };
    let lint = scales(&with(&INCOME)).remove(0);
    assert_eq!((lint.severity, lint.variable.as_str()), (Severity::Note, "Y"));
    assert!(
        lint.to_string().starts_with(
            "note: unscaled-predictor: the data that multiply `b` have a standard deviation of 7.3e4, so that"
        ),
        "{lint}"
    );
    assert!(lint.message.contains("take (x - 7.200e4) / 7.3e4"), "{lint}");
    assert_eq!(scales(&with(&TINY)).len(), 1);
    assert_eq!(scales(&with(&USUAL)), []);
    // A number for all rows is no predictor, however large, and rounding no standard deviation.
    assert_eq!(scales(&with(&[1e9; 4])), []);
    assert_eq!(scales(&with(&[3.0 + 1e-15, 3.0, 3.0, 3.0])), []);
    // Divided by its own scale.
    assert_eq!(scales(&model! { b |= flat(), data(&Y) |= normal(b * data(&INCOME) / 5e4, 1.0) }), []);
    // Slopes by group, in a definition, of a law with a link.
    let grouped = model! {
        a |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        eta = a + data(&INCOME) * c.at(&group),
        data(&[0, 1, 1, 0]) |= bernoulli_logit(eta),
    };
    let lint = scales(&grouped).remove(0);
    assert_eq!(lint.variable, "eta");
    assert!(lint.message.starts_with("the data that multiply `c`"), "{lint}");
}

/// Years beside an intercept; slopes without one, or by group, are tied to nothing.
#[test]
fn years() {
    params! { a: real(), b: real() }
    let model = |x: &'static [f64; 4]| {
        model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), data(&Y) |= normal(a + b * data(x), 1.0) }
    };
    const YEAR: [f64; 4] = [1990.0, 2001.0, 2012.0, 2020.0];
    const CENTRED: [f64; 4] = [-15.75, -4.75, 6.25, 14.25];
    let lint = scales(&model(&YEAR)).remove(0);
    let words =
        "the data that multiply `b` lie 153 standard deviations from 0, so that `a` is the value far outside";
    assert!(lint.message.starts_with(words), "{lint}");
    assert!(lint.message.contains("take x - 2006,"), "{lint}");
    assert_eq!(scales(&model(&CENTRED)), []);
    assert_eq!(scales(&model! { b |= flat(), data(&Y) |= normal(b * data(&YEAR), 1.0) }), []);
    // Wide ones.
    const ALTITUDE: [f64; 4] = [1000.0, 1990.0, 2980.0, 3970.0];
    assert!(scales(&model(&ALTITUDE))[0].message.contains("standard deviation of 1.3e3"));
}

/// The largest affine expressions inside of others.
#[test]
fn scales_inside_of_functions_and_products() {
    params! { a: real(), b: real(), c: vector(2), sigma: positive() }
    let found =
        |model: &dyn Fn() -> Vec<Lint>| model().into_iter().map(|lint| lint.message).collect::<Vec<_>>();
    let product = found(&|| {
        scales(&model! { a |= flat(), b |= flat(), data(&Y) |= normal((b * data(&INCOME)).exp() * a, 1.0) })
    });
    assert_eq!(product.len(), 1);
    assert!(
        product[0].starts_with("the data that multiply `b` have a standard deviation of 7.3e4"),
        "{product:?}"
    );
    // In the argument of a law that has a function of several expressions, and of a definition.
    let inside = found(&|| {
        scales(&model! {
            a |= flat(), b |= flat(), sigma |= exponential(1.0),
            rate = (a + b * data(&TINY)).exp() + 1.0,
            data(&Y) |= normal(rate, sigma * (b * data(&INCOME)).exp()),
        })
    });
    assert_eq!(inside.len(), 2, "{inside:?}");
    // Data on a usual scale, and data that a parameter divides.
    let none = found(&|| {
        scales(&model! {
            a |= flat(), b |= flat(), sigma |= exponential(1.0),
            data(&Y) |= normal(a * (b * data(&USUAL)).exp(), 1.0),
            data(&Y) |= normal(b * data(&INCOME) / sigma, 1.0),
        })
    });
    assert_eq!(none, Vec::<String>::new());
    // The columns of a matrix inside of a function, of which a constant one is not told.
    let x = mat![[1.0, 2e5], [1.0, -3e5], [1.0, 1e5], [1.0, 0.0]];
    let columns = model! { a |= flat(), c |= flat(), data(&Y) |= normal((a + data(&x).dot(c)).exp(), 1.0) };
    assert_eq!(scales(&columns).len(), 1);
}

#[test]
fn columns_of_matrices() {
    params! { a: real(), b: vector(3), u: vector(2) }
    let x = mat![[1.0, 2e5, 0.3], [1.0, -3e5, -0.2], [1.0, 1e5, 0.8], [1.0, 0.0, 0.1]];
    let with_intercept = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), data(&Y) |= normal(a + data(&x).dot(b), 1.0),
    };
    let lint = scales(&with_intercept).remove(0);
    assert!(lint.message.starts_with("the data in column 1 that multiply `b` have a standard"), "{lint}");
    let lint = of(&with_intercept, LintRule::ConstantPredictor).remove(0);
    assert_eq!(lint.severity, Severity::Warning);
    assert_eq!(
        lint.message,
        "the data in column 0 that multiply `b` are 1 in all rows of `Y`, which have `a` too: data cannot tell the two \
         apart. Leave out the column, or the intercept"
    );
    // Without an intercept the column is one; intercepts by group are no intercept of all.
    let column = model! { b |= normal(0.0, 1.0), data(&Y) |= normal(data(&x).dot(b), 1.0) };
    assert_eq!(of(&column, LintRule::ConstantPredictor), []);
    let groups = [0, 1, 1, 0];
    let by_group = model! {
        u |= normal(0.0, 1.0), b |= normal(0.0, 1.0),
        data(&Y) |= normal(u.at(&groups) + data(&x).dot(b), 1.0),
    };
    assert_eq!(of(&by_group, LintRule::ConstantPredictor), []);
}

/// Sizes and indices are checked by `compile()`; what is wrong with them is no panic here.
#[test]
fn wrong_sizes_are_left_to_compile() {
    params! { u: vector(2), b: vector(3), m: vector(3).rows(2) }
    let (short, wrong, x) = ([0, 1], [0, -1, 7, 1], Mat::from_fn(3, 3, |row, column| (row + column) as f64));
    let model = model! {
        u |= normal(0.0, 1.0), b |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        data(&Y) |= normal(data(&USUAL) + u.at(&short), 1.0),
        data(&Y) |= normal(u.at(&wrong) + data(&x).dot(b), 1.0),
        data(&Y) |= normal(data(&USUAL) + data(&x).dot_by_group(m, &short), 1.0),
    };
    assert_eq!(scales(&model), []);
    assert!(model.compile().is_err());
}
