//! Parameters next to the ends of their supports, as laws and functions see them: `tests/reference/ends.json`
//! has log densities and slopes of points up to ±700, where p = 1 − e⁻⁷⁰⁰ is the number 1.

use crate::common::{assert_gradient, assert_near, beside_tests, evaluate, lgamma, on_every_set_with};
use monomorph::functions::log_mix;
use monomorph::prelude::*;
use serde_json::Value;

/// The points of a model in `ends.json`, with the log density and its slope.
fn records(form: &str) -> Vec<[f64; 3]> {
    let text = std::fs::read_to_string(beside_tests("reference/ends.json")).expect("the file is there");
    let all: Vec<Value> = serde_json::from_str(&text).expect("a JSON array");
    let own = all.iter().filter(|record| record["form"] == form);
    let number = |record: &Value, key: &str| record[key].as_f64().expect("a number");
    let own: Vec<_> = own.map(|record| ["q", "value", "slope"].map(|key| number(record, key))).collect();
    assert!(own.len() > 5, "there are no records of `{form}`");
    own
}

/// Compares a model with its records: with rewrites and without, on every instruction set. All `count`
/// elements of its parameter have the same coordinate.
fn compare(form: &str, what: &str, count: usize, model: impl Model) {
    let records = records(form);
    for rewrites in [Rewrites::All, Rewrites::None] {
        on_every_set_with(rewrites, model, |set, posterior| {
            for [q, value, slope] in &records {
                let (got, gradient) = evaluate(posterior, &vec![*q; count]);
                let what = || format!("{form}, {what}, {rewrites:?}, {set}, q = {q}");
                // Each element adds the rounding of its terms, which are as large as q and cancel.
                let (value, size) = (value * count as f64, count as f64);
                assert_near(got, value, 2e-14 * value.abs().max(size), what);
                assert_gradient(&gradient, &vec![*slope; count], 2e-13 * slope.abs().max(1.0), what);
            }
        });
    }
}

macro_rules! unit {
    ($($test:ident, $form:literal, |$p:ident| { $($number:tt)* } $({ $($vector:tt)* })?;)*) => {$(
        #[test]
        fn $test() {
            {
                params! { $p: interval(0.0, 1.0) }
                compare($form, "number", 1, model! { $($number)* });
            }
            unit!(@vector $form, $p, { $($number)* } $({ $($vector)* })?);
        }
    )*};
    (@vector $form:literal, $p:ident, { $($number:tt)* }) => {
        unit!(@vector $form, $p, {} { $($number)* });
    };
    (@vector $form:literal, $p:ident, { $($number:tt)* } { $($vector:tt)* }) => {
        params! { $p: vector(5).interval(0.0, 1.0) }
        compare($form, "vector", 5, model! { $($vector)* });
    };
}

const EACH: [usize; 15] = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0];
const SEEN: [u8; 15] = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
const WAITS: [u64; 15] = [3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5];

unit! {
    beta_2_3, "beta(2, 3)", |p| { p |= beta(2.0, 3.0) };
    beta_flat_ends, "beta(0.05, 0.05)", |p| { p |= beta(0.05, 0.05) };
    beta_large, "beta(100, 200)", |p| { p |= beta(100.0, 200.0) };
    beta_proportion_y, "beta_proportion of y", |p| { p |= beta_proportion(0.25, 7.0) };
    beta_log_density, "beta(2, 3)", |p| { p |= flat(), increment(beta(2.0, 3.0).log_density(p)) };
    bernoulli_rows, "bernoulli", |p| { p |= flat(), data(&[1, 0, 1]) |= bernoulli(p) }
        { p |= flat(), data(&SEEN) |= bernoulli(p.at(&EACH)) };
    bernoulli_alias, "bernoulli", |p| { p |= flat(), r = p, data(&[1, 0, 1]) |= bernoulli(r) }
        { p |= flat(), r = p.at(&EACH), data(&SEEN) |= bernoulli(r) };
    binomial_rows, "binomial", |p| { p |= flat(), data(3) |= binomial(10, p) }
        { p |= flat(), data(&[3; 5]) |= binomial(10, p) };
    binomial_many, "binomial of many", |p| { p |= flat(), data(400) |= binomial(1000, p) }
        { p |= flat(), data(&[400; 5]) |= binomial(1000, p) };
    geometric_rows, "geometric", |p| { p |= flat(), data(&[3, 0, 5]) |= geometric(p) }
        { p |= flat(), data(&WAITS) |= geometric(p.at(&EACH)) };
    log_of_difference, "log of the complement", |p| { p |= flat(), increment((1.0 - p).log()) };
    log1m, "log of the complement", |p| { p |= flat(), increment(p.log1m()) };
    log1p_of_minus, "log of the complement", |p| { p |= flat(), increment((-p).log1p()) };
    log_of_defined, "log of the complement", |p| { p |= flat(), r = 1.0 - p, increment(r.log()) };
    log_of_sum, "log of the complement", |p| { p |= flat(), increment((-p + 1.0).log()) };
    log_of_minus, "log of the complement", |p| { p |= flat(), increment((-(p - 1.0)).log()) };
    logit, "logit", |p| { p |= flat(), increment(p.logit()) };
    log_of_minus_log, "log of minus log", |p| { p |= flat(), increment((-p.log()).log()) };
    reciprocal, "reciprocal complement", |p| { p |= flat(), increment((1.0 - p).recip().log()) };
    odds, "odds", |p| { p |= flat(), increment((p / (1.0 - p)).log()) };
    quantile, "quantile", |p| { p |= flat(), increment(p.inv_phi()) };
    square, "complement of the square", |p| { p |= flat(), increment((1.0 - p.square()).log()) };
    power, "complement of the square", |p| { p |= flat(), increment((1.0 - p.powi(2)).log()) };
    square_log1m, "complement of the square", |p| { p |= flat(), s = p.square(), increment(s.log1m()) };
    of_complement, "bernoulli of the complement",
        |p| { p |= flat(), data(&[1, 0, 1]) |= bernoulli(1.0 - p) }
        { p |= flat(), r = 1.0 - p, data(&SEEN) |= bernoulli(r.at(&EACH)) };
    twice_complement, "log of the complement",
        |p| { p |= flat(), r = 1.0 - p, s = 1.0 - r, increment(s.log1m()) };
    mix, "log_mix", |p| { p |= flat(), increment(log_mix(p, -1.0, -2.0)) };
    mix_far, "log_mix of what is far", |p| { p |= flat(), increment(log_mix(p, -600.0, 0.0)) };
    mixed, "mixture",
        |p| {
            p |= flat(),
            data(0.5) |= mixture((p, 1.0 - p), (normal(0.0, 1.0), normal(3.0, 1.0))),
        }
        {
            p |= flat(),
            data(&[0.5; 5]) |= mixture((p, 1.0 - p), (normal(0.0, 1.0), normal(3.0, 1.0))),
        };
    tail_of_beta, "log_ccdf of beta", |p| { p |= flat(), increment(beta(2.0, 3.0).log_ccdf(p)) };
    beginning_of_beta, "log_cdf of beta", |p| { p |= flat(), increment(beta(2.0, 3.0).log_cdf(p)) };
    tail_of_geometric, "log_ccdf of geometric", |p| { p |= flat(), increment(geometric(p).log_ccdf(4.0)) };
    tail_of_binomial, "log_ccdf of binomial", |p| { p |= flat(), increment(binomial(10, p).log_ccdf(3.0)) };
    beginning_of_binomial, "log_cdf of binomial",
        |p| { p |= flat(), increment(binomial(10, p).log_cdf(3.0)) };
    of_bernoulli, "log_cdf of bernoulli", |p| { p |= flat(), increment(bernoulli(p).log_cdf(0.0)) };
}

macro_rules! bounded {
    ($(
        $test:ident, $form:literal, $method:ident($($bound:literal),+),
        |$p:ident| { $($number:tt)* };
    )*) => {$(
        #[test]
        fn $test() {
            {
                params! { $p: $method($($bound),+) }
                compare($form, "number", 1, model! { $($number)* });
            }
            params! { $p: vector(5).$method($($bound),+) }
            compare($form, "vector", 5, model! { $($number)* });
        }
    )*};
}

bounded! {
    below_5, "interval(2, 5), above", interval(2.0, 5.0), |x| { x |= flat(), increment((5.0 - x).log()) };
    above_2, "interval(2, 5), below", interval(2.0, 5.0), |x| { x |= flat(), increment((x - 2.0).log()) };
    uniform_2_5, "interval(2, 5), uniform", interval(2.0, 5.0), |x| { x |= uniform(2.0, 5.0) };
    below_1, "interval(-1, 1), above", interval(-1.0, 1.0), |x| { x |= flat(), increment((1.0 - x).log()) };
    above_minus_1, "interval(-1, 1), below", interval(-1.0, 1.0),
        |x| { x |= flat(), increment((1.0 + x).log()) };
    log1p_above, "interval(-1, 1), below", interval(-1.0, 1.0), |x| { x |= flat(), increment(x.log1p()) };
    within_1, "interval(-1, 1), square", interval(-1.0, 1.0),
        |x| { x |= flat(), increment((1.0 - x.square()).log()) };
    below_3, "upper(3)", upper(3.0), |x| { x |= flat(), increment((3.0 - x).log()) };
}

#[test]
fn within_1_by_product() {
    params! { x: interval(-1.0, 1.0) }
    compare("interval(-1, 1), square", "product", 1, model! { x |= flat(), increment((1.0 - x * x).log()) });
}

/// log(1 − tanh² q) = 2 log sech q
fn log_rest_of_square(q: f64) -> f64 {
    2.0 * (core::f64::consts::LN_2 - q.abs() - (-2.0 * q.abs()).exp().ln_1p())
}

/// log p of lkj_corr(η) at the identity of K variables: its normaliser.
fn lkj_normaliser(eta: f64, variables: usize) -> f64 {
    let others = variables as f64 - 1.0;
    let of_row = |k: usize| {
        let k = k as f64;
        0.5 * k * core::f64::consts::PI.ln() + lgamma(eta + 0.5 * (others - k))
    };
    others * lgamma(eta + 0.5 * others) - (1..variables).map(of_row).sum::<f64>()
}

#[test]
fn correlations() {
    // |Ω| = ∏ (1 − zᵢⱼ²), and the Jacobian is a product of powers of the same.
    let eta = 1.5;
    for variables in [2, 3, 4] {
        params! { omega: corr_matrix(variables) }
        let columns: Vec<usize> = (0..variables).flat_map(|j| (j + 1..variables).map(move |_| j)).collect();
        let powers = columns.iter().map(|&j| eta + 0.5 * (variables - 2 - j) as f64);
        let powers: Vec<f64> = powers.collect();
        for rewrites in [Rewrites::All, Rewrites::None] {
            on_every_set_with(rewrites, model! { omega |= lkj_corr(eta) }, |set, posterior| {
                for size in [0.3, 5.0, 20.0, 40.0, 100.0, 300.0] {
                    if size * (variables - 1) as f64 > 650.0 {
                        // An element of the factor's diagonal has no number.
                        continue;
                    }
                    let place = |place: usize| if place.is_multiple_of(2) { size } else { -0.7 * size };
                    let q: Vec<f64> = (0..columns.len()).map(place).collect();
                    let terms = q.iter().zip(&powers).map(|(&q, power)| power * log_rest_of_square(q));
                    let want = lkj_normaliser(eta, variables) + terms.sum::<f64>();
                    let slopes = q.iter().zip(&powers).map(|(&q, power)| -2.0 * power * q.tanh());
                    let (got, gradient) = evaluate(posterior, &q);
                    let what = || format!("{variables} variables, {rewrites:?}, {set}, q = {size}");
                    assert_near(got, want, 2e-13 * want.abs().max(1.0), what);
                    assert_gradient(&gradient, &slopes.collect::<Vec<_>>(), 1e-12, what);
                }
            });
        }
    }
}

#[test]
fn factor_of_correlations() {
    // L₂₁ = tanh q, L₂₂ = sech q.
    params! { omega: corr_matrix(2) }
    let model = model! {
        omega |= flat(),
        l = omega.cholesky(),
        increment(l.cells(&[1], &[1]).log()),
    };
    on_every_set_with(Rewrites::All, model, |set, posterior| {
        for q in [0.3, -5.0, 20.0, -40.0, 300.0_f64] {
            let (got, gradient) = evaluate(posterior, &[q]);
            let want = 1.5 * log_rest_of_square(q);
            assert_near(got, want, 1e-13 * want.abs().max(1.0), || format!("{set}, q = {q}"));
            assert_gradient(&gradient, &[-3.0 * q.tanh()], 1e-13, || format!("{set}, q = {q}"));
        }
    });
}

/// z = V q of the simplex, and Vᵀ x.
fn helmert(q: &[f64]) -> Vec<f64> {
    let weight = |i: usize| 1.0 / ((i * (i + 1)) as f64).sqrt();
    let w = |i: usize| weight(i) * q[i - 1];
    (0..=q.len())
        .map(|i| (i + 1..=q.len()).map(w).sum::<f64>() - if i > 0 { i as f64 * w(i) } else { 0.0 })
        .collect()
}

fn helmert_transposed(x: &[f64]) -> Vec<f64> {
    let weight = |i: usize| 1.0 / ((i * (i + 1)) as f64).sqrt();
    (1..x.len()).map(|i| weight(i) * (x[..i].iter().sum::<f64>() - i as f64 * x[i])).collect()
}

fn log_sum_exp(z: &[f64]) -> f64 {
    let largest = z.iter().fold(f64::NEG_INFINITY, |largest, z| largest.max(*z));
    largest + z.iter().map(|z| (z - largest).exp()).sum::<f64>().ln()
}

/// The points, and the log density of the simplex with a failure of its first element, log(1 − θ₀), less the
/// first `alpha` − 1 times all logarithms, beside its slopes.
fn simplex_with_a_failure(q: &[f64], alpha: f64) -> (f64, Vec<f64>) {
    let (z, n) = (helmert(q), q.len() as f64 + 1.0);
    let (all, others) = (log_sum_exp(&z), log_sum_exp(&z[1..]));
    let jacobian = 0.5 * n.ln() - n * all;
    let powers = (alpha - 1.0) * z.iter().map(|z| z - all).sum::<f64>();
    let slope = |(k, z): (usize, &f64)| {
        let share = (z - all).exp();
        let of_others = if k > 0 { (z - others).exp() } else { 0.0 };
        of_others - share - n * share + (alpha - 1.0) * (1.0 - n * share)
    };
    let slopes: Vec<f64> = z.iter().enumerate().map(slope).collect();
    (others - all + jacobian + powers, helmert_transposed(&slopes))
}

#[test]
fn simplexes() {
    // lnΓ of a symmetric Dirichlet distribution's normaliser.
    let normaliser = |alpha: f64, n: usize| lgamma(n as f64 * alpha) - n as f64 * lgamma(alpha);
    for n in [2, 3, 12] {
        let points: Vec<Vec<f64>> = [0.3, 5.0, 20.0, 36.0, 40.0, 100.0, 300.0, -20.0, -300.0]
            .iter()
            .map(|size| (0..n - 1).map(|k| size / (1.0 + k as f64)).collect())
            .collect();
        params! { theta: simplex(n) }
        let one = model! { theta |= dirichlet(0.5), data(0) |= bernoulli(theta.at(0)) };
        on_every_set_with(Rewrites::All, one, |set, posterior| {
            for q in &points {
                let (want, slopes) = simplex_with_a_failure(q, 0.5);
                let want = want + normaliser(0.5, n);
                let (got, gradient) = evaluate(posterior, q);
                let what = || format!("{n} elements, {set}, q = {q:?}");
                assert_near(got, want, 1e-13 * want.abs().max(1.0), what);
                assert_gradient(&gradient, &slopes, 1e-12, what);
            }
        });
        params! { rows: simplex(n).rows(3) }
        let three = model! { rows |= flat(), increment((1.0 - rows.column(0)).log()) };
        on_every_set_with(Rewrites::All, three, |set, posterior| {
            for q in &points {
                let (want, slopes) = simplex_with_a_failure(q, 1.0);
                let (got, gradient) = evaluate(posterior, &q.repeat(3));
                let what = || format!("three rows of {n} elements, {set}, q = {q:?}");
                assert_near(got, 3.0 * want, 1e-13 * want.abs().max(1.0), what);
                assert_gradient(&gradient, &slopes.repeat(3), 1e-12, what);
            }
        });
    }
}
