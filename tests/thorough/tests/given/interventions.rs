//! Pearl's do on single elements, against models in which the vector is written in two parts: the elements
//! that are left follow the law of their rows, and what reads the vector reads both.

use crate::common;
use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, numbers, on_every_set, with_room,
};
use monomorph::faer::mat;
use monomorph::graph::Inspect;
use monomorph::prelude::*;

/// The log density of a normal distribution.
fn log_normal(x: f64, mean: f64, sd: f64) -> f64 {
    -0.5 * ((x - mean) / sd).powi(2) - (sd * core::f64::consts::TAU.sqrt()).ln()
}

/// The places up to `length` that are not among `set`.
fn others(set: &[usize], length: usize) -> Vec<usize> {
    (0..length).filter(|place| !set.contains(place)).collect()
}

/// Where each element stands in the vector of those that are left, followed by those that are set.
fn joined(set: &[usize], length: usize) -> Vec<usize> {
    let order: Vec<usize> = others(set, length).into_iter().chain(set.iter().copied()).collect();
    (0..length).map(|place| order.iter().position(|other| *other == place).unwrap()).collect()
}

/// Some of the numbers.
fn some(numbers: &[f64], places: &[usize]) -> Vec<f64> {
    places.iter().map(|place| numbers[*place]).collect()
}

/// Asserts that both have the same log density and gradient everywhere, on every instruction set, and that
/// the gradient is one.
fn assert_same_density<Set: Model, Split: Model>(set: Set, split: Split) {
    on_every_set(set, |name, posterior| {
        let split = split.compile().unwrap();
        assert_eq!(posterior.dimension(), split.dimension());
        let mut random = Random(5);
        for _ in 0..3 {
            let q = random.numbers(posterior.dimension(), -1.2, 1.2);
            let (value, gradient) = evaluate(posterior, &q);
            let (want, slopes) = evaluate(&split, &q);
            assert!(want.is_finite());
            assert_near(value, want, 1e-12 * want.abs().max(1.0), || name.to_owned());
            assert_gradient(&gradient, &slopes, 1e-11 * common::largest(&slopes).max(1.0), || {
                name.to_owned()
            });
            assert_gradient(&gradient, &differences(posterior, &q), 1e-7, || format!("{name}, differences"));
        }
    });
}

#[test]
fn rows_of_vectors() {
    // The length is known at run time, and no number of lanes divides it.
    let n = 19;
    let (x, observed) = (numbers(n), numbers(n));
    let scales: Vec<f64> = x.iter().map(|x| 1.5 + x).collect();
    let group: Vec<usize> = (0..n).map(|i| i * i % 3).collect();
    let (set, values) = ([0, 4, 5, 11, 18], [0.5, -1.0, 2.0, 0.1, 1.5]);
    let (rest, order) = (others(&set, n), joined(&set, n));

    params! { a: vector(3), w: vector(n), mu: real(), s: positive(), y: vector(n), v: vector(n) }
    let model = model! {
        a  |= normal(0.0, 1.0),
        w  |= normal(0.0, 1.0),
        mu |= normal(0.0, 1.0),
        s  |= exponential(1.0),
        y  |= normal(a.at(&group) + mu * data(&x), s),
        v  |= student_t(4.0, mu * w, data(&scales)),
        data(&observed) |= normal(y * v, 1.0),
    };
    let model = model.intervene_at(y, &set, &values).fix_at(v, 7, &[0.3]);

    let (x_rest, group_rest): (Vec<f64>, Vec<usize>) =
        (some(&x, &rest), rest.iter().map(|i| group[*i]).collect());
    let (rest_v, order_v) = (others(&[7], n), joined(&[7], n));
    let scales_rest = some(&scales, &rest_v);
    let (count, count_v) = (rest.len(), n - 1);
    params! { b: vector(3), u: vector(n), nu: real(), t: positive(), z: vector(count), r: vector(count_v) }
    let split = model! {
        b  |= normal(0.0, 1.0),
        u  |= normal(0.0, 1.0),
        nu |= normal(0.0, 1.0),
        t  |= exponential(1.0),
        z  |= normal(b.at(&group_rest) + nu * data(&x_rest), t),
        r  |= student_t(4.0, (nu * u).at(&rest_v), data(&scales_rest)),
        data(&observed) |= normal(
            concatenate((z, data(&values))).at(&order) * concatenate((r, data(&[0.3]))).at(&order_v), 1.0
        ),
    };
    assert_same_density(model, split);
}

#[test]
fn numbers_and_matrices() {
    let (observed, columns) = (numbers(15), [0.5, -1.0, 0.2, 1.1, 0.4]);
    let (set, values) = ([1, 2, 9, 14], [0.5, -1.0, 2.0, 1.5]);
    let (rest, order) = (others(&set, 15), joined(&set, 15));

    params! { s: positive(), k: real(), c: vector(5), m: real_matrix(3, 5), e: real() }
    let model = model! {
        s |= exponential(1.0),
        k |= normal(0.0, 1.0),
        c |= normal(k, 1.0),
        m |= normal(c, s),
        e |= normal(data(&columns), s),
        data(&observed) |= normal(m.flatten() + e, 1.0),
    };
    let model = model.intervene_at(m, &set, &values).intervene_at(e, 0, &[0.2]);

    let column: Vec<usize> = rest.iter().map(|place| place % 5).collect();
    params! { t: positive(), l: real(), f: vector(5), z: vector(11) }
    let split = model! {
        t |= exponential(1.0),
        l |= normal(0.0, 1.0),
        f |= normal(l, 1.0),
        z |= normal(f.at(&column), t),
        data(&observed) |= normal(concatenate((z, data(&values))).at(&order) + 0.2, 1.0),
    };
    // The coordinates of a matrix go column after column, but those of elements that are left row after row.
    assert_same_density(model, split);
}

#[test]
fn laws_made_of_distributions() {
    let n = 9;
    let (weights, observed) = (numbers(n).iter().map(|x| 1.5 + x).collect::<Vec<_>>(), numbers(n));
    let flags = [1, 0, 0, 1, 0, 0, 1, 0, 0];
    let (set, values) = ([0, 6, 8], [0.5, 0.2, 0.9]);
    let (rest, order) = (others(&set, n), joined(&set, n));
    params! {
        h: interval(0.0, 1.0), o: vector(n), j: vector(n),
        c: vector(n).interval(0.0, 2.0), w: vector(n), k: vector(n).positive()
    }
    let model = model! {
        h |= beta(2.0, 2.0),
        o |= normal(0.0, 1.0),
        j |= mixture((h, 1.0 - h), (normal(o, 1.0), normal(2.0, 0.5))),
        c |= normal(o, 1.0).truncated(0.0, 2.0),
        w |= weighted(data(&weights), normal(o, h)),
        k |= exponential(h).right_censored(data(&flags)),
        data(&observed) |= normal(j * c + w, k),
    };
    let model = model
        .intervene_at(j, &set, &values)
        .intervene_at(c, &set, &values)
        .intervene_at(w, &set, &values)
        .intervene_at(k, &set, &values);

    let (weights_rest, flags_rest): (_, Vec<i32>) =
        (some(&weights, &rest), rest.iter().map(|i| flags[*i]).collect());
    params! {
        i: interval(0.0, 1.0), p: vector(n), x: vector(6),
        d: vector(6).interval(0.0, 2.0), v: vector(6), l: vector(6).positive()
    }
    let split = model! {
        i |= beta(2.0, 2.0),
        p |= normal(0.0, 1.0),
        x |= mixture((i, 1.0 - i), (normal(p.at(&rest), 1.0), normal(2.0, 0.5))),
        d |= normal(p.at(&rest), 1.0).truncated(0.0, 2.0),
        v |= weighted(data(&weights_rest), normal(p.at(&rest), i)),
        l |= exponential(i).right_censored(data(&flags_rest)),
        data(&observed) |= normal(
            concatenate((x, data(&values))).at(&order) * concatenate((d, data(&values))).at(&order)
                + concatenate((v, data(&values))).at(&order),
            concatenate((l, data(&values))).at(&order)
        ),
    };
    assert_same_density(model, split);
}

#[test]
fn what_is_gone_matters_nowhere() {
    // Beyond the support of the law, arguments outside their domains, and slopes that are infinite.
    let (zeros, rate) = ([0.0, 1.0, 2.0], [0.5, 1.0, 2.0]);
    params! { b: real(), r: vector(3), y: vector(3), p: vector(3) }
    let model = model! {
        b |= normal(0.0, 1.0),
        r |= normal(0.0, 1.0),
        y |= normal((data(&zeros) * b).sqrt() + r.sqrt(), 1.0),
        p |= lognormal(r, data(&rate)),
    };
    let set = model.intervene_at(y, 0, &[0.3]).intervene_at(p, 2, &[-4.0]);
    on_every_set(set, |name, posterior| {
        // b, r, y[1], y[2], p[0], p[1]
        let q = [1.5, -0.4, 0.7, 0.2, 0.1, -0.3, 0.5, 0.8];
        let (value, gradient) = evaluate(posterior, &q);
        assert!(value.is_finite(), "{name}: {value}");
        assert_gradient(&gradient, &differences(posterior, &q), 1e-7, || name.to_owned());
        let prior =
            log_normal(1.5, 0.0, 1.0) + [-0.4, 0.7, 0.2].map(|r| log_normal(r, 0.0, 1.0)).iter().sum::<f64>();
        let y = log_normal(0.1, 1.5f64.sqrt() + 0.7f64.sqrt(), 1.0)
            + log_normal(-0.3, 3f64.sqrt() + 0.2f64.sqrt(), 1.0);
        let p = log_normal(0.5f64.ln(), -0.4, 0.5) - 0.5f64.ln() + log_normal(0.8f64.ln(), 0.7, 1.0)
            - 0.8f64.ln();
        assert_near(value, prior + y + p, 1e-12, || name.to_owned());
    });
    // They matter where they are not gone.
    let whole = model.compile().unwrap();
    let q = [1.5, -0.4, 0.7, 0.2, 0.3, 0.1, -0.3, 0.5, 0.8, -4.0];
    assert_eq!(whole.log_density(&q, &mut whole.workspace()), f64::NEG_INFINITY);
}

#[test]
fn a_row_that_reads_an_element_keeps_it() {
    let before = [0, 0, 1, 2, 3];
    params! { rho: real(), y: vector(5) }
    let model = model! {
        rho |= normal(0.0, 1.0),
        last = rho * y.at(&before),
        y |= normal(last, 1.0),
    };
    let posterior = model.intervene_at(y, 2, &[4.0]).compile().unwrap();
    let q = [0.5, 0.1, 0.4, -0.2, 0.3];
    let (value, gradient) = evaluate(&posterior, &q);
    assert_gradient(&gradient, &differences(&posterior, &q), 1e-7, || "gradient".to_owned());
    // y[2] = 4 has no row, and y[3] is still normal(rho y[2], 1).
    let rows = [0.5, 0.1 - 0.05, 0.4 - 0.05, -0.2 - 2.0, 0.3 + 0.1];
    assert_near(value, rows.map(|x| log_normal(x, 0.0, 1.0)).iter().sum(), 1e-13, || {
        "log density".to_owned()
    });
    let in_one = model! { rho |= normal(0.0, 1.0), y |= normal(rho * y.at(&before), 1.0) };
    let in_one = in_one.intervene_at(y, 2, &[4.0]).compile().unwrap();
    let (again, slopes) = evaluate(&in_one, &q);
    assert_near(again, value, 1e-13, || "without the definition".to_owned());
    assert_gradient(&slopes, &gradient, 1e-13, || "without the definition".to_owned());
}

#[test]
fn element_by_element_is_the_whole() {
    let y = numbers(7);
    params! { mu: real(), s: positive(), x: vector(7), theta: simplex(3), c: vector(2) }
    let sigma = mat![[1.0, 0.5], [0.5, 1.0]];
    let model = model! {
        mu    |= normal(0.0, 1.0),
        s     |= exponential(1.0),
        x     |= normal(mu, s),
        theta |= dirichlet(1.0),
        c     |= multi_normal(mu, data(&sigma)),
        data(&y) |= normal(x + c.at(1), theta.at(0)),
    };
    let values = numbers(7);
    let (ends, middle, rest) = (some(&values, &[5, 1]), some(&values, &[0, 3]), some(&values, &[2, 4, 6]));
    with_room(|| {
        let whole = model.intervene(x, &values).intervene(c, &[0.5, 0.2]).compile().unwrap();
        // A law of all elements together goes if all are set.
        let each = model
            .intervene_at(x, &[5, 1], &ends)
            .intervene_at(c, 0, &[0.5])
            .intervene_at(x, &[0, 3], &middle)
            .intervene_at(c, 1, &[0.2])
            .intervene_at(x, &[2, 4, 6], &rest)
            .compile()
            .unwrap();
        assert_eq!(evaluate(&each, &[0.3, -0.2, 0.4, 0.1]), evaluate(&whole, &[0.3, -0.2, 0.4, 0.1]));
    });
    // A scale that is 0 by rounding is outside no domain if no row reads it.
    params! { t: positive(), z: vector(7) }
    let each = model! { t |= flat(), z |= normal(0.0, t) }.intervene_at(z, 0..7, &values).compile().unwrap();
    assert_eq!(each.log_density(&[-800.0], &mut each.workspace()), -800.0);
}

#[test]
fn seeing_and_doing_in_one_variable() {
    params! { mu: real(), y: vector(4) }
    let model = model! { mu |= normal(0.0, 1.0), y |= normal(mu, 2.0) };
    let prior = log_normal(0.5, 0.0, 1.0);

    // Seen: 1. Set: 2.
    let one = model.condition_at(y, 1, &[0.3]).intervene_at(y, 2, &[7.0]).compile().unwrap();
    let other = model.intervene_at(y, 2, &[7.0]).condition_at(y, 1, &[0.3]).compile().unwrap();
    let q = [0.5, 0.1, -0.6];
    let want = prior + log_normal(0.1, 0.5, 2.0) + log_normal(0.3, 0.5, 2.0) + log_normal(-0.6, 0.5, 2.0);
    let (value, gradient) = evaluate(&one, &q);
    assert_near(value, want, 1e-13, || "seen and set".to_owned());
    assert_eq!(evaluate(&other, &q), (value, gradient));
    let trace = one.constrain(&q).unwrap();
    assert_eq!(trace.get("y").unwrap().as_slice(), [0.1, 0.3, 7.0, -0.6]);
    // What was seen in part counts as likelihood.
    assert_near(one.log_prior(&trace).unwrap(), prior, 1e-13, || "prior".to_owned());
    assert_near(one.log_likelihood(&trace).unwrap(), want - prior, 1e-13, || "likelihood".to_owned());

    // Where nothing was seen, what is left is a prior.
    let set = model.intervene_at(y, 2, &[7.0]).compile().unwrap();
    let trace = set.constrain(&[0.5, 0.1, 0.3, -0.6]).unwrap();
    assert_near(set.log_prior(&trace).unwrap(), want, 1e-13, || "prior of the rest".to_owned());
    assert_eq!(set.log_likelihood(&trace).unwrap(), 0.0);
    assert_near(set.log_joint(&trace).unwrap(), want, 1e-13, || "joint".to_owned());
    assert!(set.explain().to_string().contains("without 1 of its 4 rows"), "{}", set.explain());

    // The last word about an element counts, in value and in way.
    let last = model.condition_at(y, 2, &[9.0]).intervene_at(y, 2, &[7.0]).compile().unwrap();
    assert_eq!(evaluate(&last, &[0.5, 0.1, 0.3, -0.6]), evaluate(&set, &[0.5, 0.1, 0.3, -0.6]));
    let last = model.intervene_at(y, 2, &[7.0]).condition_at(y, 2, &[9.0]).compile().unwrap();
    let seen = model.condition_at(y, 2, &[9.0]).compile().unwrap();
    assert_eq!(evaluate(&last, &[0.5, 0.1, 0.3, -0.6]), evaluate(&seen, &[0.5, 0.1, 0.3, -0.6]));

    // A value of the whole counts alone.
    let values = [1.0, 2.0, 3.0, 4.0];
    let seen = model.condition(y, &values).compile().unwrap();
    let both = model.intervene_at(y, 2, &[7.0]).condition(y, &values).compile().unwrap();
    assert_eq!(evaluate(&both, &[0.5]), evaluate(&seen, &[0.5]));
    let done = model.intervene(y, &values).compile().unwrap();
    let both = model.condition_at(y, 2, &[7.0]).intervene(y, &values).compile().unwrap();
    assert_eq!(evaluate(&both, &[0.5]), evaluate(&done, &[0.5]));

    // Taken off again.
    let both = model.condition_at(y, 1, &[0.3]).intervene_at(y, 2, &[7.0]);
    assert_eq!(both.compile().unwrap().dimension(), 3);
    assert_eq!(both.decondition(y).compile().unwrap().dimension(), 4);
    assert_eq!(both.decondition(y).decondition(y).compile().unwrap().dimension(), 5);
    // Other elements depend on what y depends on.
    assert_eq!(both.graph().parents("y").unwrap(), ["mu"]);
}

#[test]
fn the_blanket_of_a_parameter() {
    params! { mu: real(), nu: real(), y: vector(3) }
    let model = model! { mu |= normal(0.0, 1.0), nu |= normal(0.0, 1.0), y |= normal(mu + nu, 1.0) };
    let posterior = model.intervene_at(y, 0, &[5.0]).compile().unwrap();
    let q = [0.5, 0.2, 0.1, -0.3];
    let of_mu = posterior.full_conditional(mu, &q).unwrap();
    let mut gradient = [0.0];
    of_mu.log_density_and_gradient(&[0.5], &mut gradient, &mut of_mu.workspace());
    assert_near(gradient[0], -0.5 + (0.1 - 0.7) + (-0.3 - 0.7), 1e-13, || "blanket of mu".to_owned());
}

#[test]
fn elements_that_cannot_be_set() {
    let (sigma, moves) = (mat![[1.0, 0.5], [0.5, 1.0]], mat![[0.5, 0.5], [0.25, 0.75]]);
    params! {
        theta: simplex(3), v: vector(2), m: real_matrix(3, 2), s: vector(4).category(2),
        p: vector(3).positive(),
    }
    let model = model! {
        theta |= dirichlet(1.0),
        v |= multi_normal(0.0, data(&sigma)),
        m |= mixture((0.5, 0.5), [multi_normal(0.0, data(&sigma)), multi_normal(1.0, data(&sigma))]),
        s |= markov_chain(&[0.5, 0.5], data(&moves)),
        p |= exponential(1.0),
    };
    let message = |result: Result<(), Error>| result.err().unwrap().to_string();
    let ends = "because its law is a joint law of all elements: intervene on all of them, or write a law of single elements";
    assert_eq!(
        message(model.intervene_at(v, 0, &[0.2]).compile().map(drop)),
        format!(
            "in `v |= multi_normal(0.0, data(&sigma))`: single elements of `v` cannot be intervened on, {ends}"
        )
    );
    assert!(message(model.intervene_at(m, 0..2, &[0.2, 0.1]).compile().map(drop)).ends_with(ends));
    assert!(message(model.intervene_at(s, 3, &[1.0]).compile().map(drop)).ends_with(ends));
    assert_eq!(
        message(model.intervene_at(theta, 0, &[0.2]).compile().map(drop)),
        "single elements of `theta` cannot be given values, because its elements bound each other: give all of them one"
    );
    assert_eq!(
        message(model.intervene_at(p, 2, &[-0.2]).compile().map(drop)),
        "the parameter `p`: element 2 is -0.2, but must be finite and above its lower bound"
    );
    assert_eq!(
        message(model.intervene_at(p, &[0, 3], &[0.2, 1.0]).compile().map(drop)),
        "in `p |= exponential(1.0)`: the elements of `p` that are known: the index is 3, but there are 3 elements, with indices 0 to 2"
    );
}
