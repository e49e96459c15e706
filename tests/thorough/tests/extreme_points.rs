//! Proves that every point gives a valid result: at all coordinates the log density is a number with a
//! finite gradient and finite values, or −∞ with a gradient of zeros, for every distribution, support and
//! function on every instruction set.

#[path = "../../common/mod.rs"]
mod common;

use common::extreme::visit;
use common::{evaluate, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;

/// A test for each continuous distribution: `name(arguments on their supports), support of the variable`.
macro_rules! continuous {
    ($($distribution:ident($($argument:ident: $support:ident($($bound:expr),*)),+),
        $variable:ident($($end:expr),*);)*) => {$(
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

/// Supports of vectors.
macro_rules! supports {
    ($($name:ident: $space:expr;)*) => {
        mod supports {
            use super::*;
            use monomorph::support;
            $(#[test]
            fn $name() {
                {
                    params! { x: $space }
                    visit("flat", model! { x |= flat() });
                }
                params! { x: $space.rows(2) }
                visit("rows", model! { x |= normal(0.0, 1.0), increment(data(&[1.0, -2.0, 0.5]) * x.row(1)) });
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

/// Supports of matrices of two columns, or more.
macro_rules! supports_of_matrices {
    ($($name:ident: $space:expr;)*) => {
        mod supports_of_matrices {
            use super::*;
            $(#[test]
            fn $name() {
                params! { x: $space }
                visit("flat", model! { x |= flat() });
                let elements = x.cells(&[0, 1, 1, 0], &[0, 1, 0, 1]);
                visit("elements", model! {
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

/// The zero vector has no direction.
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
