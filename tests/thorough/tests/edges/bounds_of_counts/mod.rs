//! Proves that points and bounds of laws of whole numbers may be any numbers: P(Y ≤ x) = P(Y ≤ ⌊x⌋), bounds
//! that are not whole are rounded inwards, and the slope by a point is 0, for distribution functions,
//! truncation, censoring and draws; that infinite bounds are no bounds; and that bounds which leave nothing
//! are errors that speak the language of the model.

mod draws;
mod points;

use crate::common::{assert_near, evaluate, on_every_set, with_room};
use monomorph::prelude::*;

/// The probabilities of a reported defect.
#[test]
fn known_probabilities() {
    params! { rate: positive(), theta: interval(0.0, 1.0), x: real() }
    let model = model! {
        rate |= flat(), theta |= flat(), x |= flat(),
        increment(poisson(rate).log_cdf(2.5 + 0.0 * x)),
        increment(10.0 * binomial(7, theta).log_cdf(1.5)),
    };
    on_every_set(model, |set, posterior| {
        let logit = (0.3f64 / 0.7).ln();
        let (value, gradient) = evaluate(posterior, &[3f64.ln(), logit, 0.2]);
        let (poisson, binomial) = (8.5f64 * (-3f64).exp(), 0.7f64.powi(7) + 7.0 * 0.3 * 0.7f64.powi(6));
        let jacobian = 3f64.ln() + 0.21f64.ln();
        assert_near(value, poisson.ln() + 10.0 * binomial.ln() + jacobian, 1e-12, || set.to_owned());
        assert_eq!(gradient[2], 0.0, "{set}: by the point");
    });
}

/// Log densities of one law with different bounds, which must agree.
macro_rules! same {
    ($what:literal: $first:expr, $second:expr) => {{
        let expected = with_room(|| {
            let posterior = $first.compile().expect($what);
            evaluate(&posterior, &[0.4, -0.3])
        });
        on_every_set($second, |set, posterior| {
            let (value, gradient) = evaluate(posterior, &[0.4, -0.3]);
            assert_near(value, expected.0, 1e-12, || format!("{}, {set}", $what));
            for (&got, &want) in gradient.iter().zip(&expected.1) {
                assert_near(got, want, 1e-11, || format!("{}, {set}: gradient", $what));
            }
        });
    }};
}

/// A test for each law of two parameters, whose bounds and limits are written in two ways.
macro_rules! laws {
    ($($test:ident($a:ident, $b:ident): $law:expr;)*) => {$(
        #[test]
        fn $test() {
            let y = [3, 4, 6, 5];
            let flags = [0, 1, 0, 1];
            let (lower, upper) = ([2.5, 3.0, 2.1, 2.999], [6.5, 6.0, 6.9, 6.0]);
            let (low, high, infinite) = ([1.5, 2.0, 1.1, 2.0], [5.5; 4], [f64::INFINITY; 4]);
            let (few, above) = ([3, 6], [4.5, 5.25]);
            params! { $a: positive(), $b: positive() }
            laws!(@same $a $b y $law; "truncated": [truncated(3, 6)], [truncated(data(&lower), data(&upper))]);
            laws!(@same $a $b y $law; "truncated below": [truncated_below(3)], [truncated_below(2.5)]);
            laws!(@same $a $b y $law; "truncated above": [truncated_above(6)], [truncated_above(6.5)]);
            laws!(@same $a $b y $law; "no upper bound": [truncated_below(2)], [truncated(data(&low), data(&infinite))]);
            laws!(@same $a $b y $law; "no lower bound": [truncated_above(6)], [truncated(f64::NEG_INFINITY, 6)]);
            laws!(@same $a $b y $law; "censored": [censored(3, 6)], [censored(3.5, data(&high))]);
            let flagged = model! {
                $a |= exponential(1.0), $b |= exponential(1.0),
                data(&few) |= $law,
                increment(($law).log_ccdf(data(&above))),
            };
            let model = model! {
                $a |= exponential(1.0), $b |= exponential(1.0),
                data(&y) |= ($law).right_censored(data(&flags))
            };
            same!("flags": flagged, model);
        }
    )*};
    (@same $a:ident $b:ident $y:ident $law:expr; $what:literal: [$($first:tt)*], [$($second:tt)*]) => {
        same!($what:
            model! { $a |= exponential(1.0), $b |= exponential(1.0), data(&$y) |= ($law).$($first)* },
            model! { $a |= exponential(1.0), $b |= exponential(1.0), data(&$y) |= ($law).$($second)* })
    };
}

laws! {
    bounds_of_binomial(a, b): binomial(7, a / (a + b));
    bounds_of_beta_binomial(a, b): beta_binomial(7, a, b);
    bounds_of_neg_binomial(a, b): neg_binomial(a, b);
    bounds_of_neg_binomial_2(a, b): neg_binomial_2(a, b);
    bounds_of_poisson(a, b): poisson(a * b);
    bounds_of_geometric(a, b): geometric(a / (a + b));
}

/// A bound that is a parameter has the slope 0, and the law goes over to the next whole number where it does.
#[test]
fn parameters_as_bounds() {
    let y = [4, 5];
    params! { low: real(), width: positive(), cut: real() }
    let model = model! {
        low |= flat(), width |= flat(), cut |= flat(),
        data(&y) |= poisson(4.0).truncated(low, low + width),
        data(&y) |= binomial(9, 0.4).truncated_below(low),
        data(&y) |= geometric(0.2).truncated_above(low + width),
        data(&y) |= neg_binomial(2.0, 0.5).censored(low, low + width),
        increment(neg_binomial_2(3.0, 2.0).log_cdf(cut)),
        increment(beta_binomial(9, 1.0, 2.0).log_ccdf(cut)),
    };
    on_every_set(model, |set, posterior| {
        let at = |low: f64, width: f64, cut: f64| {
            let (value, gradient) = evaluate(posterior, &[low, width.ln(), cut]);
            assert_eq!(gradient, [0.0, 1.0, 0.0], "{set}: only the Jacobian of the positive parameter");
            value - width.ln()
        };
        let whole = at(2.0, 5.3, 6.0);
        assert!(whole.is_finite());
        for (low, high, cut) in [(1.5, 7.25, 6.5), (1.01, 7.99, 6.0), (2.0, 7.5, 6.99)] {
            assert_near(at(low, high - low, cut), whole, 1e-12, || format!("{set}: {low} to {high}, {cut}"));
        }
        assert!((at(0.9, 6.2, 6.0) - whole).abs() > 1e-3, "{set}");
    });
}

/// The messages about impossible bounds name laws and bounds.
#[test]
fn bounds_that_leave_nothing() {
    let y = [4, 5];
    params! { rate: positive() }
    macro_rules! refused {
        ($law:expr) => {{
            let model = model! { rate |= exponential(1.0), data(&y) |= $law };
            let error = with_room(|| model.compile().map(|_| ())).unwrap_err().to_string();
            for internal in ["Truncated", "Censored", "log_", "LogMass", "LogTail"] {
                assert!(!error.contains(internal), "{error}");
            }
            error
        }};
    }
    assert!(refused!(poisson(rate).truncated(7, 2)).contains("upper bound"));
    assert!(refused!(poisson(rate).truncated(data(&[0, 7]), data(&[9, 5]))).contains("upper bound"));
    assert!(refused!(poisson(rate).truncated(4.2, 4.8)).contains("upper bound"));
    assert!(refused!(poisson(rate).censored(7, 2)).contains("upper limit"));
    assert!(refused!(poisson(rate).truncated(f64::NAN, 9.0)).contains("NaN"));
    assert!(refused!(poisson(rate).truncated_below(f64::NAN)).contains("NaN"));
    assert!(refused!(poisson(rate).censored_above(f64::NAN)).contains("NaN"));
    assert!(refused!(poisson(rate).truncated(5, 9)).contains("truncation"));

    // Of parameters, too, which would have no density anywhere.
    params! { x: real() }
    let model = model! { x |= normal(0.0, 1.0).truncated(2.0, 1.0) };
    let error = with_room(|| model.compile().map(|_| ())).unwrap_err().to_string();
    assert!(error.contains("upper bound") && !error.contains("Truncated"), "{error}");
}

/// Infinite bounds and points of continuous laws, as data and as parameters.
#[test]
fn infinite_bounds() {
    let y = [0.7, 1.2];
    params! { scale: positive() }
    let (low, high) = ([0.5, f64::NEG_INFINITY], [f64::INFINITY, 2.0]);
    let model = model! {
        scale |= exponential(1.0),
        data(&y) |= normal(0.0, scale).truncated(data(&low), data(&high)),
        data(&y) |= gamma(2.0, scale).truncated(0.0, f64::INFINITY),
        data(&y) |= gumbel(0.0, scale).truncated(f64::NEG_INFINITY, f64::INFINITY),
        increment(normal(0.0, scale).log_cdf(f64::INFINITY)),
        increment(student_t(3.0, 0.0, scale).log_ccdf(f64::NEG_INFINITY)),
    };
    let plain = model! {
        scale |= exponential(1.0),
        data(&[0.7]) |= normal(0.0, scale).truncated_below(0.5),
        data(&[1.2]) |= normal(0.0, scale).truncated_above(2.0),
        data(&y) |= gamma(2.0, scale),
        data(&y) |= gumbel(0.0, scale),
    };
    let expected = with_room(|| evaluate(&plain.compile().unwrap(), &[0.4]));
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[0.4]);
        assert_near(value, expected.0, 1e-13, || set.to_owned());
        assert_near(gradient[0], expected.1[0], 1e-12, || set.to_owned());
    });
    let impossible =
        model! { scale |= exponential(1.0), increment(normal(0.0, scale).log_ccdf(f64::INFINITY)) };
    let posterior = with_room(|| impossible.compile()).unwrap();
    assert_eq!(evaluate(&posterior, &[0.4]).0, f64::NEG_INFINITY);
}
