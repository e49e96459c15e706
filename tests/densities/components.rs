//! Proves that mixtures of any number of components of one type have the right log densities, gradients and
//! draws: in arrays, and by number, `components(count, |k| …)`, against a plain loop and its central
//! differences, on every instruction set, at odd lengths, in the tails, inside other laws, as statements, as
//! expressions and as numbers.

use crate::common;
use crate::common::{Random, assert_near, check_against as check, evaluate, logistic, numbers, on_every_set};
use faer::Mat;
use monomorph::prelude::*;

const LENGTHS: [usize; 5] = [1, 3, 8, 65, 131];

/// The log density of a normal distribution.
fn log_normal(y: f64, mean: f64, sd: f64) -> f64 {
    let z = (y - mean) / sd;
    -0.5 * z * z - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
}

/// log Σₖ wₖ exp(lₖ)
fn log_sum(terms: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let largest =
        terms.clone().filter(|term| term.0 > 0.0).map(|term| term.1).fold(f64::NEG_INFINITY, f64::max);
    largest + terms.map(|(weight, log)| weight * (log - largest).exp()).sum::<f64>().ln()
}

/// Any number of normal components with means and standard deviations of their own, at every length.
#[test]
fn normal_components_by_number() {
    for (n, count) in LENGTHS.into_iter().zip([1, 2, 3, 11, 30]) {
        let y = Random(n as u64).numbers(n, -3.0, 3.0);
        params! { w: vector(count).positive(), mu: vector(count), sigma: vector(count).positive() }
        let model = model! {
            w |= flat(),
            mu |= flat(),
            sigma |= flat(),
            data(&y) |= mixture(w, components(count, |k| normal(mu.at(k), sigma.at(k)))),
        };
        let q: Vec<f64> = numbers(3 * count).iter().map(|x| 0.8 * x).collect();
        check(model, &q, |q| {
            let (w, rest) = q.split_at(count);
            let (mu, sigma) = rest.split_at(count);
            let each =
                |y: f64| log_sum((0..count).map(move |k| (w[k].exp(), log_normal(y, mu[k], sigma[k].exp()))));
            y.iter().map(|&y| each(y)).sum::<f64>() + w.iter().chain(sigma).sum::<f64>()
        });
    }
}

/// The two forms are the same function, with a simplex as weights, and an array may be longer than eight.
#[test]
fn arrays_of_any_length() {
    let y = Random(3).numbers(67, -3.0, 3.0);
    params! { w: simplex(10), mu: vector(10), sigma: positive() }
    let priors = model! { w |= flat(), mu |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let law = |k| normal(mu.at(k), sigma);
    let listed = model! { priors, data(&y) |= mixture(w, std::array::from_fn::<_, 10, _>(law)) };
    let counted = model! { priors, data(&y) |= mixture(w, components(10, |k| normal(mu.at(k), sigma))) };
    let q: Vec<f64> = numbers(20).iter().map(|x| 0.9 * x).collect();
    let want = common::with_room(|| evaluate(&counted.compile().unwrap(), &q));
    on_every_set(listed, |set, posterior| {
        let got = evaluate(posterior, &q);
        assert_near(got.0, want.0, 1e-11 * want.0.abs(), || format!("value, {set}"));
        common::assert_gradient(&got.1, &want.1, 1e-10, || format!("gradient, {set}"));
        let slopes = common::differences(posterior, &q);
        common::assert_gradient(&got.1, &slopes, 1e-7, || format!("differences, {set}"));
    });
}

/// Arguments that are the same for all components, of each observation, functions of what differs, numbers,
/// data.
#[test]
fn components_of_all_kinds() {
    let n = 70;
    let (x, counts) = (Random(5).numbers(n, -1.0, 1.0), Random(6).indices(n, 9));
    let known = [0.5, 2.0, 5.0];
    let design = Mat::from_fn(n, 2, |i, j| ((i * 2 + j) as f64).sin());
    params! { a: vector(3), b: real(), beta: vector(2), s: positive() }
    let priors = model! { a |= flat(), b |= flat(), beta |= flat(), s |= flat() };
    let eta = data(&design).dot(beta);
    let model = model! {
        priors,
        data(&counts) |=
            mixture(data(&[0.2, 0.3, 0.5]), components(3, |k| poisson_log(a.at(k) + b * data(&x)))),
        data(&x) |= mixture(data(&[0.2, 0.3, 0.5]),
            components(3, |k| normal(eta + a.at(k), data(&known).at(k)))),
        data(&x) |= mixture(a.softmax(), components(3, |k| student_t(4.0, b * k, (a * a + 1.0).at(k) * s))),
    };
    let cell = |i: usize, j: usize| ((i * 2 + j) as f64).sin();
    let student = |y: f64, location: f64, scale: f64| {
        let z = (y - location) / scale;
        // Γ(5/2)/(Γ(2) √(4π)) = 3/8
        (3.0f64 / 8.0).ln() - scale.ln() - 2.5 * (1.0 + z * z / 4.0).ln()
    };
    check(model, &[0.4, 1.1, -0.3, 0.7, 0.5, -0.8, 0.2], |q| {
        let (a, b, beta, s) = (&q[..3], q[3], &q[4..6], q[6].exp());
        let w = [0.2, 0.3, 0.5];
        let total: f64 = a.iter().map(|a| a.exp()).sum();
        let row = |i: usize| {
            let y = f64::from(counts[i]);
            let rate = |k: usize| a[k] + b * x[i];
            let eta = cell(i, 0) * beta[0] + cell(i, 1) * beta[1];
            log_sum((0..3).map(|k| (w[k], y * rate(k) - rate(k).exp() - common::lgamma(y + 1.0))))
                + log_sum((0..3).map(|k| (w[k], log_normal(x[i], eta + a[k], known[k]))))
                + log_sum(
                    (0..3)
                        .map(|k| (a[k].exp() / total, student(x[i], b * k as f64, (a[k] * a[k] + 1.0) * s))),
                )
        };
        (0..n).map(row).sum::<f64>() + q[6]
    });
}

/// As an expression, of a number, of a vector, of a matrix, in a definition; inside another mixture,
/// truncated and weighted.
#[test]
fn components_as_expressions() {
    let y = Random(7).numbers(19, 0.1, 3.0);
    let table = Mat::from_fn(5, 3, |i, j| 0.3 * (i as f64) - 0.4 * (j as f64));
    params! { w: vector(2).positive(), mu: vector(2), share: interval(0.0, 1.0) }
    let law = components(2, |k| normal(mu.at(k), 1.5));
    let cut = components(2, |k| normal(mu.at(k), 1.5).truncated_below(0.0));
    let nested = components(2, |k| {
        mixture(
            (share, 1.0 - share),
            (mixture(w, components(2, |j| normal(mu.at(j) + mu.at(k), 2.0))), normal(0.0, 1.0)),
        )
    });
    let model = model! {
        w |= flat(),
        mu |= flat(),
        share |= flat(),
        each = mixture(w, law).log_density(data(&y)),
        increment(mixture(w, law).log_density(0.5) * 3.0),
        increment(each.square()),
        increment(mixture(w, law).log_density(data(&table)).row_sums().dot(data(&[1.0, 2.0, 3.0, 4.0, 5.0]))),
        data(&y) |= mixture(w, cut),
        data(&y) |= weighted(2.0, mixture(w, nested)),
        data(1.25) |= mixture(w, law),
    };
    check(model, &[0.3, -0.4, 0.8, -0.2, 0.35], |q| {
        let (w, mu, share) = ([q[0].exp(), q[1].exp()], &q[2..4], logistic(q[4]));
        let log = |y: f64| log_sum((0..2).map(|k| (w[k], log_normal(y, mu[k], 1.5))));
        let above = |mean: f64| (0.5 * pxfm::f_erfc(-mean / 1.5 * std::f64::consts::FRAC_1_SQRT_2)).ln();
        let inner = |y: f64, k: usize| log_sum((0..2).map(|j| (w[j], log_normal(y, mu[j] + mu[k], 2.0))));
        let nested = |y: f64, k: usize| {
            log_sum([(share, inner(y, k)), (1.0 - share, log_normal(y, 0.0, 1.0))].into_iter())
        };
        let of_y = y.iter().map(|&y| {
            log(y) * log(y)
                + log_sum((0..2).map(|k| (w[k], log_normal(y, mu[k], 1.5) - above(mu[k]))))
                + 2.0 * log_sum((0..2).map(|k| (w[k], nested(y, k))))
        });
        let cells =
            (0..15).map(|c| (1.0 + (c / 3) as f64) * log(0.3 * (c / 3) as f64 - 0.4 * (c % 3) as f64));
        of_y.sum::<f64>()
            + cells.sum::<f64>()
            + 3.0 * log(0.5)
            + log(1.25)
            + q[0]
            + q[1]
            + (share * (1.0 - share)).ln()
    });
}

/// A value that one component excludes belongs to the others; far in the tails nothing underflows; a
/// component without weight does not count.
#[test]
fn impossible_components_and_tails() {
    let y = [2.5, 0.5, 1.5];
    let ends = [1.0, 2.0, 3.0];
    params! { mu: vector(2), top: real() }
    let model = model! {
        mu |= flat(),
        top |= flat(),
        data(&y) |= mixture(data(&[0.5, 0.25, 0.25]), components(3, |k| uniform(0.0, data(&ends).at(k)))),
        data(60.0) |= mixture(data(&[0.5, 0.5]), components(2, |k| normal(mu.at(k), 1.0))),
        data(&[60.0]) |= mixture(data(&[0.0, 1.0]), components(2, |k| normal(mu.at(k), 1.0))),
        increment(-top.square()),
    };
    check(model, &[0.5, -0.5, 0.3], |q| {
        let tails = log_sum((0..2).map(|k| (0.5, log_normal(60.0, q[k], 1.0))));
        // 1/3 of the third; all three; the second and the third
        let known = (0.25f64 / 3.0).ln()
            + (0.5 + 0.25 / 2.0 + 0.25 / 3.0f64).ln()
            + (0.25 / 2.0 + 0.25 / 3.0f64).ln();
        known + tails + log_normal(60.0, q[1], 1.0) - q[2] * q[2]
    });
    let nowhere = model! {
        mu |= flat(),
        top |= flat(),
        data(&y) |= mixture(data(&[0.5, 0.5]), components(2, |k| uniform(mu.at(k), top))),
    };
    on_every_set(nowhere, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[0.0, 0.1, 2.0]);
        assert_eq!((value, gradient), (f64::NEG_INFINITY, vec![0.0; 3]), "{set}");
    });
}

/// Sizes that do not fit, and impossible numbers of components, are errors of `compile()`.
#[test]
fn what_does_not_fit() {
    params! { w: vector(3).positive(), mu: vector(3) }
    let priors = model! { w |= flat(), mu |= flat() };
    let message = |outcome: Result<(), Error>| outcome.unwrap_err().to_string();
    let weights = model! { priors, data(0.5) |= mixture(w, components(4, |_| normal(0.0, 1.0))) };
    assert!(message(weights.compile().map(drop)).contains("weights has length 3"));
    let means =
        model! { priors, data(0.5) |= mixture(data(&[0.25; 4]), components(4, |k| normal(mu.at(k), 1.0))) };
    assert!(message(means.compile().map(drop)).contains("mu"));
    let none = model! { priors, data(0.5) |= mixture(data(&[0.5; 0]), components(0, |_| normal(0.0, 1.0))) };
    assert!(message(none.compile().map(drop)).contains("empty"));
    let mut leaked = None;
    let inside = components(3, |k| {
        leaked = Some(k);
        normal(mu.at(k), 1.0)
    });
    let outside = model! {
        priors,
        data(0.5) |= mixture(w, inside),
        increment(mu.at(leaked.unwrap())),
    };
    assert!(message(outside.compile().map(drop)).contains("only in the closure"));
}

/// Draws come from the components that the weights select.
#[cfg(feature = "random")]
#[test]
fn draws() {
    use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
    let (w, mean) = ([0.2, 0.5, 0.3], [-9.0, 0.0, 9.0]);
    let shares = |draws: &[f64]| {
        let near = |center: f64| draws.iter().filter(|draw| (*draw - center).abs() < 4.5).count() as f64;
        mean.map(|center| near(center) / draws.len() as f64)
    };
    let close = |got: [f64; 3]| got.iter().zip(w).all(|(got, want)| (got - want).abs() < 0.02);

    let mut rng = SmallRng::seed_from_u64(1);
    let law = mixture(&w, components(3, |k| normal(data(&mean).at(k), 1.0)));
    let drawn: Vec<f64> = (0..20_000).map(|_| rng.sample(law)).collect();
    assert!(close(shares(&drawn)), "{:?}", shares(&drawn));

    let y = [0.0; 100];
    params! { mu: vector(3) }
    let model = model! {
        mu |= normal(data(&mean), 0.01),
        data(&y) |= mixture(&w, components(3, |k| normal(mu.at(k), 1.0))),
    };
    let prior = model.sample_prior(200, 7).unwrap();
    let drawn: Vec<f64> =
        (0..100).flat_map(|i| prior.column(&format!("y[{i}]")).unwrap().as_slice().to_vec()).collect();
    assert!(close(shares(&drawn)), "{:?}", shares(&drawn));
}
