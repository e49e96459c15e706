//! Proves that factors, determinants and inverses of matrices and covariances of Gaussian processes have the
//! values and the gradients of Stan: the records of `tests/oracle` on every instruction set, with every
//! argument a parameter. The tolerances are those of `tests/numerics/oracle.rs`, which lists what is tested
//! here.

use crate::common::oracle::{compare_gradient, compare_value, numbers, records};
use crate::common::{evaluate, largest, on_every_set};
use faer::Mat;
use monomorph::prelude::*;
use serde_json::Value;

fn argument(record: &Value, name: &str) -> Vec<f64> {
    numbers(&record["args"][name])
}

/// The side of a square argument.
fn side(record: &Value, name: &str) -> usize {
    record["args"][name].as_array().expect("a matrix").len()
}

fn weights(record: &Value, columns: usize) -> Mat<f64> {
    let w = numbers(&record["w"]);
    Mat::from_fn(w.len() / columns, columns, |i, j| w[i * columns + j])
}

/// Compares the definition `value` and the gradient of its weighted sum. The model has the parameters `free`,
/// in this order; those that are symmetric come with their side.
fn compare(record: &Value, model: impl Model, free: &[(&str, Option<usize>)]) {
    let q: Vec<f64> = free.iter().flat_map(|&(name, _)| argument(record, name)).collect();
    let want = numbers(&record["value"]);
    on_every_set(model, |set, posterior| {
        let (_, gradient) = evaluate(posterior, &q);
        let trace = posterior.constrain(&q).expect("the point has the right length");
        let got = trace.get("value").expect("the definition is in the trace");
        assert_eq!(got.len(), want.len(), "{}, {set}", record["id"]);
        for (place, (&got, &want_here)) in got.iter().zip(&want).enumerate() {
            compare_value(record, got, want_here, largest(&want), "value", place, set);
        }
        let mut rest = &gradient[..];
        for &(name, symmetric) in free {
            let (own, after) = rest.split_at(argument(record, name).len());
            let mut own = own.to_vec();
            if let Some(n) = symmetric {
                own = (0..n * n).map(|at| 0.5 * (own[at] + own[at % n * n + at / n])).collect();
            }
            compare_gradient(record, name, &own, &|| format!("{}, {set}", record["id"]));
            rest = after;
        }
    });
}

#[test]
fn cholesky_decompose() {
    for record in records("functions", "fn", "cholesky_decompose") {
        let n = side(&record, "A");
        let w = weights(&record, n);
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.cholesky(), increment((value * data(&w)).sum()) };
        compare(&record, model, &[("A", Some(n))]);
    }
}

#[test]
fn mdivide_left_tri_low() {
    for record in records("functions", "fn", "mdivide_left_tri_low") {
        let n = side(&record, "L");
        if record["args"]["b"][0].is_array() {
            let columns = argument(&record, "b").len() / n;
            let w = weights(&record, columns);
            params! { l: vector(n).rows(n), b: vector(columns).rows(n) }
            let model = model! {
                l |= flat(), b |= flat(),
                value = l.solve_lower(b),
                increment((value * data(&w)).sum()),
            };
            compare(&record, model, &[("L", None), ("b", None)]);
        } else {
            let w = numbers(&record["w"]);
            params! { l: vector(n).rows(n), b: vector(n) }
            let model = model! {
                l |= flat(), b |= flat(),
                value = l.solve_lower(b),
                increment(value.dot(data(&w))),
            };
            compare(&record, model, &[("L", None), ("b", None)]);
        }
    }
}

#[test]
fn determinant() {
    for record in records("functions", "fn", "determinant") {
        let n = side(&record, "A");
        params! { a: vector(n).rows(n) }
        compare(&record, model! { a |= flat(), value = a.determinant(), increment(value) }, &[("A", None)]);
    }
}

#[test]
fn log_determinant() {
    for record in records("functions", "fn", "log_determinant") {
        let n = side(&record, "A");
        params! { a: vector(n).rows(n) }
        compare(
            &record,
            model! { a |= flat(), value = a.log_determinant(), increment(value) },
            &[("A", None)],
        );
    }
}

#[test]
fn inverse() {
    for record in records("functions", "fn", "inverse") {
        let n = side(&record, "A");
        let w = weights(&record, n);
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.inverse(), increment((value * data(&w)).sum()) };
        compare(&record, model, &[("A", None)]);
    }
}

/// A test for each covariance of points that are numbers or rows: `function(arguments)`.
macro_rules! covariances {
    ($($function:ident($($argument:ident),+);)*) => {$(
        #[test]
        fn $function() {
            for record in records("functions", "fn", stringify!($function)) {
                let n = side(&record, "x");
                let w = weights(&record, n);
                let names = [("x", None), $((stringify!($argument), None)),+];
                if record["args"]["x"][0].is_array() {
                    let columns = argument(&record, "x").len() / n;
                    params! { x: vector(columns).rows(n), $($argument: real()),+ }
                    let model = model! {
                        x |= flat(), $($argument |= flat()),+,
                        value = monomorph::gaussian_process::$function(x, $($argument),+),
                        increment((value * data(&w)).sum()),
                    };
                    compare(&record, model, &names);
                } else {
                    {
                        params! { x: vector(n), $($argument: real()),+ }
                        let of_parameters = model! {
                            x |= flat(), $($argument |= flat()),+,
                            value = monomorph::gaussian_process::$function(x, $($argument),+),
                            increment((value * data(&w)).sum()),
                        };
                        compare(&record, of_parameters, &names);
                    }
                    let numbers = argument(&record, "x");
                    params! { $($argument: real()),+ }
                    let of_data = model! {
                        $($argument |= flat()),+,
                        value = monomorph::gaussian_process::$function(&numbers, $($argument),+),
                        increment((value * data(&w)).sum()),
                    };
                    compare(&record, of_data, &names[1..]);
                }
            }
        }
    )*};
}

covariances! {
    gp_exp_quad_cov(sigma, l);
    gp_matern32_cov(sigma, l);
    gp_matern52_cov(sigma, l);
    gp_exponential_cov(sigma, l);
    gp_periodic_cov(sigma, l, p);
}
