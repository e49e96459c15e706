//! What can be written in `params!` and `model!`, and the text that messages show of it.
//!
//! All names that a model is written with are imported at once: none of them may stand for two things.

#![deny(warnings)]
#![allow(unused_imports)] // of what is imported to be found not to clash

use monomorph::covariance::*;
use monomorph::distribution::*;
use monomorph::expression::*;
use monomorph::functions::*;
use monomorph::gaussian_process::*;
use monomorph::model::*;
use monomorph::prelude::*;
use monomorph::support::*;

/// The log density at a point.
fn at<M: Model>(model: M, q: &[f64]) -> f64 {
    let posterior = model.compile().unwrap();
    posterior.log_density(q, &mut posterior.workspace())
}

/// The texts of all statements.
fn texts<M: Model>(model: M) -> Vec<String> {
    let posterior = model.compile().unwrap();
    posterior.explain().statements().iter().map(|statement| statement.statement().to_owned()).collect()
}

#[test]
fn functions_and_distributions_have_names_of_their_own() {
    params! { p: interval(0.0, 1.0), a: positive() }
    let model = model! {
        a |= gamma(2.0, 1.0),
        p |= beta(2.0, a),
        increment(beta_function(a, 2.0).log() - lbeta(a, 2.0)),
        increment(inc_beta(2.0, 2.0, p) - gamma_p(1.0, a) - gamma_q(1.0, a)),
    };
    let plain = model! {
        a |= gamma(2.0, 1.0),
        p |= beta(2.0, a),
    };
    let increment = 0.5 - 1.0; // I(½; 2, 2) − P − Q
    let difference = at(model, &[0.0, 0.3]) - at(plain, &[0.0, 0.3]);
    assert!((difference - increment).abs() < 1e-12, "{difference}");
}

#[test]
fn a_parameter_named_like_a_distribution_does_not_hide_it() {
    let y = [0.4, 1.3];
    params! { gamma: positive(), beta: interval(0.0, 1.0), rate: positive(), normal: real() }
    let named = model! {
        gamma |= gamma(2.0, 1.0),
        beta |= beta(gamma, 2.0),
        rate |= weighted(2.0, gamma(gamma, 3.0)),
        half = beta / 2.0,
        increment(normal(0.0, 1.0).log_density(half)),
        normal |= flat(),
        data(&y) |= mixture((beta, 1.0 - beta), (gamma(rate, 1.0), exponential(rate))),
    };
    use monomorph::distribution as law;
    params! { g: positive(), b: interval(0.0, 1.0), r: positive(), n: real() }
    let plain = model! {
        g |= law::gamma(2.0, 1.0),
        b |= law::beta(g, 2.0),
        r |= weighted(2.0, law::gamma(g, 3.0)),
        increment(law::normal(0.0, 1.0).log_density(b / 2.0)),
        n |= flat(),
        data(&y) |= mixture((b, 1.0 - b), (law::gamma(r, 1.0), exponential(r))),
    };
    let q = [0.3, -0.4, 0.2, 0.1];
    assert!((at(named, &q) - at(plain, &q)).abs() < 1e-12);
}

#[test]
fn numbers_of_any_type_are_expressions() {
    let (n, counts) = (3_usize, vec![1_usize, 0, 4]);
    params! { mu: real(), rate: positive() }
    let model = |mean: f64| {
        params! { mu: real(), rate: positive() }
        model! {
            mu   |= normal(mean, 1.0),
            rate |= gamma(2.0, 1.0),
            data(&[1.0, 0.0, 4.0]) |= poisson(rate * 3.0),
            increment(mu - 3.0),
        }
    };
    let of_integers = model! {
        mu   |= normal(n, 1_u8),
        rate |= gamma(2, 1.0_f32),
        data(&counts) |= poisson(rate * n),
        increment(mu - n),
    };
    let q = [0.3, -0.2];
    assert_eq!(at(of_integers, &q), at(model(3.0), &q));

    // Literals know their type, also where nothing else tells it.
    params! { x: real() }
    let literals = model! { x |= normal(0, 5), data(7) |= normal(2 * x + 1, 1) };
    let floats = model! { x |= normal(0.0, 5.0), data(7.0) |= normal(2.0 * x + 1.0, 1.0) };
    assert_eq!(at(literals, &[0.4]), at(floats, &[0.4]));
}

/// A type whose arguments have a comma between them, which ends no statement.
struct Pair<First, Second>(First, Second);

#[test]
fn any_expression_can_stand_on_the_right() {
    let prior = normal(0.0, 2.0);
    let wide = |scale: f64| normal(0.0, scale);
    let is_wide = true;
    params! { a: real(), b: real(), c: real(), d: real() }
    let model = model! {
        a |= prior,
        b |= wide(2.0),
        c |= if is_wide { normal(0.0, 2.0) } else { normal(0.0, 1.0) },
        d |= { let scale = 2.0; normal(0.0, scale) },
        [data(&[0.5, 1.5, 2.5])][0] |= normal(a + b, (1.0, 2.0).1),
        data::<&[f64; 2]>(&[1.0, 2.0]) |= normal(c + d, Pair::<f64, f64>(1.0, 2.0).1),
    };
    params! { e: real(), f: real(), g: real(), h: real() }
    let plain = model! {
        e |= normal(0.0, 2.0),
        f |= normal(0.0, 2.0),
        g |= normal(0.0, 2.0),
        h |= normal(0.0, 2.0),
        data(&[0.5, 1.5, 2.5]) |= normal(e + f, 2.0),
        data(&[1.0, 2.0]) |= normal(g + h, 2.0),
    };
    let q = [0.1, 0.2, 0.3, 0.4];
    assert_eq!(at(model, &q), at(plain, &q));
}

#[test]
fn statements_are_shown_as_they_were_written() {
    let (x, y, z) = ([0.5, 1.5], [1.0, 2.0], [3.0, 4.0]);
    params! { mu: real(), sigma: positive(), eta: vector(2) }
    let model = model! {
        mu    |= normal(0.0,5.0),
        sigma |= exponential( 1.0 ),
        eta
            |= normal(
                mu,
                sigma, // a comment
            )
            .truncated(-10.0, 10.0),
        theta = eta * data(&x)
            + data(&z),
        increment(-(data(&x) - data(&z)).square().sum() * mu.square()),
        data(&y) |= normal(theta, sigma),
    };
    assert_eq!(
        texts(model),
        [
            "theta = eta * data(&x) + data(&z)",
            "mu |= normal(0.0,5.0)",
            "sigma |= exponential(1.0)",
            "eta |= normal(mu, sigma).truncated(-10.0, 10.0)",
            "increment(-(data(&x) - data(&z)).square().sum() * mu.square())",
            "data(&y) |= normal(theta, sigma)",
        ]
    );
}

#[test]
fn models_of_one_statement_and_of_parts_alone() {
    params! { a: real(), b: real() }
    let first = model! { a |= normal(0.0, 1.0) };
    let second = model! { b |= normal(a, 1.0), };
    let glued = model! { first, second };
    let by_hand = first & second;
    assert_eq!(at(glued, &[0.3, 0.7]), at(by_hand, &[0.3, 0.7]));
}

#[test]
fn data_can_follow_two_distributions() {
    let y = data(&[0.4, 0.1]);
    params! { a: real() }
    let model = model! { a |= normal(0.0, 1.0), y |= normal(a, 1.0), y |= normal(-a, 2.0) };
    let spelled = model! {
        a |= normal(0.0, 1.0),
        data(&[0.4, 0.1]) |= normal(a, 1.0),
        data(&[0.4, 0.1]) |= normal(-a, 2.0),
    };
    assert_eq!(at(model, &[0.3]), at(spelled, &[0.3]));
}
