//! Proves that the sum of `sum_over` equals its terms written out: values, gradients and uses of numbers,
//! vectors and matrices, on every instruction set and at odd lengths.

use crate::common;
use crate::common::{Random, assert_gradient, assert_near, differences, evaluate, numbers, on_every_set};
use monomorph::faer::Mat;
#[cfg(feature = "random")]
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

#[test]
fn sums_of_numbers_vectors_and_matrices() {
    for n in [1, 3, 8, 65] {
        let y = Random(n as u64).numbers(n, -2.0, 2.0);
        let y = &y;
        let waves: [Vec<f64>; 3] = [1, 2, 3].map(|seed| Random(seed).numbers(n, -1.0, 1.0));
        let table = Mat::from_fn(n, 2, |i, j| ((i * 2 + j) as f64).sin());
        params! { a: vector(3), b: vector(2).rows(3), s: positive() }
        let priors = model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), s |= exponential(1.0) };
        let number = |k: usize| a.at(k).exp() * b.row(k).sum();
        let wave = |k: usize| (data(&waves[k]) * a.at(k) + (data(&waves[k]) * s).exp().sum()).sin();
        let panel = |k: usize| data(&table).dot(b.row(k));
        let matrix = |k: usize| data(&table) * b.row(k) + a.at(k);
        let looped = model! {
            priors,
            defined = sum_over(3, wave),
            increment(sum_over(3, number).square()),
            data(y) |= normal(defined * sum_over(3, number), s),
            data(y) |= cauchy(sum_over(3, panel) + sum_over(3, wave), s + 1.0),
            data(&table) |= normal(sum_over(3, matrix), s),
            increment(sum_over(3, wave).at(n - 1) * sum_over(3, matrix).row(n - 1).sum()),
        };
        let written = model! {
            priors,
            defined = wave(0) + wave(1) + wave(2),
            increment((number(0) + number(1) + number(2)).square()),
            data(y) |= normal(defined * (number(0) + number(1) + number(2)), s),
            data(y) |= cauchy(panel(0) + panel(1) + panel(2) + (wave(0) + wave(1) + wave(2)), s + 1.0),
            data(&table) |= normal(matrix(0) + matrix(1) + matrix(2), s),
            increment((wave(0) + wave(1) + wave(2)).at(n - 1)
                * (matrix(0) + matrix(1) + matrix(2)).row(n - 1).sum()),
        };
        let q = numbers(10);
        let want = common::with_room(|| evaluate(&written.compile().unwrap(), &q));
        on_every_set(looped, |set, posterior| {
            let got = evaluate(posterior, &q);
            let most = common::largest(&want.1);
            assert_near(got.0, want.0, 1e-12 * want.0.abs(), || format!("value, {set}, {n}"));
            assert_gradient(&got.1, &want.1, 1e-11 * most, || format!("gradient, {set}, {n}"));
            let values = posterior.constrain(&q).unwrap();
            assert_eq!(values.get("defined").unwrap().len(), n);
        });
    }
}

/// One term; terms of data alone; numbers; sums in sums; sums in the components of a mixture; sums of whole
/// values and of rows by index.
#[test]
fn sums_of_all_kinds() {
    let n = 11;
    let (y, at) = (Random(3).numbers(n, 0.1, 2.0), Random(4).indices(n, 3));
    let (y, at) = (&y, &at);
    let table = [[0.2, 0.5], [0.1, 0.9], [0.4, 0.3]];
    params! { a: vector(3), b: vector(3).rows(3), w: simplex(2) }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        w |= flat(),
        of_data = sum_over(3, |k| data(&table[k]).exp()),
        increment(sum_over(1, |k| a.at(k)) * of_data.sum()),
        increment(a.at(0) * sum_over(3, |k| k as f64)),
        data(y) |= normal(sum_over(2, |j| sum_over(3, move |k| a.at(k) * b.row(k).at(at) * (j as f64 + 1.0))),
            1.5),
        data(y) |= mixture(w,
            components(2, |c| normal(sum_over(3, move |k| (a.at(k) * c).exp() * b.row(k).at(at)), 2.0))),
    };
    let inner = |j: usize| {
        let term = |k: usize| a.at(k) * b.row(k).at(at) * (j as f64 + 1.0);
        term(0) + term(1) + term(2)
    };
    let law = |c: usize| {
        let term = |k: usize| (a.at(k) * c).exp() * b.row(k).at(at);
        normal(term(0) + term(1) + term(2), 2.0)
    };
    let written = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        w |= flat(),
        of_data = data(&table[0]).exp() + data(&table[1]).exp() + data(&table[2]).exp(),
        increment(a.at(0) * of_data.sum()),
        increment(a.at(0) * 3.0),
        data(y) |= normal(inner(0) + inner(1), 1.5),
        data(y) |= mixture(w, [law(0), law(1)]),
    };
    let q = numbers(13);
    let want = common::with_room(|| evaluate(&written.compile().unwrap(), &q));
    on_every_set(model, |set, posterior| {
        let got = evaluate(posterior, &q);
        assert_near(got.0, want.0, 1e-12 * want.0.abs(), || set.to_owned());
        assert_gradient(&got.1, &want.1, 1e-11 * common::largest(&want.1), || set.to_owned());
        let slopes = differences(posterior, &q);
        assert_gradient(&got.1, &slopes, 1e-7 * common::largest(&slopes), || set.to_owned());
    });
}

/// The link of a sum is that of a weighted sum: elements of a normal vector in it are drawn together, a scale
/// in it is not drawn by a rule.
#[test]
#[cfg(feature = "random")]
fn full_conditionals_of_what_is_summed() {
    let y = numbers(9);
    let x: [Vec<f64>; 3] = [1, 2, 3].map(|seed| Random(seed).numbers(9, -1.0, 1.0));
    params! { a: vector(3), s: vector(3).positive() }
    let posterior = model! {
        a |= normal(0.0, 1.0),
        s |= inv_gamma(2.0, 1.0),
        data(&y) |= normal(sum_over(3, |k| a.at(k) * data(&x[k])), sum_over(3, |k| s.at(k))),
    }
    .compile()
    .unwrap();
    let sampler = posterior.gibbs();
    let rules: Vec<UpdateRule> = sampler.schedule().steps.iter().map(|step| step.rule).collect();
    assert_eq!(rules, [UpdateRule::MultiNormal, UpdateRule::Hamiltonian]);
}
