//! The log likelihood with its gradient: the posterior of one part of the rows and the likelihood of another
//! are the posterior of both.

use crate::common::Random;
use faer::Mat;
use monomorph::prelude::*;

/// Compares the sum of two shards with the whole, at points around 0.
fn same<M: BoundModel>(whole: &Posterior<M>, first: &Posterior<M>, second: &Posterior<M>) {
    let dimension = whole.dimension();
    assert_eq!((first.dimension(), second.dimension()), (dimension, dimension));
    let mut random = Random(7);
    let [mut of_whole, mut of_first, mut of_second] = [whole, first, second].map(Posterior::workspace);
    for _ in 0..5 {
        let q: Vec<f64> = (0..dimension).map(|_| random.unit() - 0.5).collect();
        let [mut gradient, mut own, mut other] = [0; 3].map(|_| vec![0.0; dimension]);
        let log_density = whole.log_density_and_gradient(&q, &mut gradient, &mut of_whole);
        assert!(log_density.is_finite());
        let sum = first.log_density_and_gradient(&q, &mut own, &mut of_first)
            + second.log_likelihood_and_gradient(&q, &mut other, &mut of_second);
        approx::assert_relative_eq!(sum, log_density, max_relative = 1e-11);
        for i in 0..dimension {
            approx::assert_relative_eq!(own[i] + other[i], gradient[i], max_relative = 1e-9, epsilon = 1e-9);
        }
    }
}

/// Three posteriors: of all rows, of the first, and of the last ones.
macro_rules! shards {
    ($rows:expr, $build:expr) => {{
        let middle = $rows / 3;
        let build = $build;
        [build(0..$rows), build(0..middle), build(middle..$rows)]
    }};
}

fn numbers(rows: core::ops::Range<usize>) -> Vec<f64> {
    rows.map(|row| ((row * 37) % 23) as f64 / 5.0 - 1.0).collect()
}

#[test]
fn groups_whose_likelihood_is_rewritten() {
    let [whole, first, second] = shards!(60, |rows: core::ops::Range<usize>| {
        let (y, groups) = (numbers(rows.clone()), rows.map(|row| row % 4).collect::<Vec<_>>());
        params! { mu: real(), tau: positive(), alpha: vector(4), sigma: positive() }
        let model = model! {
            mu    |= normal(0.0, 5.0),
            tau   |= half_normal(2.0),
            alpha |= normal(mu, tau),
            sigma |= exponential(1.0),
            data(&y) |= normal(alpha.at(&groups), sigma),
        };
        model.compile().unwrap()
    });
    assert!(whole.explain().statements()[4].is_rewritten());
    same(&whole, &first, &second);
}

#[test]
fn definitions_bounds_and_matrices() {
    let [whole, first, second] = shards!(12, |rows: core::ops::Range<usize>| {
        let cells = numbers(0..36);
        let (start, count) = (rows.start, rows.len());
        let y = Mat::from_fn(count, 3, |row, column| cells[3 * (start + row) + column]);
        params! { low: real(), high: lower(low), shares: simplex(3), factor: cholesky_factor_corr(3) }
        let model = model! {
            low    |= normal(0.0, 1.0),
            high   |= normal(1.0, 1.0),
            shares |= dirichlet(2.0),
            factor |= lkj_corr_cholesky(2.0),
            middle = high * shares + low,
            data(&y) |= multi_normal_cholesky(middle, factor),
        };
        model.compile().unwrap()
    });
    same(&whole, &first, &second);
}

/// As many statements as make a schedule of the whole gradient.
#[test]
fn many_statements() {
    let [whole, first, second] = shards!(30, |rows: core::ops::Range<usize>| {
        let y = numbers(rows);
        params! {
            a: real(), b: real(), c: real(), d: real(), e: real(), f: real(), g: real(), h: real(),
            i: positive(), j: positive(), k: positive(), l: positive(), m: positive(), n: positive(),
            o: real(), p: real(), r: real(), s: real(), t: real(), u: real(), v: real(), w: real(),
        }
        let model = model! {
            a |= normal(0.0, 1.0), b |= normal(a, 1.0), c |= normal(b, 1.0), d |= normal(c, 1.0),
            e |= normal(d, 1.0), f |= normal(e, 1.0), g |= normal(f, 1.0), h |= normal(g, 1.0),
            i |= exponential(1.0), j |= exponential(1.0), k |= exponential(1.0), l |= exponential(1.0),
            m |= exponential(1.0), n |= exponential(1.0), o |= normal(h, i), p |= normal(o, j),
            r |= normal(p, k), s |= normal(r, l), t |= normal(s, m), u |= normal(t, 1.0),
            v |= normal(u, 1.0), w |= normal(v, 1.0),
            data(&y) |= student_t(4.0, w + a, n),
            data(&y) |= normal(o * s, 1.0 + l),
        };
        model.compile().unwrap()
    });
    same(&whole, &first, &second);
}

/// No observation, no likelihood: neither a prior nor a Jacobian is in it.
#[test]
fn priors_and_jacobians_are_left_out() {
    params! { mu: real(), sigma: positive() }
    let posterior = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0) }.compile().unwrap();
    let (mut workspace, mut gradient) = (posterior.workspace(), [7.0; 2]);
    let found = posterior.log_likelihood_and_gradient(&[0.3, 0.7], &mut gradient, &mut workspace);
    assert!(found.abs() < 1e-15 && gradient.iter().all(|slope| slope.abs() < 1e-15), "{found} {gradient:?}");
    assert!(posterior.log_likelihood_and_gradient(&[0.3], &mut gradient, &mut workspace).is_nan());
}

#[test]
fn a_function_in_place_of_the_kernel_gives_the_same_draws() {
    let y = numbers(0..20);
    params! { mu: real(), sigma: positive() }
    let model = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0), data(&y) |= normal(mu, sigma) };
    let posterior = model.compile().unwrap();
    let same = posterior.evaluated_by(|posterior, q, gradient, workspace| {
        posterior.log_density_and_gradient(q, gradient, workspace)
    });
    let settings = |nuts: monomorph::sampling::Nuts<'_>| {
        nuts.chains(2).warmup(50).draws(30).seed(3).progress(false).run().unwrap()
    };
    assert_eq!(settings(same.nuts()).draws(), settings(posterior.nuts()).draws());
    let nowhere = posterior.evaluated_by(|_, _, gradient, _| {
        gradient.fill(0.0);
        f64::NEG_INFINITY
    });
    assert!(matches!(nowhere.nuts().chains(1).run(), Err(Error::NoInitialPoint { .. })));
}
