//! Proves that log densities of large shapes, of which little is left of large terms, keep what is left:
//! observations that agree in many digits and such that do not, with rewrites, which replace rows by their
//! means, and without, on every instruction set, against `tests/reference/large_shapes.json`, made by the
//! program beside it.

use crate::common;
use crate::common::{assert_near, beside_tests, evaluate_gradient, on_every_set_with};
use monomorph::distribution;
use monomorph::faer::Mat;
use monomorph::prelude::*;
use serde_json::Value;

/// A record: what is observed, the arguments, and what is to come out.
struct Record {
    observed: Vec<f64>,
    arguments: Vec<f64>,
    value: f64,
    slopes: Vec<f64>,
    size: f64,
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn records(law: &str) -> Vec<Record> {
    let text =
        std::fs::read_to_string(beside_tests("reference/large_shapes.json")).expect("the file is there");
    let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let own: Vec<Record> = all
        .iter()
        .filter(|record| record[0] == law)
        .map(|record| Record {
            observed: numbers(&record[1]),
            arguments: numbers(&record[2]),
            value: record[3].as_f64().expect("a number"),
            slopes: numbers(&record[4]),
            size: record[5].as_f64().expect("a number"),
        })
        .collect();
    assert!(own.len() >= 9, "{law} has {} records", own.len());
    own
}

impl Record {
    /// Compares a model, whose parameters are the arguments, with the record: the value to 1e-13 of it (where
    /// means stand for rows that differ, to 5e-12), the slopes to 1e-9, and no more than a few times what a
    /// change in the last place of the numbers would change.
    fn compare(&self, law: &str, model: impl Model) {
        for rewrites in [Rewrites::All, Rewrites::None] {
            on_every_set_with(rewrites, model, |set, posterior| {
                let what = || format!("{law} with {rewrites:?} at {:?}, {set}", self.arguments);
                let (value, gradient) = evaluate_gradient(posterior, &self.arguments);
                let relative = if matches!(rewrites, Rewrites::All) { 5e-12 } else { 1e-13 };
                assert_near(value, self.value, relative * self.value.abs() + 16.0 * self.size, what);
                let largest = common::largest(&self.arguments);
                for (place, (&got, &want)) in gradient.iter().zip(&self.slopes).enumerate() {
                    // The slopes change by a part of n α/x with the last place of an argument x.
                    let count = self.observed.len() as f64;
                    let last = if law == "multi_student_t" {
                        0.0
                    } else {
                        16.0 * f64::EPSILON * count * largest / self.arguments[place]
                    };
                    let allowed = 1e-9 * want.abs() + last;
                    assert_near(got, want, allowed, || format!("{}: slope {place}", what()));
                }
            });
        }
    }
}

macro_rules! laws {
    ($($law:ident($($argument:ident),+);)*) => {$(
        #[test]
        fn $law() {
            for record in records(stringify!($law)) {
                let y = record.observed.clone();
                params! { $($argument: real()),+ }
                let model = model! {
                    data(&y) |= distribution::$law($($argument),+), $($argument |= flat()),+
                };
                record.compare(stringify!($law), model);
            }
        }
    )*};
}

laws! {
    gamma(shape, rate);
    inv_gamma(shape, scale);
    chi_square(freedom);
    inv_chi_square(freedom);
    scaled_inv_chi_square(freedom, scale);
    pareto(minimum, shape);
    beta(alpha, beta);
}

#[test]
fn multi_student_t() {
    for record in records("multi_student_t") {
        let y = Mat::from_fn(record.observed.len(), 3, |row, _| record.observed[row]);
        let identity = Mat::from_fn(3, 3, |row, column| if row == column { 1.0 } else { 0.0 });
        params! { nu: real() }
        let model = model! {
            data(&y) |= distribution::multi_student_t(nu, 0.0, data(&identity)),
            nu |= flat(),
        };
        record.compare("multi_student_t", model);
    }
}
