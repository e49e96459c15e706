//! Proves that no point makes trouble: wherever a coordinate goes, the log density is a number or −∞ and never NaN
//! or +∞, its gradient is zero at −∞, and free of NaN wherever a sampler may be, for every distribution, support and
//! function on every instruction set.

mod common;

use common::{evaluate, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;

/// Around the ends of exp, the ends of `f64`, and beyond.
const EXTREMES: [f64; 25] = [
    0.0,
    -0.0,
    1e-300,
    -1e-300,
    36.0,
    -36.0,
    -700.0,
    700.0,
    709.0,
    710.0,
    -745.0,
    -746.0,
    -800.0,
    800.0,
    1e5,
    -1e5,
    1e16,
    -1e16,
    1e154,
    -1e154,
    1e300,
    -1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Sends each coordinate, each pair of them, and all of them together to every extreme.
fn visit(what: &str, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let dimension = posterior.dimension();
        let mut finite = 0;
        let mut at = |q: &[f64]| {
            let (log_density, gradient) = evaluate(posterior, q);
            // Beyond 700 values overflow or leave the normal numbers, and √x and xʸ have no slope at 0.
            let is_smooth = q.iter().all(|q| q.abs() <= 700.0 && *q != 0.0);
            let has_slopes = gradient.iter().all(|number| !number.is_nan());
            assert!(
                has_slopes || !is_smooth,
                "{what}, {set}: log density {log_density}, gradient {gradient:?} at {q:?}"
            );
            if q.iter().any(|coordinate| coordinate.is_nan()) {
                assert_eq!(log_density, f64::NEG_INFINITY, "{what}, {set}: at {q:?}");
            }
            finite += usize::from(log_density.is_finite());
        };
        for one in EXTREMES {
            at(&vec![one; dimension]);
            for place in 0..dimension {
                let mut q = vec![0.25; dimension];
                q[place] = one;
                at(&q);
                for other in [-1e300, -740.0, -37.0, 0.0, 37.0, 740.0, 1e300, f64::NAN] {
                    q[(place + 1) % dimension] = other;
                    at(&q);
                }
            }
        }
        assert!(finite > 0, "{what}, {set}: the log density is −∞ everywhere");
    });
}

/// A test for each continuous distribution: `name(arguments on their supports), support of the variable`.
macro_rules! continuous {
    ($($distribution:ident($($argument:ident: $support:ident($($bound:expr),*)),+), $variable:ident($($end:expr),*);)*) => {$(
        #[test]
        fn $distribution() {
            {
                params! { y: real().$variable($($end),*), $($argument: real().$support($($bound),*)),+ }
                let model = model! {
                    y |= distribution::$distribution($($argument),+),
                    $($argument |= distribution::normal(0.5, 2.0)),+
                };
                visit("scalars", model);
            }
            params! { y: vector(3).$variable($($end),*), $($argument: real().$support($($bound),*)),+ }
            let model = model! {
                y |= distribution::$distribution($($argument),+),
                $($argument |= distribution::student_t(3.0, 0.0, 1.0)),+
            };
            visit("a vector", model);
        }
    )*};
}

mod continuous {
    use super::*;

    continuous! {
        normal(a: lower(-1e3), b: positive()), upper(1e3);
        cauchy(a: lower(-1e3), b: positive()), upper(1e3);
        student_t(a: positive(), b: lower(-1e3), c: positive()), upper(1e3);
        exponential(a: positive()), positive();
        gamma(a: positive(), b: positive()), positive();
        beta(a: positive(), b: positive()), interval(0.0, 1.0);
        lognormal(a: lower(-1e3), b: positive()), positive();
        uniform(a: upper(0.0), b: lower(1.0)), interval(-1.0, 2.0);
        half_normal(a: positive()), positive();
        half_cauchy(a: positive()), positive();
    }
}

/// Observations of whole numbers, whose argument is a scalar, or a vector.
macro_rules! discrete {
    ($($distribution:ident($([$count:expr])? $support:ident($($bound:expr),*)), $y:expr;)*) => {$(
        #[test]
        fn $distribution() {
            let y = $y;
            let y = data(&y);
            {
                params! { argument: real().$support($($bound),*) }
                visit("a scalar", model! {
                    argument |= distribution::normal(0.0, 2.0),
                    y |= distribution::$distribution($($count,)? argument),
                });
            }
            params! { argument: vector(5).$support($($bound),*) }
            visit("a vector", model! {
                argument |= distribution::cauchy(0.0, 2.0),
                y |= distribution::$distribution($($count,)? argument),
            });
        }
    )*};
}

mod discrete {
    use super::*;

    discrete! {
        bernoulli(interval(0.0, 1.0)), [0, 1, 1, 0, 1];
        bernoulli_logit(upper(1e3)), [0, 1, 1, 0, 1];
        binomial([7] interval(0.0, 1.0)), [0, 1, 7, 3, 7];
        binomial_logit([data(&[0, 2, 7, 3, 9])] upper(1e3)), [0, 1, 7, 3, 7];
        poisson(positive()), [0, 3, 0, 1, 90];
        poisson_log(upper(1e3)), [0, 3, 0, 1, 90];
    }
}

/// Functions and operators of real parameters, as a vector and as a scalar.
macro_rules! functions {
    ($($name:ident: |$x:ident, $y:ident| $value:expr;)*) => {
        mod functions {
            use super::*;
            $(#[test]
            fn $name() {
                {
                    params! { $x: real(), $y: real() }
                    visit("scalars", model! {
                        $x |= cauchy(0.0, 2.0),
                        $y |= normal(0.0, 2.0),
                        increment($value),
                    });
                }
                params! { $x: vector(3), $y: real() }
                visit("a vector", model! {
                    $x |= normal(0.0, 2.0),
                    $y |= cauchy(0.0, 2.0),
                    data(&[0.5, 1.0, -1.0]) |= normal($value, 3.0),
                });
            })*
        }
    };
}

functions! {
    add_and_subtract: |x, y| x + y - (x - y);
    multiply: |x, y| x * y;
    divide: |x, y| x / y;
    negate: |x, y| -x - y;
    exp: |x, y| y - x.exp();
    log: |x, y| x.log() * y;
    log1p: |x, y| x.log1p() * y;
    expm1: |x, y| y - x.expm1();
    sqrt: |x, y| x.sqrt() * y;
    square: |x, y| x.square() * y;
    recip: |x, y| x.recip() * y;
    abs: |x, y| x.abs() * y;
    inv_logit: |x, y| x.inv_logit() * y;
    logit: |x, y| x.logit() * y;
    log1p_exp: |x, y| x.log1p_exp() * y;
    tanh: |x, y| x.tanh() * y;
    sin: |x, y| x.sin() * y;
    cos: |x, y| x.cos() * y;
    lgamma: |x, y| x.lgamma() * y;
    powi: |x, y| x.powi(3) * y.powi(-2);
    powf: |x, y| x.powf(y);
}

/// Supports of vectors: finite values or no density, and never NaN in a gradient, wherever a coordinate goes.
macro_rules! supports {
    ($($name:ident: $space:expr;)*) => {
        mod supports {
            use super::*;
            use monomorph::support;
            $(#[test]
            fn $name() {
                {
                    params! { x: $space }
                    never_nan("flat", model! { x |= flat() });
                }
                params! { x: $space.rows(2) }
                never_nan("rows", model! { x |= normal(0.0, 1.0), increment(data(&[1.0, -2.0, 0.5]) * x.row(1)) });
            })*
        }
    };
}

supports! {
    ordered: support::ordered(3);
    positive_ordered: support::positive_ordered(3);
    simplex: support::simplex(3);
    sum_to_zero: support::sum_to_zero(3);
    unit_vector: support::unit_vector(3);
}

/// The same of supports of matrices of two columns, or more.
macro_rules! supports_of_matrices {
    ($($name:ident: $space:expr;)*) => {
        mod supports_of_matrices {
            use super::*;
            $(#[test]
            fn $name() {
                params! { x: $space }
                never_nan("flat", model! { x |= flat() });
                let elements = x.cells(&[0, 1, 1, 0], &[0, 1, 0, 1]);
                never_nan("elements", model! {
                    x |= normal(0.0, 1.0),
                    increment(data(&[1.0, -2.0, 0.5, 3.0]) * elements),
                });
            })*
        }
    };
}

supports_of_matrices! {
    cholesky_factor_of_correlations: cholesky_factor_corr(3);
    correlations: corr_matrix(3);
    cholesky_factor_of_covariances: cholesky_factor_cov(2);
    tall_factor: cholesky_factor_cov_of(3, 2);
    covariances: cov_matrix(2);
    rows_of_sum_one: row_stochastic_matrix(2, 3);
    columns_of_sum_one: column_stochastic_matrix(3, 2);
    sums_of_zero: sum_to_zero_matrix(3, 2);
}

#[test]
fn matrices_of_real_numbers() {
    params! { low: vector(2), x: real_matrix(2, 2).lower(low), y: real_matrix(2, 2) }
    visit("matrices", model! { low |= normal(0.0, 1.0), x |= cauchy(0.0, 2.0), y |= normal(x, 3.0) });
}

/// Like `visit`, but beyond 700 as well, and with the values.
fn never_nan(what: &str, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let dimension = posterior.dimension();
        let mut finite = 0;
        let mut at = |q: &[f64]| {
            let (log_density, gradient) = evaluate(posterior, q);
            let what = || format!("{what}, {set}: log density {log_density}, gradient {gradient:?} at {q:?}");
            assert!(gradient.iter().all(|number| !number.is_nan()), "{}", what());
            let trace = posterior.constrain(q).expect("the point has the right length");
            let is_finite = trace.values().iter().all(|x| x.is_finite());
            assert!(is_finite || log_density == f64::NEG_INFINITY, "{}: {trace:?}", what());
            if q.iter().any(|coordinate| !coordinate.is_finite()) {
                assert_eq!(log_density, f64::NEG_INFINITY, "{}", what());
            }
            finite += usize::from(log_density.is_finite());
        };
        for one in EXTREMES {
            at(&vec![one; dimension]);
            for place in 0..dimension {
                let mut q = vec![0.25; dimension];
                q[place] = one;
                at(&q);
                for other in [-1e300, -740.0, -37.0, 0.0, 37.0, 740.0, 1e300, f64::NAN] {
                    q[(place + 1) % dimension] = other;
                    at(&q);
                }
            }
        }
        assert!(finite > 0, "{what}, {set}: the log density is −∞ everywhere");
    });
}

/// No direction is that of the zero vector.
#[test]
fn a_unit_vector_of_nothing_has_no_density() {
    params! { x: unit_vector(3) }
    on_every_set(model! { x |= flat() }, |set, posterior| {
        for q in [[0.0; 3], [-0.0; 3], [1e-200; 3]] {
            assert_eq!(evaluate(posterior, &q).0, f64::NEG_INFINITY, "{set}: at {q:?}");
        }
        let (log_density, gradient) = evaluate(posterior, &[1e-150, 0.0, 0.0]);
        assert!(log_density.abs() < 1e-299, "{set}: {log_density}");
        assert_eq!(gradient[0], -1e-150, "{set}");
    });
}

/// Bounds that are parameters.
#[test]
fn bounds_by_parameters() {
    params! {
        low: upper(1e3),
        x: interval(low, 2e3),
        y: vector(3).lower(x - low),
        scale: positive(),
        z: vector(3).offset_multiplier(low, scale),
    }
    visit(
        "bounds",
        model! {
            low |= normal(0.0, 1.0),
            x |= cauchy(0.0, 1.0),
            y |= student_t(3.0, 0.0, 1.0),
            scale |= gamma(2.0, 1.0),
            z |= normal(0.0, 1.0),
        },
    );
}
