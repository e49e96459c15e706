//! Proves that functions and transforms have the values and the gradients of Stan: every record of
//! `tests/oracle` that the crate has the distribution, function or transform for, on every instruction set,
//! in every role that a variable or an argument can have (scalar, vector or repeated; parameter, data or
//! number).
//!
//! Arguments become parameters on the real line with a flat prior, so that the unconstrained point is the
//! arguments and the gradient is theirs. The tolerance is the one that the values were published with:
//!
//! * value: 1e-10 |want| + 1e-12 max(1, V) + 16 slack
//! * gradient: 1e-10 |want| + 1e-12 max(1, G) + 16 slack
//!
//! where G is the largest absolute entry of the record's gradient, V is 1 for densities and log Jacobians and
//! the largest entry of the value otherwise, and `slack` is how far the result moves with the last bit of the
//! inputs.

use crate::common::oracle::{assert_complete, compare_gradient, numbers, records, slack};
use crate::common::{assert_near, evaluate, largest, on_every_set};
use monomorph::prelude::*;
use monomorph::support;
use serde_json::Value;

// ----------------------------------------------------------------------------------------------------
// functions

/// Compares a function's value and its slopes with a record.
fn compare_function(record: &Value, got: f64, slopes: &[(&str, f64)], set: &str) {
    let what = || format!("{}, {set}", record["id"]);
    let want = record["value"].as_f64().expect("a number");
    let tolerance = 1e-10 * want.abs() + 1e-12 * want.abs().max(1.0) + 16.0 * slack(record, &["value"], 0);
    assert_near(got, want, tolerance, what);
    for (argument, slope) in slopes {
        compare_gradient(record, argument, &[*slope], &what);
    }
}

/// A test for each function: `name(arguments): expression, condition under which it is defined`.
macro_rules! functions {
    ($($function:ident($($argument:ident),+): $value:expr, $domain:expr;)*) => {
        #[allow(non_snake_case)] // Phi
        mod functions {
            use super::*;
            use monomorph::functions as functions_of_many;
            pub const NAMES: &[&str] = &[$(stringify!($function)),*];
            $(#[test]
            fn $function() {
                let mut all = records("functions", "fn", stringify!($function));
                // Those of whole vectors are tested in `tests/vectors/oracle_vectors.rs`.
                all.retain(|record| [$(stringify!($argument)),+].iter()
                    .all(|&name| record["args"][name].is_number()));
                {
                    params! { $($argument: real()),+ }
                    let model = model! { $($argument |= flat()),+, increment($value) };
                    on_every_set(model, |set, posterior| {
                        for record in &all {
                            $(let $argument = record["args"][stringify!($argument)].as_f64().expect("a number");)+
                            let (got, gradient) = evaluate(posterior, &[$($argument),+]);
                            if $domain {
                                let names = [$(stringify!($argument)),+];
                                let slopes: Vec<_> = names.into_iter().zip(gradient).collect();
                                compare_function(record, got, &slopes, set);
                            } else {
                                assert_eq!(got, f64::NEG_INFINITY, "{}, {set}", record["id"]);
                            }
                        }
                    });
                }
                // All records as one vector: the elements of a definition are the values.
                let inside: Vec<&Value> = all
                    .iter()
                    .filter(|record| {
                        $(let $argument = record["args"][stringify!($argument)].as_f64().expect("a number");)+
                        $(let _ = $argument;)+
                        $domain
                    })
                    .collect();
                let n = inside.len();
                params! { $($argument: vector(n)),+ }
                let model = model! { $($argument |= flat()),+, value = $value, increment(value) };
                on_every_set(model, |set, posterior| {
                    let mut q = Vec::new();
                    let names = [$(stringify!($argument)),+];
                    for name in names {
                        q.extend(inside.iter().map(|record| record["args"][name].as_f64().expect("a number")));
                    }
                    let (_, gradient) = evaluate(posterior, &q);
                    let trace = posterior.constrain(&q).expect("the point has the right length");
                    let values = trace.get("value").expect("the definition is in the trace");
                    for (place, record) in inside.iter().enumerate() {
                        let slope = |(k, name)| (name, gradient[k * n + place]);
                        let slopes: Vec<_> = names.into_iter().enumerate().map(slope).collect();
                        compare_function(record, values[place], &slopes, set);
                    }
                });
            })*
        }
    };
}

functions! {
    exp(x): x.exp(), true;
    log(x): x.log(), true;
    log1p(x): x.log1p(), true;
    expm1(x): x.expm1(), true;
    log1p_exp(x): x.log1p_exp(), true;
    inv_logit(x): x.inv_logit(), true;
    logit(x): x.logit(), true;
    tanh(x): x.tanh(), true;
    sqrt(x): x.sqrt(), true;
    square(x): x.square(), true;
    pow(x, y): x.powf(y), true;
    lgamma(x): x.lgamma(), x > 0.0;
    log1m(x): x.log1m(), true;
    log1m_exp(x): x.log1m_exp(), true;
    log1m_inv_logit(x): x.log1m_inv_logit(), true;
    log_inv_logit(x): x.log_inv_logit(), true;
    Phi(x): x.phi(), true;
    Phi_approx(x): x.phi_approx(), true;
    inv_Phi(x): x.inv_phi(), true;
    erf(x): x.erf(), true;
    erfc(x): x.erfc(), true;
    tgamma(x): x.tgamma(), true;
    digamma(x): x.digamma(), true;
    trigamma(x): x.trigamma(), true;
    sinh(x): x.sinh(), true;
    cbrt(x): x.cbrt(), true;
    log_sum_exp(x, y): functions_of_many::log_sum_exp(x, y), true;
    log_diff_exp(x, y): functions_of_many::log_diff_exp(x, y), true;
    log_mix(theta, x, y): functions_of_many::log_mix(theta, x, y), true;
    lbeta(x, y): functions_of_many::lbeta(x, y), true;
    lchoose(x, y): functions_of_many::lchoose(x, y), true;
    beta(x, y): functions_of_many::beta_function(x, y), true;
    inc_beta(a, b, x): functions_of_many::inc_beta(a, b, x), true;
    gamma_p(a, z): functions_of_many::gamma_p(a, z), true;
    gamma_q(a, z): functions_of_many::gamma_q(a, z), true;
    atan2(y, x): functions_of_many::atan2(y, x), true;
    hypot(x, y): functions_of_many::hypot(x, y), true;
}

// ---------------------------------------------------------------------------------------------------
// transforms

/// A test for each transform: `name(bounds): |n| space`, of n elements.
macro_rules! transforms {
    ($($transform:ident($($bound:ident),*): |$n:ident| $space:expr;)*) => {
        mod transforms {
            use super::*;
            pub const NAMES: &[&str] = &[$(stringify!($transform)),*];
            $(#[test]
            fn $transform() {
                for record in records("transforms", "transform", stringify!($transform)) {
                    $(let $bound = record["args"][stringify!($bound)].as_f64().expect("a number");)*
                    let $n = record["size"].as_u64().expect("a size") as usize;
                    let weights = numbers(&record["w"]);
                    let weights = data(&weights);
                    params! { x: $space }
                    check_value(&record, model! { x |= flat() });
                    check_gradient(&record, model! { x |= flat(), increment(weights * x) });
                }
            })*
        }
    };
}

/// A test for each transform of matrices: `name: |rows, columns| space`.
macro_rules! transforms_of_matrices {
    ($($transform:ident: |$rows:ident, $columns:ident| $space:expr;)*) => {
        mod transforms_of_matrices {
            use super::*;
            pub const NAMES: &[&str] = &[$(stringify!($transform)),*];
            $(#[test]
            fn $transform() {
                for record in records("transforms", "transform", stringify!($transform)) {
                    let rows = record["x"].as_array().expect("a list of rows");
                    let ($rows, $columns) = (rows.len(), rows[0].as_array().expect("a row").len());
                    let place = |at: fn((usize, usize)) -> usize| -> Vec<usize> {
                        (0..$rows * $columns).map(|place| at((place / $columns, place % $columns))).collect()
                    };
                    let (row_indices, column_indices) = (place(|(row, _)| row), place(|(_, column)| column));
                    let weights = numbers(&record["w"]);
                    let weights = data(&weights);
                    params! { x: $space }
                    check_value(&record, model! { x |= flat() });
                    let elements = x.cells(&row_indices, &column_indices);
                    check_gradient(&record, model! { x |= flat(), increment(weights * elements) });
                }
            })*
        }
    };
}

/// Compares the value and the log Jacobian with a record, and goes back.
fn check_value(record: &Value, model: impl Model) {
    let q = numbers(&record["q"]);
    on_every_set(model, |set, posterior| {
        let what = || format!("{}, {set}", record["id"]);
        let want = record["log_jac"].as_f64().expect("a number");
        let allowed = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(record, &["log_jac"], 0);
        assert_near(evaluate(posterior, &q).0, want, allowed, || what() + ": log Jacobian");

        let trace = posterior.constrain(&q).expect("the point has the right length");
        let got = trace.get("x").expect("the parameter is in the trace");
        let want = numbers(&record["x"]);
        assert_eq!(got.len(), want.len(), "{}", what());
        for place in 0..want.len() {
            let allowed = 1e-10 * want[place].abs()
                + 1e-12 * largest(&want).max(1.0)
                + 16.0 * slack(record, &["x"], place);
            assert_near(got[place], want[place], allowed, || format!("{}: x[{place}]", what()));
        }
        // The inverse of a unit vector is the vector itself.
        let q = if record["transform"] == "unit_vector" { &got[..] } else { &q[..] };
        let is_product = record["transform"] == "corr_matrix" || record["transform"] == "cov_matrix";
        let lost = if is_product { 1e-13 * largest(&got).max(1.0) / smallest_pivot(&got) } else { 0.0 };
        check_inverse(posterior, &got, q, 1e-10 + lost, &what);
    });
}

/// The smallest pivot of a symmetric matrix: a difference of its elements, with the rounding errors of them.
fn smallest_pivot(x: &[f64]) -> f64 {
    let size = x.len().isqrt();
    let (mut rest, mut smallest) = (x.to_vec(), f64::INFINITY);
    for k in 0..size {
        let pivot = rest[k * size + k];
        smallest = smallest.min(pivot);
        for row in k + 1..size {
            let factor = rest[row * size + k] / pivot;
            for column in k + 1..size {
                rest[row * size + column] -= factor * rest[k * size + column];
            }
        }
    }
    smallest
}

/// Compares the gradient of the log Jacobian and a weighted sum of the elements with a record.
fn check_gradient(record: &Value, model: impl Model) {
    let q = numbers(&record["q"]);
    on_every_set(model, |set, posterior| {
        let (_, gradient) = evaluate(posterior, &q);
        let want = numbers(&record["grad"]);
        assert_eq!(gradient.len(), want.len(), "{}", record["id"]);
        for place in 0..want.len() {
            let allowed = 1e-10 * want[place].abs()
                + 1e-12 * largest(&want).max(1.0)
                + 16.0 * slack(record, &["grad"], place);
            let what = || format!("{}, {set}: gradient[{place}]", record["id"]);
            assert_near(gradient[place], want[place], allowed, what);
        }
    });
}

/// `unconstrain` takes back a point whose values are all inside their support, to the digits that the values
/// hold: where x is rounded by ε |x|, e^q is known to as much. Of a value that was rounded onto its bound, or
/// onto the value before it, it complains.
fn check_inverse<M: BoundModel>(
    posterior: &Posterior<M>,
    values: &[f64],
    q: &[f64],
    tolerance: f64,
    what: &(dyn Fn() -> String + Sync),
) {
    let scale = largest(values).max(1.0);
    // Matrices are given row after row.
    match posterior.unconstrain_named(&[("x", values)]) {
        Ok(point) => {
            let again = posterior.constrain(&point).expect("the point has the right length");
            for (place, (&got, &want)) in again.get("x").expect("a parameter").iter().zip(values).enumerate()
            {
                assert_near(got, want, 1e-12 * scale, || format!("{}: x[{place}] and back", what()));
            }
            assert_eq!(point.len(), q.len(), "{}", what());
            for (place, (&got, &want)) in point.iter().zip(q).enumerate().filter(|(_, (_, q))| q.abs() < 6.0)
            {
                let allowed = tolerance + 2e-15 * scale * (-want).exp().max(1.0);
                assert_near(got, want, allowed, || format!("{}: q[{place}] and back", what()));
            }
        }
        Err(Error::OutsideSupport { index, .. }) => {
            let index = index.expect("an element");
            let is_rounded = q[index].abs() > 30.0 || q[index].exp() < 1e-15 * scale;
            assert!(is_rounded, "{}: {} is inside its support", what(), values[index]);
        }
        Err(other) => panic!("{}: {other}", what()),
    }
}

transforms! {
    lower(lower): |n| vector(n).lower(lower);
    upper(upper): |n| vector(n).upper(upper);
    lower_upper(lower, upper): |n| vector(n).interval(lower, upper);
    offset_multiplier(offset, multiplier): |n| vector(n).offset_multiplier(offset, multiplier);
    ordered(): |n| support::ordered(n);
    positive_ordered(): |n| support::positive_ordered(n);
    simplex(): |n| support::simplex(n);
    sum_to_zero_vector(): |n| support::sum_to_zero(n);
    unit_vector(): |n| support::unit_vector(n);
}

transforms_of_matrices! {
    cholesky_factor_corr: |rows, columns| support::cholesky_factor_corr(rows);
    corr_matrix: |rows, columns| support::corr_matrix(rows);
    cholesky_factor_cov: |rows, columns| support::cholesky_factor_cov_of(rows, columns);
    cov_matrix: |rows, columns| support::cov_matrix(rows);
    row_stochastic_matrix: |rows, columns| support::row_stochastic_matrix(rows, columns);
    column_stochastic_matrix: |rows, columns| support::column_stochastic_matrix(rows, columns);
    sum_to_zero_matrix: |rows, columns| support::sum_to_zero_matrix(rows, columns);
}

// -------------------------------------------------------------------------------------------------
// completeness

/// The functions that `tests/vectors/oracle_vectors.rs` tests.
const VECTOR_FUNCTIONS: &str = "softmax log_softmax cumulative_sum sd variance";

/// The functions that `tests/numerics/oracle_factors.rs` tests.
const FACTORS: &str = "
    cholesky_decompose mdivide_left_tri_low determinant log_determinant inverse gp_exp_quad_cov gp_matern32_cov
    gp_matern52_cov gp_exponential_cov gp_periodic_cov
";

/// The functions that `tests/numerics/oracle_matrices.rs` tests.
const MATRIX_FUNCTIONS: &str = "quad_form trace matrix_exp";

#[test]
fn every_record_is_tested() {
    let elsewhere = [VECTOR_FUNCTIONS, FACTORS, MATRIX_FUNCTIONS];
    assert_complete("functions", "fn", functions::NAMES, &elsewhere);
    let matrices = transforms_of_matrices::NAMES.join(" ");
    assert_complete("transforms", "transform", transforms::NAMES, &[&matrices]);
}
