//! Proves that laws that are truncated to narrow intervals have their density and its slopes, by the
//! arguments and by the bounds, where a difference of probabilities has no digits: on every instruction set,
//! against `tests/reference/narrow_intervals.json`.

use crate::common::{assert_near, beside_tests, evaluate_gradient, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

macro_rules! laws {
    ($($law:ident($($argument:ident),+);)*) => {$(
        #[test]
        fn $law() {
            let text = std::fs::read_to_string(beside_tests("reference/narrow_intervals.json")).expect("the file is there");
            let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
            let mut compared = 0;
            for record in all.iter().filter(|record| record[0] == stringify!($law)) {
                compared += 1;
                let y = record[1].as_f64().expect("a number");
                let mut q = numbers(&record[2]);
                q.extend([record[3].as_f64().expect("a number"), record[4].as_f64().expect("a number")]);
                let (want, slopes) = (record[5].as_f64().expect("a number"), numbers(&record[6]));
                params! { $($argument: real(),)+ low: real(), high: real() }
                let model = model! {
                    data(y) |= distribution::$law($($argument),+).truncated(low, high),
                    $($argument |= flat(),)+
                    low |= flat(),
                    high |= flat(),
                };
                on_every_set(model, |set, posterior| {
                    let what = || format!("{} at {q:?}, {set}", stringify!($law));
                    let (value, gradient) = evaluate_gradient(posterior, &q);
                    assert_near(value, want, 1e-11, what);
                    let count = slopes.len() - 2;
                    for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
                        // By arguments what is left is a difference of slopes of about 1, by bounds one of
                        // 1/width.
                        let allowed = if place < count { 1e-11 } else { 1e-9 * want.abs() };
                        assert_near(got, want, allowed, || format!("{}: slope {place}", what()));
                    }
                });
            }
            assert!(compared >= 4, "{compared} records");
        }
    )*};
}

laws! {
    normal(a, b);
    student_t(a, b, c);
    cauchy(a, b);
    logistic(a, b);
    gamma(a, b);
    inv_gamma(a, b);
    beta(a, b);
    lognormal(a, b);
    weibull(a, b);
    exp_mod_normal(a, b, c);
}
