//! The syntax of `params!` and `model!`, and the text of a model in messages.
//!
//! All names for models are imported at once: none of them may have two meanings.

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

/// The log density and its gradient at a point, and the names of what is reported.
fn seen<M: Model>(model: M, q: &[f64]) -> (f64, Vec<f64>, Vec<&'static str>) {
    let posterior = model.compile().unwrap();
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient, posterior.variables().iter().map(|variable| variable.name).collect())
}

#[test]
fn a_tuple_of_names_stands_for_what_begins_with_a_tuple() {
    let (days, y) = ([0.5, 1.0, 2.0, 3.5], [0.4, 0.2, 0.3, 0.1]);
    params! { a: positive(), b: positive(), v: vector(3) }
    let q = [0.2, -0.3, 0.5, -0.4, 0.1];

    // an equation: numbers
    let numbers = || ode(&days, (1.0, 0.0), |_, (s, i)| (-a * s, a * s - b * i));
    let named = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        (s, i) = numbers(),
        data(&y) |= normal(s, 0.1), data(&y) |= normal(i, 0.1),
    };
    let columns = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        all = numbers(),
        data(&y) |= normal(all.column(0), 0.1), data(&y) |= normal(all.column(1), 0.1),
    };
    let (named, columns) = (seen(named, &q), seen(columns, &q));
    assert_eq!((named.0, named.1), (columns.0, columns.1));
    assert_eq!(named.2, ["a", "b", "v", "s", "i"]);

    // an equation: a vector and a number
    let both = || ode(&days, (v, 1.0), |_, (v, i)| (-a * v, v.sum() - b * i)).stiff();
    let named = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        (w, i) = both(),
        data(&y) |= normal(w.column(1), 0.1), data(&y) |= normal(i, 0.1), increment(-w.square().sum()),
    };
    let columns = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        all = both(),
        data(&y) |= normal(all.column(1), 0.1), data(&y) |= normal(all.column(3), 0.1),
        increment(-all.columns(0..3).square().sum()),
    };
    let (named, columns) = (seen(named, &q), seen(columns, &q));
    assert_eq!((named.0, named.1), (columns.0, columns.1));

    // a scan, which has a row for each; what is not wanted has no name
    let rows = || scan((a, 0.0, b), data(&y), |(l, m, s), y| (l + s, m + y, s * y - l));
    let named = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        (level, _, slope) = rows(),
        data(&y) |= normal(level + slope, 0.1),
    };
    let columns = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        all = rows(),
        data(&y) |= normal(all.row(0) + all.row(2), 0.1),
    };
    let (named, columns) = (seen(named, &q), seen(columns, &q));
    assert_eq!((named.0, named.1), (columns.0, columns.1));
    assert_eq!(named.2, ["a", "b", "v", "level", "slope"]);

    // a scan of rows, in a submodel, and another definition before and after
    names! { here }
    let rows = || scan_rows((v, a), data(&y), |(v, a), y| (v * a, a + y * v.at(0)));
    let named = model! {
        in here;
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        twice = 2.0 * a,
        (path, sizes,) = rows(),
        after = sizes * twice,
        data(&y) |= normal(path.row_sums() + after, 0.1),
    };
    let columns = model! {
        a |= gamma(2.0, 1.0), b |= gamma(2.0, 1.0), v |= normal(0.0, 1.0),
        all = rows(), path = all.columns(0..3), after = all.column(3) * (2.0 * a),
        data(&y) |= normal(path.row_sums() + after, 0.1),
    };
    let (named, columns) = (seen(named, &q), seen(columns, &q));
    assert_eq!(named.0, columns.0);
    approx::assert_relative_eq!(named.1.as_slice(), columns.1.as_slice(), max_relative = 1e-13);
    assert_eq!(named.2, ["a", "b", "v", "here.twice", "here.path", "here.sizes", "here.after"]);
}

#[test]
fn messages_about_a_tuple_of_names_show_its_statement() {
    params! { a: positive() }
    let model = model! {
        a |= exponential(1.0),
        (s, i) = ode(&[2.0, 1.0], (1.0, 0.0), |_, (s, i)| (-a * s, a * s - i)),
        increment(s.sum() + i.sum()),
    };
    let message = model.compile().map(|_| ()).unwrap_err().to_string();
    assert!(message.contains("(s, i) = ode(&[2.0, 1.0]"), "{message}");
}
