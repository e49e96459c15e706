//! Proves that a definition with expensive functions has the gradient of the same expression without a
//! name: derivatives are kept until adjoints are known, in registers that are full or not, for vectors that
//! are short enough.

use crate::common::{assert_gradient, evaluate, evaluate_gradient, largest, on_every_set};
use monomorph::prelude::*;

#[test]
fn definitions_of_dear_functions() {
    for length in (1..=20).chain([100, 3000]) {
        let x: Vec<f64> = (0..length).map(|i| 0.1 + (i % 13) as f64 / 7.0).collect();
        params! { a: real(), b: real(), v: vector(length) }
        let priors = model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), v |= normal(0.0, 1.0) };
        let power = (data(&x) / (1.0 + a.square())).powf(b.exp());
        let of_data = (v.square() + 0.5).powf(data(&x));
        let logistic = (a * data(&x) - v).inv_logit() * (v + b).log1p_exp();
        let named = model! {
            priors,
            f = 1.0 - (-power).exp(),
            g = of_data * f,
            h = logistic,
            data(&x) |= cauchy(f + g * h, 1.0 + f.square()),
        };
        let f = 1.0 - (-power).exp();
        let nameless = model! { priors, data(&x) |= cauchy(f + of_data * f * logistic, 1.0 + f.square()) };
        let points: Vec<Vec<f64>> = [0.0, 1.0]
            .iter()
            .map(|at| (0..length + 2).map(|i| (at + i as f64 * 0.7).sin()).collect())
            .collect();
        let mut expected = Vec::new();
        on_every_set(nameless, |_, posterior| {
            expected.push(points.iter().map(|q| evaluate_gradient(posterior, q)).collect::<Vec<_>>());
        });
        let mut expected = expected.into_iter();
        on_every_set(named, |set, posterior| {
            for (q, (value, slopes)) in points.iter().zip(expected.next().expect("a set")) {
                let (got, gradient) = evaluate(posterior, q);
                assert!((got - value).abs() <= 1e-13 * value.abs(), "{length} elements, {set}");
                assert_gradient(&gradient, &slopes, 1e-13 * largest(&slopes).max(1.0), || {
                    format!("{length} elements, {set}")
                });
            }
        });
    }
}
