//! Proves that functions of matrices have the values and the gradients of Stan: the records of `tests/oracle`
//! on every instruction set, with every argument a parameter. The tolerances are those of
//! `tests/numerics/oracle.rs`, which lists what is tested here.

use crate::common::oracle::{compare_gradient, compare_value, numbers, records};
use crate::common::{evaluate, largest, on_every_set};
use faer::Mat;
use monomorph::prelude::*;
use serde_json::Value;

/// Compares the definition `value` and the gradient of its weighted sum. The model has the parameters `free`,
/// in this order.
fn compare(record: &Value, model: impl Model, free: &[&str]) {
    let q: Vec<f64> = free.iter().flat_map(|&name| numbers(&record["args"][name])).collect();
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
        for &name in free {
            let (own, after) = rest.split_at(numbers(&record["args"][name]).len());
            compare_gradient(record, name, own, &|| format!("{}, {set}", record["id"]));
            rest = after;
        }
    });
}

/// The number of rows of an argument.
fn rows(record: &Value, name: &str) -> usize {
    record["args"][name].as_array().expect("rows").len()
}

/// The weights of a square value.
fn weights(record: &Value) -> Mat<f64> {
    let w = numbers(&record["w"]);
    let side = record["value"].as_array().expect("a matrix").len();
    Mat::from_fn(side, side, |i, j| w[i * side + j])
}

#[test]
fn quadratic_forms() {
    for record in records("functions", "fn", "quad_form") {
        let n = rows(&record, "A");
        let columns = numbers(&record["args"]["B"]).len() / n;
        if record["value"].is_number() {
            params! { a: vector(n).rows(n), b: vector(n) }
            let model = model! { a |= flat(), b |= flat(), value = quad_form(a, b), increment(value) };
            compare(&record, model, &["A", "B"]);
        } else {
            let w = weights(&record);
            params! { a: vector(n).rows(n), b: vector(columns).rows(n) }
            let model = model! {
                a |= flat(),
                b |= flat(),
                value = quad_form(a, b),
                increment((value * data(&w)).sum()),
            };
            compare(&record, model, &["A", "B"]);
        }
    }
}

#[test]
fn traces() {
    for record in records("functions", "fn", "trace") {
        let n = rows(&record, "A");
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.trace(), increment(value) };
        compare(&record, model, &["A"]);
    }
}

#[test]
fn matrix_exponentials() {
    for record in records("functions", "fn", "matrix_exp") {
        let (n, w) = (rows(&record, "A"), weights(&record));
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.matrix_exp(), increment((value * data(&w)).sum()) };
        compare(&record, model, &["A"]);
    }
}
