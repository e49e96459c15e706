//! Proves that bounds, offsets and multipliers may be expressions of other parameters: the density and its
//! gradient are those of the same formulas in plain `f64`, and of models that write the transform out; levels
//! are computed in the right order whatever the order of the statements; restricted kernels treat such a
//! parameter like a definition.

use crate::common::{
    Random, assert_near, evaluate, gradient_by_differences, largest, logistic, on_every_set, with_room,
};
use faer::MatRef;
use monomorph::name::Variables;
use monomorph::prelude::*;

/// log φ((x − m) / s) − log s
fn log_normal_density(x: f64, m: f64, s: f64) -> f64 {
    -0.5 * ((x - m) / s).powi(2) - s.ln() - 0.5 * std::f64::consts::TAU.ln()
}

/// log s(q) + log s(−q)
fn log_logistic_slope(q: f64) -> f64 {
    -q.abs() - 2.0 * (-q.abs()).exp().ln_1p()
}

/// Compares a model's density, and its gradient, with the terms of a plain formula at some points.
fn compare(what: &str, model: impl Model, dimension: usize, terms: &(dyn Fn(&[f64]) -> Vec<f64> + Sync)) {
    let mut random = Random(41);
    let points: Vec<Vec<f64>> = (0..4).map(|_| random.numbers(dimension, -1.2, 1.2)).collect();
    on_every_set(model, |set, posterior| {
        assert_eq!(posterior.dimension(), dimension);
        for q in &points {
            let want: f64 = terms(q).iter().sum();
            let magnitude = terms(q).iter().map(|term| term.abs()).sum::<f64>().max(1.0);
            let slopes = gradient_by_differences(&mut |q| terms(q).iter().sum(), q);
            let allowed = 1e-9 * largest(&slopes).max(want.abs()).max(1.0);
            let (got, gradient) = evaluate(posterior, q);
            assert_near(got, want, 1e-13 * magnitude, || format!("{what}, {set}: value"));
            for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
                assert_near(got, want, allowed, || format!("{what}, {set}: gradient[{place}]"));
            }
            // The inverse evaluates bounds from constrained values.
            let trace = posterior.constrain(q).expect("the point has the right length");
            let count = posterior.variables().iter().filter(|v| !v.is_defined).map(|v| v.size()).sum();
            let back = posterior.unconstrain(&trace.values()[..count]).expect("inside all bounds");
            for (&got, &want) in back.iter().zip(q) {
                assert_near(got, want, 1e-11, || format!("{what}, {set}: there and back"));
            }
        }
    });
}

/// Data that is read out of order stands in the workspace, where `compile()` has to put it for bounds too.
#[test]
fn indexed_data() {
    let limits = [0.5, -1.0, 2.0];
    params! {
        mu: real(),
        x:  vector(4).lower(data(&limits).at(&[2_u32, 0, 1, 0]) + mu),
        y:  vector(2).upper(data(&limits).at(&[1_u32, 0])),
    }
    let model = model! { mu |= normal(0.0, 1.0), x |= normal(0.0, 1.0), y |= normal(0.0, 1.0) };
    compare("indexed data", model, 7, &|q| {
        let lower = [2.0, 0.5, -1.0, 0.5].map(|limit| limit + q[0]);
        let x =
            lower.iter().zip(&q[1..5]).map(|(limit, q)| log_normal_density(limit + q.exp(), 0.0, 1.0) + q);
        let y = [-1.0, 0.5].into_iter().zip(&q[5..]);
        let y = y.map(|(limit, q)| log_normal_density(limit - q.exp(), 0.0, 1.0) + q);
        x.chain(y).chain([log_normal_density(q[0], 0.0, 1.0)]).collect()
    });
}

/// Each bound a scalar parameter, or an expression of two, in three levels. The statements stand in reverse
/// order.
#[test]
fn scalars() {
    params! {
        alpha: interval(0.0, 1.0),
        beta:  interval(0.0, 1.0 - alpha),
        rest:  upper(1.0 - alpha - beta),
        floor: lower(beta * rest),
        x:     offset_multiplier(floor, rest.exp()),
    }
    let model = model! {
        x     |= normal(alpha, 2.0),
        floor |= normal(0.0, 1.0),
        rest  |= normal(0.0, 3.0),
        beta  |= normal(0.3, 1.0),
        alpha |= normal(0.2, 0.5),
        increment(-(x * floor).square()),
    };
    compare("scalars", model, 5, &|q| {
        let alpha = logistic(q[0]);
        let beta = (1.0 - alpha) * logistic(q[1]);
        let rest = 1.0 - alpha - beta - q[2].exp();
        let floor = beta * rest + q[3].exp();
        let x = floor + rest.exp() * q[4];
        let jacobians =
            [log_logistic_slope(q[0]), (1.0 - alpha).ln() + log_logistic_slope(q[1]), q[2], q[3], rest];
        let densities = [
            log_normal_density(x, alpha, 2.0),
            log_normal_density(floor, 0.0, 1.0),
            log_normal_density(rest, 0.0, 3.0),
            log_normal_density(beta, 0.3, 1.0),
            log_normal_density(alpha, 0.2, 0.5),
            -(x * floor).powi(2),
        ];
        [&jacobians[..], &densities[..]].concat()
    });
}

/// Vectors bounded by scalars and by vectors, by gathers, and by a product in blocks of 64 rows.
#[test]
fn vectors() {
    const N: usize = 70;
    let mut random = Random(42);
    let entries = random.numbers(2 * N, -1.0, 1.0);
    let group: Vec<usize> = (0..N).map(|i| i % 3).collect();
    let design = matrix(MatRef::from_row_major_slice(&entries, N, 2));
    params! {
        mu:    vector(3),
        beta:  vector(2),
        above: vector(N).lower(design.dot(beta)),
        below: vector(3).upper(mu),
        within: vector(N).interval(mu.at(&group) - 1.0, above),
        moved: vector(3).offset_multiplier(mu, below.exp()),
    }
    // Between mu − 1 and a larger number: `within` needs that the bounds do not cross.
    let model = model! {
        within |= normal(0.0, 1.0),
        moved  |= normal(0.5, 2.0),
        above  |= normal(3.0, 1.0),
        below  |= normal(0.0, 1.0),
        mu     |= normal(-3.0, 1.0),
        beta   |= normal(0.0, 1.0),
    };
    let (entries, group) = (&entries, &group);
    let place = move |q: &[f64]| {
        // Keep mu low and `above` high, so that they do not cross.
        let mut q = q.to_vec();
        q[..3].iter_mut().for_each(|mu| *mu -= 3.0);
        q
    };
    let mut random = Random(43);
    let points: Vec<Vec<f64>> = (0..2).map(|_| place(&random.numbers(8 + 2 * N + 3, -0.7, 0.7))).collect();
    let terms = |q: &[f64]| {
        let (mu, beta) = (&q[..3], &q[3..5]);
        let above: Vec<f64> = (0..N)
            .map(|i| entries[2 * i] * beta[0] + entries[2 * i + 1] * beta[1] + q[5 + i].exp())
            .collect();
        let below: Vec<f64> = (0..3).map(|i| mu[i] - q[5 + N + i].exp()).collect();
        let within = |i: usize| {
            let (low, high) = (mu[group[i]] - 1.0, above[i]);
            (low + (high - low) * logistic(q[8 + N + i]), (high - low).ln())
        };
        let moved = |i: usize| mu[i] + below[i].exp() * q[8 + 2 * N + i];
        let mut terms = Vec::new();
        for i in 0..N {
            let (x, log_width) = within(i);
            terms.push(q[5 + i] + log_normal_density(above[i], 3.0, 1.0));
            terms.push(log_width + log_logistic_slope(q[8 + N + i]) + log_normal_density(x, 0.0, 1.0));
        }
        for i in 0..3 {
            terms.push(q[5 + N + i] + log_normal_density(below[i], 0.0, 1.0));
            terms.push(below[i] + log_normal_density(moved(i), 0.5, 2.0));
            terms.push(log_normal_density(mu[i], -3.0, 1.0));
        }
        terms.extend(beta.iter().map(|&b| log_normal_density(b, 0.0, 1.0)));
        terms
    };
    on_every_set(model, |set, posterior| {
        for q in &points {
            let (got, gradient) = evaluate(posterior, q);
            let want: f64 = terms(q).iter().sum();
            assert_near(got, want, 1e-12 * want.abs(), || format!("{set}: value"));
            let slopes = gradient_by_differences(&mut |q| terms(q).iter().sum(), q);
            for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
                let allowed = 1e-9 * largest(&slopes).max(got.abs());
                assert_near(got, want, allowed, || format!("{set}: gradient[{place}]"));
            }
        }
    });
}

/// Eight effects around a mean: with an offset and a multiplier, and with the transform written out.
#[test]
fn non_centred_hierarchy() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let by_support = {
        params! { mu: real(), tau: positive(), theta: vector(8).offset_multiplier(mu, tau) }
        model! {
            mu    |= normal(0.0, 5.0),
            tau   |= half_cauchy(5.0),
            theta |= normal(mu, tau),
            data(&y) |= normal(theta, 10.0),
        }
    };
    let by_hand = {
        params! { mu: real(), tau: positive(), eta: vector(8) }
        model! {
            mu  |= normal(0.0, 5.0),
            tau |= half_cauchy(5.0),
            eta |= normal(0.0, 1.0),
            theta = mu + tau * eta,
            data(&y) |= normal(theta, 10.0),
        }
    };
    let by_hand = by_hand.compile().expect("the model compiles");
    let mut random = Random(44);
    let points: Vec<Vec<f64>> = (0..5).map(|_| random.numbers(10, -2.0, 2.0)).collect();
    on_every_set(by_support, |set, posterior| {
        for q in &points {
            let ((got, gradient), (want, wanted)) = (evaluate(posterior, q), evaluate(&by_hand, q));
            assert_near(got, want, 1e-12 * want.abs(), || format!("{set}: value"));
            for (&got, &want) in gradient.iter().zip(&wanted) {
                assert_near(got, want, 1e-11 * largest(&wanted), || format!("{set}: gradient"));
            }
        }
    });
}

/// Where bounds cross, or a multiplier is not positive, there is no density.
#[test]
fn broken_bounds_have_no_density() {
    params! { low: real(), high: real(), x: interval(low, high), y: vector(3).offset_multiplier(0.0, high) }
    let model = model! {
        low  |= normal(0.0, 1.0),
        high |= normal(0.0, 1.0),
        x    |= normal(0.0, 1.0),
        y    |= normal(0.0, 1.0),
    };
    on_every_set(model, |set, posterior| {
        let at = |low: f64, high: f64| evaluate(posterior, &[low, high, 0.3, 0.1, 0.2, 0.3]).0;
        assert!(at(-1.0, 1.0).is_finite(), "{set}");
        assert!(at(0.5, 0.6).is_finite(), "{set}");
        // Bounds that are equal or cross; a multiplier of 0 and below; bounds beyond all numbers.
        for (low, high) in [(1.0, 1.0), (2.0, 1.0), (-1.0, 0.0), (-2.0, -1.0), (0.0, f64::INFINITY)] {
            assert_eq!(at(low, high), f64::NEG_INFINITY, "{set}: {low} to {high}");
        }
    });
    let posterior = with_room(|| model.compile()).expect("the model compiles");
    let error = posterior.unconstrain(&[0.0, 1.0, 1.5, 0.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "the parameter `x` is 1.5, but must lie between its bounds");
    let error = posterior.unconstrain(&[-2.0, -1.0, -1.5, 0.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the parameter `y`: element 0 is 0, but must be finite, with a finite offset and a positive multiplier"
    );
    params! { z: offset_multiplier(1.0, -2.0) }
    let error = model! { z |= normal(0.0, 1.0) }.compile().expect_err("a negative multiplier");
    assert_eq!(
        error.to_string(),
        "in `z |= normal(0.0, 1.0)`: the multiplier of `z` is -2, but must be above 0"
    );
}

// ------------------------------------------------------------------------------------------- restricted
// kernels

/// No gradient of the model has this value.
const MARK: f64 = 12345.678;

const Q: [f64; 6] = [0.3, -0.4, 0.6, -0.2, 0.5, 0.1];
const MU: usize = 0;
const X: usize = 1;
const Y: [usize; 2] = [2, 3];
const OTHER: usize = 4;
const Z: usize = 5;

/// mu bounds x, x bounds y by way of an expression, theta is defined by y; `other` and z stand beside.
macro_rules! levels {
    ($posterior:ident) => {
        params! {
            mu: real(),
            x: lower(mu),
            y: vector(2).interval(x - 1.0, x * x + 4.0),
            other: positive(),
            z: offset_multiplier(0.0, other),
        }
        // In reverse, so that what depends comes before what it depends on.
        let model = model! {
            z     |= normal(0.5, 1.0),
            y     |= normal(1.0, 1.0),
            theta = y * other,
            data(&[0.5, 1.5]) |= normal(theta, 1.0),
            other |= exponential(1.0),
            x     |= normal(0.0, 1.0),
            mu    |= normal(0.0, 1.0),
        };
        let $posterior = model.compile().expect("the model compiles");
    };
}

fn joint(posterior: &Posterior<impl BoundModel>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![MARK; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

/// Checks that the kernel equals the joint density up to a constant where the free coordinates move, has
/// the joint gradient there, and writes no other elements.
fn check<Fixed: Variables, Focus: Variables>(posterior: &Posterior<impl BoundModel>, free: &[usize]) {
    let mut base = None;
    for by in [0.0, -0.3, 0.02, 0.7] {
        let mut q = Q;
        free.iter().for_each(|&i| q[i] += by);
        let mut gradient = vec![MARK; q.len()];
        let value = posterior.restricted::<Fixed, Focus>(&q, &mut gradient, &mut posterior.workspace());
        let (whole_value, whole) = joint(posterior, &q);
        let difference = value - whole_value;
        let base = *base.get_or_insert(difference);
        assert_near(difference, base, 1e-12 * whole_value.abs().max(1.0), || format!("{free:?}: value"));
        for i in 0..q.len() {
            if free.contains(&i) {
                let allowed = 1e-12 * whole[i].abs().max(1.0);
                assert_near(gradient[i], whole[i], allowed, || format!("{free:?}: gradient[{i}]"));
            } else {
                assert_eq!(gradient[i], MARK, "{free:?}: coordinate {i} was written");
            }
        }
    }
}

#[test]
fn a_parameter_moves_with_its_bounds() {
    with_room(|| {
        levels!(posterior);
        // A focus moves all that depends on it, and no other coordinate is written.
        check::<(), (mu,)>(&posterior, &[MU]);
        check::<(), (x,)>(&posterior, &[X]);
        check::<(), (y,)>(&posterior, &Y);
        check::<(), (other,)>(&posterior, &[OTHER]);
        check::<(), (z,)>(&posterior, &[Z]);
        check::<(), (mu, y)>(&posterior, &[MU, 2, 3]);
        // Coordinates that are fixed leave the parameter to move with its bounds.
        check::<(x,), ()>(&posterior, &[MU, 2, 3, OTHER, Z]);
        check::<(y,), ()>(&posterior, &[MU, X, OTHER, Z]);
        check::<(mu,), ()>(&posterior, &[X, 2, 3, OTHER, Z]);
        check::<(x, y, z), ()>(&posterior, &[MU, OTHER]);
        check::<(mu, x, other), ()>(&posterior, &[2, 3, Z]);
        check::<(x,), (mu, x)>(&posterior, &[MU]);
        check::<(mu,), (mu, x)>(&posterior, &[X]);
    });
}

#[test]
fn what_bounds_mention_is_needed_and_nothing_else() {
    with_room(|| {
        levels!(posterior);
        let at = |kept: &[usize]| {
            let mut q = [f64::NAN; 6];
            kept.iter().for_each(|&i| q[i] = Q[i]);
            let mut gradient = [MARK; 6];
            let value = posterior.restricted::<(), (y,)>(&q, &mut gradient, &mut posterior.workspace());
            (value, gradient)
        };
        let all = at(&[0, 1, 2, 3, 4, 5]);
        assert!(all.0.is_finite());
        // theta needs `other`, and y needs x and by it mu; z may be anything.
        assert_eq!(at(&[MU, X, 2, 3, OTHER]), all);
        assert_eq!(at(&[X, 2, 3, OTHER]).0, f64::NEG_INFINITY);
    });
}
