//! Proves that `categorical_logit` of a matrix is the law of one category for each row: density, gradient,
//! draws, pointwise log likelihoods, messages, and updates of categories that are parameters.

use crate::common;
use crate::common::{assert_mean, check_against, column, evaluate, numbers, on_every_set};
use faer::{Mat, MatRef};
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

const INFINITY: f64 = f64::INFINITY;

/// log softmax of a row at a category.
fn log_probability(row: &[f64], category: usize) -> f64 {
    let largest = row.iter().copied().fold(-INFINITY, f64::max);
    row[category] - largest - row.iter().map(|x| (x - largest).exp()).sum::<f64>().ln()
}

#[test]
fn density_and_gradient() {
    for (n, width, count) in [(1, 1, 2), (7, 2, 3), (19, 3, 5), (8, 1, 9)] {
        let x = numbers(n * width);
        let z: Vec<usize> = (0..n).map(|i| (i * i + 1) % count).collect();
        params! { alpha: vector(count), beta: real_matrix(width, count) }
        let design = MatRef::from_row_major_slice(&x, n, width);
        let model = model! {
            alpha |= flat(),
            beta  |= flat(),
            data(&z) |= categorical_logit(data(design).dot(beta) + alpha),
        };
        // Coordinates of a matrix go column after column.
        let q: Vec<f64> = numbers(count * (width + 1)).iter().map(|x| 2.0 * x).collect();
        check_against(model, &q, |q| {
            let logit = |i: usize, k: usize| {
                q[k] + (0..width).map(|j| x[i * width + j] * q[count + k * width + j]).sum::<f64>()
            };
            let row = |i: usize| (0..count).map(|k| logit(i, k)).collect::<Vec<f64>>();
            (0..n).map(|i| log_probability(&row(i), z[i])).sum()
        });
    }
}

/// With the same logits in each row it is the law of all categories with a vector of logits; and a part of
/// other laws.
#[test]
fn one_law_with_the_others() {
    let z = [0, 2, 2, 1, 2];
    params! { beta: vector(3), other: vector(3) }
    let by_row = model! {
        beta  |= normal(0.0, 1.0),
        other |= normal(0.0, 1.0),
        data(&z) |= categorical_logit(beta.repeat_rows(5)),
        data(&z) |= mixture((0.3, 0.7),
            (categorical_logit(beta.repeat_rows(5)), categorical_logit(other.repeat_rows(5)))),
        increment(categorical_logit(beta.repeat_rows(5)).log_density(data(&z)).sum()),
    };
    let vector = model! {
        beta  |= normal(0.0, 1.0),
        other |= normal(0.0, 1.0),
        data(&z) |= categorical_logit(beta),
        data(&z) |= mixture((0.3, 0.7),
            (categorical_logit(beta.repeat_rows(5)), categorical_logit(other.repeat_rows(5)))),
        data(&z) |= categorical_logit(beta),
    };
    let q = [0.3, -0.8, 1.4, 0.1, 0.9, -0.5];
    let vector = vector.compile().unwrap();
    let (want, slopes) = evaluate(&vector, &q);
    on_every_set(by_row, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &q);
        common::assert_near(value, want, 1e-13, || set.to_owned());
        common::assert_gradient(&gradient, &slopes, 1e-13, || set.to_owned());
    });
}

#[test]
fn tails() {
    params! { eta: real_matrix(1, 3) }
    for (z, q, want, slopes) in [
        (2, [-40.0, 0.0, 40.0], 0.0, [0.0; 3]),
        (0, [-800.0, 0.0, 800.0], -1600.0, [1.0, 0.0, -1.0]),
        (1, [-INFINITY, 0.0, 0.0], 0.5f64.ln(), [0.0, 0.5, -0.5]),
        (0, [-INFINITY, 0.0, 0.0], -INFINITY, [0.0; 3]),
        (0, [-INFINITY; 3], -INFINITY, [0.0; 3]),
        (0, [f64::NAN, 0.0, 0.0], -INFINITY, [0.0; 3]),
    ] {
        let z = [z];
        let model = model! { eta |= flat(), data(&z) |= categorical_logit(eta) };
        on_every_set(model, |set, posterior| {
            let (value, gradient) = evaluate(posterior, &q);
            common::assert_near(value, want, 1e-15, || format!("{z:?} of {q:?}, {set}"));
            common::assert_gradient(&gradient, &slopes, 5e-18, || format!("{z:?} of {q:?}, {set}"));
        });
    }
}

#[test]
fn draws_follow_their_own_rows() {
    let eta = [0.0, 1.0, -0.5, 2.0, -1000.0, 0.0];
    let logits = MatRef::from_row_major_slice(&eta, 2, 3);
    let seen = [0, 0];
    params! { z: vector(2).category(3) }
    let model = model! {
        z |= categorical_logit(data(logits)),
        data(&seen) |= categorical_logit(data(logits)),
    };
    let draws = model.sample_prior(8_000, 1).unwrap();
    for name in ["z", "seen"] {
        for (i, row) in eta.chunks(3).enumerate() {
            let element = format!("{name}[{i}]");
            for category in 0..3 {
                let is = |&y: &f64| f64::from(u8::from(y == category as f64));
                let share: Vec<f64> = column(&draws, &element).iter().map(is).collect();
                assert_mean(&element, &share, log_probability(row, category).exp());
            }
        }
    }
}

#[test]
fn predictions_and_pointwise_log_likelihoods() {
    let x = [0.3, -1.0, 2.0, 0.1, 0.0];
    let z = [0, 2, 1, 1, 2];
    params! { beta: vector(3) }
    let model = model! { beta |= normal(0.0, 1.0), data(&z) |= categorical_logit(data(&x).outer(beta)) };
    let posterior = model.compile().unwrap();
    let draws = Draws::new(posterior.variables(), 1, 2, vec![0.5, 0.5, -0.2, 0.1, 1.0, -900.0]).unwrap();
    let each = model.pointwise_log_likelihood(&draws).unwrap();
    for (place, beta) in [[0.5, -0.2, 1.0], [0.5, 0.1, -900.0]].iter().enumerate() {
        for (i, (x, z)) in x.iter().zip(z).enumerate() {
            let row: Vec<f64> = beta.iter().map(|b| b * x).collect();
            let got = column(&each, &format!("z[{i}]"))[place];
            common::assert_near(got, log_probability(&row, z), 1e-12, || format!("observation {i}"));
        }
    }
    let predicted = model.predict(&draws, 1).unwrap();
    // With x = 2 and the logits (1, 0.2, −1800), and with x = −1 and (−0.5, −0.1, 900).
    assert!(column(&predicted, "z[2]")[1] < 2.0 && column(&predicted, "z[1]")[1] == 2.0);
    assert!(
        predicted.columns().all(|(_, column)| column.as_slice().iter().all(|z| [0.0, 1.0, 2.0].contains(z)))
    );
}

#[test]
fn draws_without_probabilities_are_errors() {
    let none = Mat::<f64>::zeros(1, 3);
    params! { s: positive() }
    let model = model! { s |= exponential(1.0), data(&[0]) |= categorical_logit((data(&none) * s).log()) };
    let error = model.sample_prior(1, 1).unwrap_err();
    assert!(matches!(error, Error::NoDraw { .. }), "{error}");
    assert!(error.to_string().contains("categorical_logit"), "{error}");
}

#[test]
fn observations_that_are_no_categories() {
    let eta = Mat::<f64>::zeros(3, 4);
    params! { s: real() }
    for (z, value) in [([0.0, 3.0, 4.0], "4"), ([0.0, 3.0, -1.0], "-1"), ([0.0, 3.0, 1.5], "1.5")] {
        let model = model! { s |= normal(0.0, 1.0), data(&z) |= categorical_logit(data(&eta) * s) };
        assert_eq!(
            model.compile().unwrap_err().to_string(),
            format!(
                "in `data(&z) |= categorical_logit(data(&eta) * s)`: the variable on the left: element 2 is {value}, but must be a category, a \
                 whole number from 0 to 3"
            )
        );
    }
    let four = [0, 1, 2, 3];
    let model = model! { s |= normal(0.0, 1.0), data(&four) |= categorical_logit(data(&eta) * s) };
    let message = model.compile().unwrap_err().to_string();
    assert!(message.contains("has length 3") && message.contains("has length 4"), "{message}");
}

/// Single elements are known, or set, as those of other laws of elements are.
#[test]
fn elements_that_are_set() {
    let eta = numbers(12);
    let logits = MatRef::from_row_major_slice(&eta, 4, 3);
    params! { b: real(), z: vector(4).category(3) }
    let model = model! { b |= normal(0.0, 1.0), z |= categorical_logit(data(logits) * b) };
    let known = model.condition(z, &[0.0, 2.0, 1.0, 1.0]);
    let without = model.condition_at(z, &[0, 2, 3], &[0.0, 1.0, 1.0]).intervene_at(z, &[1], &[2.0]);
    let of = |b: f64, rows: &[usize]| {
        let z = [0, 2, 1, 1];
        let row = |i: usize| eta[3 * i..][..3].iter().map(|x| x * b).collect::<Vec<f64>>();
        let seen: f64 = rows.iter().map(|&i| log_probability(&row(i), z[i])).sum();
        seen - 0.5 * b * b - 0.5 * std::f64::consts::TAU.ln()
    };
    check_against(known, &[0.7], |q| of(q[0], &[0, 1, 2, 3]));
    let trace = Trace::new().with("b", 0.7).unwrap().with("z", [0.0, 2.0, 1.0, 1.0]).unwrap();
    let joint = without.compile().unwrap().log_joint(&trace).unwrap();
    common::assert_near(joint, of(0.7, &[0, 2, 3]), 1e-14, || "one element is set".to_owned());
}

/// Categories that are parameters are enumerated, all at once, and have the exact posterior of a mixture.
#[test]
fn categories_that_are_parameters() {
    let (eta, x): ([f64; 6], [f64; 2]) = ([0.0, 0.7, -0.4, 1.1, -0.2, 0.3], [0.4, 1.3]);
    let logits = MatRef::from_row_major_slice(&eta, 2, 3);
    let means = [-1.0_f64, 0.5, 2.0];
    params! { z: vector(2).category(3) }
    let model = model! {
        z |= categorical_logit(data(logits)),
        data(&x) |= normal(data(&means).at(z), 1.0),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(crate::gibbs::rules(&posterior), [("z", UpdateRule::Enumerate)]);
    let draws = posterior.gibbs().chains(1).draws(8_000).seed(1).run().unwrap();
    for (i, row) in eta.chunks(3).enumerate() {
        let weight = |k: usize| (row[k] - 0.5 * (x[i] - means[k]).powi(2)).exp();
        let sum: f64 = (0..3).map(weight).sum();
        let element = format!("z[{i}]");
        for k in 0..3 {
            let is = |&z: &f64| f64::from(u8::from(z == k as f64));
            let share: Vec<f64> = column(&draws, &element).iter().map(is).collect();
            assert_mean(&element, &share, weight(k) / sum);
        }
    }
}

/// Logits that depend on the categories themselves, of other rows or of their own, do not let them be drawn
/// at once.
#[test]
fn categories_that_depend_on_each_other() {
    params! { z: vector(2).category(3), w: vector(2).category(2), b: vector(3) }
    let ties = model! {
        b |= normal(0.0, 1.0),
        z |= categorical(&[0.2, 0.3, 0.5]),
        w |= categorical_logit(b.at(z).outer(data(&[0.5, 1.0]))),
    };
    let rules = crate::gibbs::rules(&ties.compile().unwrap());
    assert!(rules.contains(&("z", UpdateRule::OneByOne)), "{rules:?}");
    assert!(rules.contains(&("w", UpdateRule::Enumerate)), "{rules:?}");
}

/// A moving sum of normal variables is conjugate to normal observations.
#[test]
fn moving_sums_are_conjugate() {
    let y = [0.5, 1.5, -0.3];
    params! { x: vector(5) }
    let model = model! { x |= normal(0.0, 1.0), data(&y) |= normal(x.moving_sum(3), 0.5) };
    assert_eq!(crate::gibbs::rules(&model.compile().unwrap()), [("x", UpdateRule::MultiNormal)]);
}
