//! Proves that a model of many statements, whose gradient runs through lists of statements that are one type,
//! is the same function as the tree of its statements, which restricted kernels go through: whatever the
//! order of statements is, with bounds that mention each other, with definitions that read each other, and
//! with variables that have values or are marginalised.

use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set,
};
use monomorph::prelude::*;

/// Checks the gradient of a model at some points against that of the tree, and against differences.
#[track_caller]
fn same(model: impl Model) {
    on_every_set(model, |set, posterior| {
        let mut random = Random(7);
        for _ in 0..4 {
            let q = random.numbers(posterior.dimension(), -1.0, 1.0);
            let (value, gradient) = evaluate(posterior, &q);
            assert!(value.is_finite(), "{set}: {value} at {q:?}");
            let mut slopes = vec![f64::NAN; q.len()];
            let tree = posterior.restricted::<(), ()>(&q, &mut slopes, &mut posterior.workspace());
            assert_near(value, tree, 1e-13 * tree.abs().max(1.0), || format!("{set}: value"));
            let most = largest(&slopes).max(1.0);
            assert_gradient(&gradient, &slopes, 1e-13 * most, || format!("{set}: gradient"));
            assert_gradient(&gradient, &differences(posterior, &q), 1e-7 * most, || {
                format!("{set}: differences")
            });
            let trace = posterior.constrain(&q).expect("the point has the right length");
            let mut values = vec![f64::NAN; posterior.value_count()];
            posterior.constrain_into(&q, &mut values, &mut posterior.workspace()).expect("both have room");
            assert_eq!(trace.values(), values);
            assert!(values.iter().all(|value| value.is_finite()), "{set}: {values:?}");
        }
    });
}

/// Equal structures stand between others, and in another order than their parameters are declared in.
#[test]
fn structures_in_any_order() {
    let (x, y) = (numbers(11), numbers(11));
    let n = [3_u32, 0, 7];
    params! {
        a: real(), b: real(), c: real(), d: real(), e: vector(5), f: vector(3),
        s: positive(), t: positive(), u: positive(), v: positive(), p: interval(0.0, 1.0), w: simplex(4),
    }
    same(model! {
        s |= exponential(1.0),
        data(&y) |= normal(a + b * data(&x), s),
        d |= normal(0.0, 2.0),
        w |= dirichlet(2.0),
        t |= exponential(2.0),
        data(&y) |= student_t(4.0, c + d * data(&x), t),
        a |= normal(0.0, 1.0),
        u |= gamma(2.0, 3.0),
        e |= normal(a, u),
        data(&y) |= normal(c + d * data(&x), t),
        b |= normal(0.0, 1.0),
        v |= exponential(0.5),
        f |= normal(b, v),
        p |= beta(2.0, 2.0),
        data(&n) |= poisson(f.exp()),
        c |= normal(0.0, 2.0),
        increment(-(a * d).square()),
        increment(-(b * c).square()),
    });
}

/// Parameters whose bounds mention others that stand behind them, four levels of them.
#[test]
fn levels_of_bounds() {
    params! {
        a: real(), b: lower(a), c: lower(b), d: interval(a, c),
        e: real(), f: lower(e), g: lower(f), h: interval(e, g),
        l: vector(9).lower(a), m: vector(9).upper(e),
    }
    same(model! {
        d |= normal(0.0, 1.0), h |= normal(0.0, 1.0),
        c |= normal(0.0, 1.0), g |= normal(0.0, 1.0),
        l |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0), f |= normal(0.0, 1.0),
        a |= normal(0.0, 1.0), e |= normal(0.0, 1.0),
    });
}

/// Definitions of one type that read each other, with others between them.
#[test]
fn chains_of_definitions() {
    let (x, y) = (numbers(13), numbers(13));
    params! { a: real(), b: real(), s: positive() }
    same(model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), s |= exponential(1.0),
        d0 = a + b * data(&x),
        d1 = a + b * d0,
        d2 = a + b * d1,
        e0 = d2.exp(),
        e1 = d1.exp(),
        d3 = a + b * d2,
        total = d3.sum() + e0.sum(),
        d4 = a + b * d3,
        scale = s + total.square(),
        data(&y) |= normal(d4 + e1, scale),
        data(&y) |= normal(d3, s),
        data(&y) |= normal(d4, s),
    });
}

#[test]
fn variables_with_values() {
    let (x, y) = (numbers(9), numbers(9));
    params! { a: real(), b: real(), c: real(), s: positive(), t: lower(s), z: vector(9) }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        s |= exponential(1.0), t |= exponential(1.0),
        z |= normal(a, s),
        eta = a + b * data(&x) + z,
        zeta = b + c * data(&x) + z,
        data(&y) |= normal(eta, t),
        data(&y) |= normal(zeta, t),
    };
    same(model.condition(b, 0.4));
    same(model.condition(z, &x));
    same(model.condition(s, 0.7));
    same(model.intervene(z, &x).condition(c, -0.3));
    same(model.intervene(a, 0.2));
}

#[test]
fn marginalised_variables() {
    let y = numbers(12);
    params! {
        w: simplex(3), mu: ordered(3), nu: vector(2), s: positive(), p: interval(0.0, 1.0),
        z: vector(12).category(3), k: vector(12).integer(0, 1),
    }
    let model = model! {
        w |= dirichlet(2.0), mu |= normal(0.0, 2.0), nu |= normal(0.0, 1.0),
        s |= exponential(1.0), p |= beta(2.0, 3.0),
        z |= categorical(w),
        k |= bernoulli(p),
        at = mu.at(z) + nu.at(k),
        data(&y) |= normal(at, s),
        data(&y) |= student_t(5.0, mu.at(z), 1.0 + s),
    };
    same(model.marginalise(k).marginalise(z));
    same(model.marginalise(k).condition(z, &[0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 0.0, 1.0]));
}
