//! Laws of conditioning and intervening, and the factors of the joint density.

use crate::common::{Random, assert_gradient, assert_near, differences, evaluate, on_every_set};
use monomorph::faer::mat;
use monomorph::graph::Inspect;
use monomorph::prelude::*;

/// The log density and its gradient at a point.
fn at<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

fn assert_same(left: (f64, Vec<f64>), right: (f64, Vec<f64>)) {
    let near = |a: f64, b: f64| assert_near(a, b, 1e-13 * (1.0 + b.abs()), String::new);
    near(left.0, right.0);
    assert_eq!(left.1.len(), right.1.len());
    left.1.iter().zip(&right.1).for_each(|(&a, &b)| near(a, b));
}

#[test]
fn laws() {
    let y = [0.3, -1.2, 0.8];
    params! { mu: real(), tau: positive(), eta: vector(3) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= gamma(2.0, 1.0),
        eta |= normal(mu, tau),
        theta = mu + 2.0 * eta,
        data(&y) |= normal(theta, tau),
    };
    let effects = [0.5, -0.2, 0.1];
    let whole = model.compile().unwrap();

    // Conditioning takes the coordinates away, and leaves the density: no Jacobian of what is known.
    let known = model.condition(tau, 2.0).compile().unwrap();
    let q = [0.4, 0.5, -0.2, 0.1];
    let (value, gradient) = at(&known, &q);
    let (joint, all) = at(&whole, &[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]);
    assert_same((value + 2.0_f64.ln(), gradient), (joint, vec![all[0], all[2], all[3], all[4]]));
    assert_eq!(known.parameter_names(), ["mu", "eta[0]", "eta[1]", "eta[2]"]);

    // The order does not matter, and deconditioning undoes it.
    let one = model.condition(tau, 2.0).condition(eta, &effects);
    let other = model.condition(eta, &effects).condition(tau, 2.0);
    assert_same(at(&one.compile().unwrap(), &[0.4]), at(&other.compile().unwrap(), &[0.4]));
    assert_same(at(&one.decondition(eta).compile().unwrap(), &q), (value, at(&known, &q).1));

    // An intervention differs by the statement of its own.
    let set = model.intervene(tau, 2.0).compile().unwrap();
    let prior = whole.log_prior(&whole.constrain(&[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]).unwrap()).unwrap();
    let own = 2.0_f64.ln() - 2.0;
    assert_same((at(&set, &q).0 + own, at(&set, &q).1), (value, at(&known, &q).1));
    assert!(prior.is_finite());

    // joint = prior × likelihood, and conditioning moves a statement from one to the other.
    let trace = whole.constrain(&[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]).unwrap();
    let parts = |prior: f64, likelihood: f64| (prior + likelihood, vec![]);
    let joint = whole.log_joint(&trace).unwrap();
    let (prior, likelihood) = (whole.log_prior(&trace).unwrap(), whole.log_likelihood(&trace).unwrap());
    assert_same(parts(prior, likelihood), (joint, vec![]));
    let rest = known.constrain(&q).unwrap();
    assert_same((known.log_joint(&rest).unwrap(), vec![]), (joint, vec![]));
    assert_same((known.log_likelihood(&rest).unwrap(), vec![]), (likelihood + own, vec![]));
}

#[test]
fn a_definition_that_is_set_is_cut_off() {
    let y = [0.3, -1.2];
    params! { mu: real() }
    names! { theta }
    let (theta, definition) = monomorph::model::define(theta, mu + 1.0);
    let model = definition & model! { mu |= normal(0.0, 1.0), data(&y) |= normal(theta, 1.0) };
    let set = model.intervene(theta, 3.0).compile().unwrap();
    let (value, gradient) = at(&set, &[0.5]);
    assert_eq!(gradient, [-0.5]);
    let normal = |x: f64, mean: f64| -0.5 * (x - mean).powi(2) - 0.5 * core::f64::consts::TAU.ln();
    assert_same((value, vec![]), (normal(0.5, 0.0) + normal(0.3, 3.0) + normal(-1.2, 3.0), vec![]));
    assert_eq!(model.intervene(theta, 3.0).graph().parents("theta").unwrap(), Vec::<&str>::new());
}

#[test]
fn values_are_checked() {
    params! { tau: positive(), eta: vector(2) }
    let model = model! { tau |= exponential(1.0), eta |= normal(0.0, tau) };
    let error = |result: Result<(), Error>| result.err().unwrap().to_string();
    assert_eq!(
        error(model.condition(tau, -1.0).compile().map(drop)),
        "the parameter `tau` is -1, but must be finite and above its lower bound"
    );
    assert_eq!(
        error(model.condition(eta, &[1.0, 2.0, 3.0]).compile().map(drop)),
        "in `eta |= normal(0.0, tau)`: eta has length 2, but the value that it is given has length 3"
    );
}

#[test]
fn elements_with_values() {
    let (low, high) = ([-1.0, 0.0, 1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0, 9.0]);
    let seen = mat![[0.3, -0.4], [1.0, 0.2]];
    params! {
        mu: real(), s: positive(), y: vector(7), p: vector(5).positive(),
        b: vector(5).interval(data(&low), data(&high)),
        m: real_matrix(2, 3), o: vector(4).offset_multiplier(1.0, 2.0)
    }
    let model = model! {
        mu |= normal(0.0, 2.0),
        s  |= exponential(1.0),
        y  |= normal(mu, s),
        p  |= gamma(2.0, s),
        b  |= normal(mu, 1.0),
        m  |= normal(mu, s),
        o  |= normal(mu, 3.0),
        data(&seen) |= normal(y.at(3) * p.at(1), s),
    };
    let last = vec![6];
    let known = model
        .condition_at(y, &[5, 0, 2], &[0.5, 1.0, -2.0])
        .condition_at(y, &last, &[7.0])
        .condition_at(p, 1, &[0.25])
        .condition_at(b, 2..5, &[1.5, 2.5, 8.0])
        .condition_at(m, &[4], &[-3.0])
        .condition_at(o, 0..4, &[1.0, 2.0, 3.0, 4.0]);
    on_every_set(known, |set, posterior| {
        assert_eq!(posterior.dimension(), 2 + 3 + 4 + 2 + 5);
        let mut random = Random(3);
        for _ in 0..5 {
            let q = random.numbers(16, -1.5, 1.5);
            let (log_density, gradient) = evaluate(posterior, &q);
            assert_gradient(&gradient, &differences(posterior, &q), 1e-7, || set.to_owned());
            // The elements, and the density of a model in which they have coordinates, less their Jacobians.
            let trace = posterior.constrain(&q).unwrap();
            assert_eq!(trace.get("y").unwrap()[5], 0.5);
            assert_eq!(trace.get("y").unwrap()[6], 7.0);
            assert_eq!(trace.get("p[1]").unwrap()[0], 0.25);
            assert_eq!(trace.get("b[4]").unwrap()[0], 8.0);
            assert_eq!(trace.get("m[1,1]").unwrap()[0], -3.0);
            assert_eq!(trace.get("o").unwrap().as_slice(), [1.0, 2.0, 3.0, 4.0]);
            assert_eq!(trace.get("y").unwrap()[1..].len(), 6);
            let again = posterior.unconstrain_trace(&trace).unwrap();
            assert!(q.iter().zip(&again).all(|(q, again)| (q - again).abs() < 1e-12), "{q:?} {again:?}");
            let free = model.compile().unwrap();
            let everywhere = free.unconstrain_trace(&trace).unwrap();
            let interval = |x: f64, a: f64, b: f64| ((x - a) * (b - x) / (b - a)).ln();
            let jacobians = 0.25f64.ln()
                + interval(1.5, 1.0, 3.0)
                + interval(2.5, 2.0, 4.0)
                + interval(8.0, 3.0, 9.0)
                + 4.0 * 2f64.ln();
            let want = free.log_density(&everywhere, &mut free.workspace()) - jacobians;
            assert_near(log_density, want, 1e-11 * want.abs(), || set.to_owned());
        }
    });
    let posterior = known.compile().unwrap();
    let trace = posterior.constrain(&[0.1; 16]).unwrap();
    let parts = posterior.log_prior(&trace).unwrap() + posterior.log_likelihood(&trace).unwrap();
    let joint = posterior.log_joint(&trace).unwrap();
    assert_near(parts, joint, 1e-12 * joint.abs(), || "prior and likelihood".to_owned());
    // What is missing counts with the data.
    let normal = |x: f64, sd: f64| -0.5 * (x / sd).powi(2) - sd.ln() - 0.5 * std::f64::consts::TAU.ln();
    let prior = normal(trace.get("mu").unwrap()[0], 2.0) - trace.get("s").unwrap()[0];
    assert_near(posterior.log_prior(&trace).unwrap(), prior, 1e-12, || "prior".to_owned());
    assert_eq!(known.decondition(o).compile().unwrap().dimension(), 20);
    let mut wrong = trace.clone();
    wrong.remove("p").unwrap();
    wrong.set("p", [1.0, 0.5, 1.0, 1.0, 1.0]).unwrap();
    assert_eq!(
        posterior.unconstrain_trace(&wrong).unwrap_err().to_string(),
        "the parameter `p`: element 1 is 0.5, but must be 0.25, the value that it was given"
    );
}

#[test]
fn elements_that_cannot_have_values() {
    params! { theta: simplex(3), a: real(), w: vector(2).lower(a), p: vector(3).positive() }
    let model = model! {
        theta |= dirichlet(1.0), a |= normal(0.0, 1.0), w |= normal(0.0, 1.0), p |= exponential(1.0),
    };
    let message = |error: Error| error.to_string();
    assert_eq!(
        message(model.condition_at(theta, 0, &[0.2]).compile().unwrap_err()),
        "single elements of `theta` cannot be given values, because its elements bound each other: give all of them one"
    );
    assert_eq!(
        message(model.condition_at(w, 0, &[0.2]).compile().unwrap_err()),
        "`w` cannot be given a value, because its bounds are parameters: declare bounds that are numbers"
    );
    assert_eq!(
        message(model.condition_at(p, &[0, 3], &[0.2, 1.0]).compile().unwrap_err()),
        "in `p |= exponential(1.0)`: the elements of `p` that are known: the index is 3, but there are 3 elements, with indices 0 to 2"
    );
    assert_eq!(
        message(model.condition_at(p, 0..2, &[0.2]).compile().unwrap_err()),
        "the list of elements of `p` has length 2, but the value that they are given has length 1"
    );
    assert_eq!(
        message(model.condition_at(p, 2, &[-0.2]).compile().unwrap_err()),
        "the parameter `p`: element 2 is -0.2, but must be finite and above its lower bound"
    );
}

#[test]
fn a_whole_value_after_one_in_part() {
    params! { y: vector(3), s: positive() }
    let model = model! { s |= exponential(1.0), y |= normal(0.0, s) };
    let whole = model.condition(y, &[1.0, 2.0, 3.0]).compile().unwrap();
    let both = model.condition_at(y, 0, &[9.0]).condition(y, &[1.0, 2.0, 3.0]).compile().unwrap();
    assert_same(at(&both, &[0.3]), at(&whole, &[0.3]));
}

/// NaN counts as missing. The result is the same as with the names of the observed elements.
#[test]
fn observations_with_gaps() {
    params! { mu: real(), y: vector(4) }
    let model = model! { mu |= normal(0.0, 1.0), y |= normal(mu, 2.0) };
    let observed = model.observe(y, &[1.5, f64::NAN, -0.5, f64::NAN]).compile().unwrap();
    let named = model.condition_at(y, &[0, 2], &[1.5, -0.5]).compile().unwrap();
    let q = [0.3, -0.7, 1.1];
    assert_eq!(
        observed.log_density(&q, &mut observed.workspace()),
        named.log_density(&q, &mut named.workspace())
    );
    assert_eq!(observed.constrain(&q).unwrap(), named.constrain(&q).unwrap());
    let short = model.observe(y, &[1.5, f64::NAN]).compile().err().unwrap();
    assert!(matches!(short, Error::LengthMismatch { expected: 4, found: 2, .. }), "{short}");
}

/// A parameter that is declared with partly missing data is the same as a parameter that is conditioned on
/// at the observed elements.
#[test]
fn parameters_that_are_data_in_part() {
    let y = [1.5, f64::NAN, 0.5, f64::NAN, 0.25, f64::NAN, 2.0, 1.0, 0.75];
    let mask: Vec<bool> = y.iter().map(|y| y.is_nan()).collect();
    let (seen, values): (Vec<usize>, Vec<f64>) =
        y.iter().enumerate().filter(|(_, y)| !y.is_nan()).map(|(place, y)| (place, *y)).unzip();
    let outcome = [0.2, -0.4, 0.9, 1.1, 0.3, -0.2, 0.8, 0.1, 0.6];
    let expected = {
        params! { rate: positive(), y: vector(9).positive(), slope: real() }
        let model = model! {
            data(&outcome) |= normal(slope * y, 1.0),
            rate  |= exponential(1.0),
            slope |= normal(0.0, 1.0),
            y     |= gamma(2.0, rate),
        };
        model.condition_at(y, &seen, &values).compile().unwrap()
    };
    let q = [0.3, -0.2, 0.4, 0.1, 0.8];
    macro_rules! assert_equal {
        ($space:expr) => {{
            params! { rate: positive(), y: $space, slope: real() }
            // It is read before its own statement.
            let model = model! {
                data(&outcome) |= normal(slope * y, 1.0),
                rate  |= exponential(1.0),
                slope |= normal(0.0, 1.0),
                y     |= gamma(2.0, rate),
            };
            let posterior = model.compile().unwrap();
            assert_eq!(posterior.parameter_names(), expected.parameter_names());
            assert_eq!(at(&posterior, &q), at(&expected, &q));
            let trace = posterior.constrain(&q).unwrap();
            assert_eq!(posterior.log_likelihood(&trace).unwrap(), expected.log_likelihood(&trace).unwrap());
            // What the declaration says is the first word, and a model's the last.
            let whole = model.condition(y, &[1.0; 9]).compile().unwrap();
            assert_eq!(whole.dimension(), 2);
            assert_eq!(model.condition_at(y, 1, &[0.5]).compile().unwrap().dimension(), 4);
        }};
    }
    assert_equal!(data(&y).missing_nan().positive());
    assert_equal!(data(&y).missing(&mask).positive());

    let error = {
        params! { y: data(&y).missing(&mask[..4]) }
        model! { y |= normal(0.0, 1.0) }.compile().err().unwrap()
    };
    assert!(error.to_string().contains("the mask of what is missing of `y`"), "{error}");
    let numbers = [0.5, -1.0];
    params! { x: data(&numbers).missing(&[true, false]).positive() }
    let error = model! { x |= exponential(1.0) }.compile().err().unwrap();
    assert!(error.to_string().contains("`x`"), "{error}");
}

/// Rows of a matrix of which some cells are missing.
#[test]
fn matrices_that_are_data_in_part() {
    let rows = mat![[0.5, f64::NAN], [-1.0, 0.3], [f64::NAN, f64::NAN]];
    let covariance = mat![[2.0, 0.6], [0.6, 1.0]];
    params! { rows: data(&rows).missing_nan() }
    let posterior = model! { rows |= multi_normal(&[0.1, -0.2], data(&covariance)) }.compile().unwrap();
    assert_eq!(posterior.dimension(), 3);
    let trace = posterior.constrain(&[0.7, 0.8, 0.9]).unwrap();
    // The coordinates of a matrix go column after column, its elements row after row.
    let values = trace.get("rows").unwrap().to_vec();
    assert_eq!(values[0], 0.5);
    assert_eq!(values[2..4], [-1.0, 0.3]);
    let whole = {
        params! { rows: real_matrix(3, 2) }
        model! { rows |= multi_normal(&[0.1, -0.2], data(&covariance)) }.compile().unwrap()
    };
    assert_eq!(posterior.log_joint(&trace).unwrap(), whole.log_joint(&trace).unwrap());
    let (_, gradient) = at(&posterior, &[0.7, 0.8, 0.9]);
    assert_gradient(&gradient, &differences(&posterior, &[0.7, 0.8, 0.9]), 1e-6, || "cells".to_owned());
}
