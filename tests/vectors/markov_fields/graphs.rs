//! Fields over graphs: connected, in components, with islands and weights; scaled and not.

use super::{Dense, HALF_LOG_TWO_PI, check, point, scale_prior};
use crate::common::{assert_near, check_against, differences, evaluate, evaluate_gradient};
use monomorph::prelude::*;

/// A map of seven districts.
const EDGES: [(usize, usize); 9] = [(0, 1), (2, 1), (1, 3), (3, 2), (4, 3), (4, 5), (5, 6), (6, 4), (0, 3)];

/// Two components, of {0, 2, 5} and of {1, 6, 3, 7}, and the islands 4 and 8.
const APART: [(usize, usize); 6] = [(0, 2), (5, 2), (1, 6), (6, 3), (3, 7), (7, 1)];

/// The terms of a graph whose edges have some weights, and those of its islands.
fn terms(edges: &[(usize, usize)], weights: &[f64], islands: &[usize]) -> Vec<Vec<(usize, f64)>> {
    let edge = |(&(a, b), w): (&(usize, usize), &f64)| vec![(a, w.sqrt()), (b, -w.sqrt())];
    edges.iter().zip(weights).map(edge).chain(islands.iter().map(|&i| vec![(i, 1.0)])).collect()
}

/// The structure in which the terms of each group of elements are scaled.
fn scaled(n: usize, terms: &[Vec<(usize, f64)>], groups: &[&[usize]]) -> Dense {
    let plain = Dense::new(n, terms);
    let root =
        |i: usize| groups.iter().find(|own| own.contains(&i)).map_or(1.0, |own| plain.spread(own).sqrt());
    let scaled = terms.iter().map(|term| term.iter().map(|&(i, c)| (i, c * root(term[0].0))).collect());
    let dense = Dense::new(n, &scaled.collect::<Vec<_>>());
    for group in groups {
        assert_near(dense.spread(group), 1.0, 1e-12, || "the geometric mean of variances".to_owned());
    }
    dense
}

#[test]
fn a_connected_graph() -> Result<(), Error> {
    let adjacency = Adjacency::new(7, &EDGES)?;
    let terms = terms(&EDGES, &[1.0; 9], &[]);
    params! { tau: positive() }
    {
        params! { x: sum_to_zero(7) }
        let plain = Dense::new(7, &terms);
        check(model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau).unscaled() }, &plain);
        let all: Vec<usize> = (0..7).collect();
        check(model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau) }, &scaled(7, &terms, &[&all]));
    }
    // The support within the graph is the same one.
    params! { x: sum_to_zero(7).within(&adjacency) }
    check(model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau).unscaled() }, &Dense::new(7, &terms));
    Ok(())
}

#[test]
fn weights_components_and_islands() -> Result<(), Error> {
    params! { tau: positive() }
    let weights = [0.5, 2.0, 1.0, 3.0, 0.25, 1.5];
    for (adjacency, weights) in
        [(Adjacency::weighted(9, &APART, &weights)?, weights), (Adjacency::new(9, &APART)?, [1.0; 6])]
    {
        assert_eq!(adjacency.components(), [0, 1, 0, 1, 2, 0, 1, 1, 3]);
        let terms = terms(&APART, &weights, &[4, 8]);
        params! { x: sum_to_zero(9).within(&adjacency) }
        let plain = model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau).unscaled() };
        check(plain, &Dense::new(9, &terms));
        let dense = scaled(9, &terms, &[&[0, 2, 5], &[1, 3, 6, 7]]);
        check(model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau) }, &dense);
    }
    Ok(())
}

/// Islands alone are independent normal numbers; a pair has a difference.
#[test]
fn the_smallest_graphs() -> Result<(), Error> {
    let normals = |q: &[f64], sd: f64| -> f64 {
        q.iter().map(|q| -0.5 * (q / sd).powi(2) - sd.ln() - HALF_LOG_TWO_PI).sum()
    };
    let (alone, pair) = (Adjacency::new(3, &[])?, Adjacency::new(2, &[(1, 0)])?);
    params! { tau: positive() }
    params! { x: sum_to_zero(3).within(&alone) }
    params! { y: sum_to_zero(2) }
    let islands = model! { tau |= half_normal(1.0), x |= icar(&alone, tau) };
    let q = [0.3, 0.4, -1.2, 0.7];
    check_against(islands, &q, |q| scale_prior(q[0]) + normals(&q[1..], q[0].exp()));
    // R⁺ has ¼ on the diagonal, and x₀ = q/√2: (x₀ − x₁)² = 2 q².
    check_against(model! { y |= icar(&pair, 1.5).unscaled() }, &[0.4], |q| normals(q, 1.5 / 2.0_f64.sqrt()));
    check_against(model! { y |= icar(&pair, data(1.5)) }, &[0.4], |q| normals(q, 1.5 * 2.0_f64.sqrt()));
    Ok(())
}

/// A tree of hundreds of places has log pdet R = log n + Σ log w, and its variances, scaled, the geometric
/// mean 1: of a chain with n − 1 edges of the weight 1 they are Σ over edges of the share of places on the
/// other side of it, squared.
#[test]
fn large_graphs() -> Result<(), Error> {
    const N: usize = 700;
    let edges: Vec<(usize, usize)> = (1..N).map(|k| (k - 1, k)).collect();
    // Numbered so that neighbours are far apart.
    let number = |k: usize| (k * 211) % N;
    let mixed: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (number(a), number(b))).collect();
    let adjacency = Adjacency::new(N, &mixed)?;
    params! { x: sum_to_zero(N) }
    let plain = 0.5 * (N as f64).ln() - (N - 1) as f64 * HALF_LOG_TWO_PI;
    let posterior = model! { x |= icar(&adjacency, 1.0).unscaled() }.compile()?;
    assert_near(evaluate(&posterior, &vec![0.0; N - 1]).0, plain, 1e-9, || "chain".to_owned());
    let share = |k: usize| (k as f64 / N as f64).powi(2);
    let variance = |i: usize| -> f64 { (1..N).map(|k| if k <= i { share(k) } else { share(N - k) }).sum() };
    let logs: f64 = (0..N).map(|i| variance(i).ln()).sum::<f64>() / N as f64;
    let scaled = plain + 0.5 * (N - 1) as f64 * logs;
    let posterior = model! { x |= icar(&adjacency, 1.0) }.compile()?;
    assert_near(evaluate(&posterior, &vec![0.0; N - 1]).0, scaled, 1e-8, || "scaled chain".to_owned());
    Ok(())
}

/// A star, whose centre is next to all other places, has few numbers to factorise: log pdet R and the
/// variances are those of a tree.
#[test]
fn a_star() -> Result<(), Error> {
    const N: usize = 3_000;
    for centre in [0, 1_234, N - 1] {
        let others = (0..N).filter(|&place| place != centre);
        let edges: Vec<(usize, usize)> = others.map(|place| (place, centre)).collect();
        let adjacency = Adjacency::new(N, &edges)?;
        params! { x: sum_to_zero(N) }
        let n = N as f64;
        let plain = 0.5 * n.ln() - (n - 1.0) * HALF_LOG_TWO_PI;
        let (of_centre, of_end) = ((n - 1.0) / (n * n), ((n - 1.0).powi(2) + n - 2.0) / (n * n));
        let logs = (of_centre.ln() + (n - 1.0) * of_end.ln()) / n;
        let posterior = model! { x |= icar(&adjacency, 1.0) }.compile()?;
        let value = evaluate(&posterior, &[0.0; N - 1]).0;
        assert_near(value, plain + 0.5 * (n - 1.0) * logs, 1e-9, || format!("a star around {centre}"));
    }
    Ok(())
}

/// BYM2 equals its formula, for parameters and for expressions.
#[test]
fn bym2_is_what_it_says() -> Result<(), Error> {
    let adjacency = Adjacency::new(7, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)])?;
    let cases = [3, 0, 4, 1, 7, 2, 5];
    params! {
        sigma: positive(), rho: interval(0.0, 1.0),
        theta: vector(7), phi: sum_to_zero(7).within(&adjacency),
    }
    let prior = model! {
        sigma |= half_normal(1.0),
        rho   |= beta(0.5, 0.5),
        theta |= normal(0.0, 1.0),
        phi   |= icar(&adjacency, 1.0),
    };
    let short = model! {
        prior,
        effect = bym2(theta, phi, sigma, rho),
        data(&cases) |= poisson_log(1.0 + effect),
        data(&cases) |= poisson_log(bym2(2.0 * theta, phi.exp(), 0.5, 1.0 - rho)),
    };
    let written = model! {
        prior,
        effect = sigma * ((1.0 - rho).sqrt() * theta + rho.sqrt() * phi),
        data(&cases) |= poisson_log(1.0 + effect),
        data(&cases) |= poisson_log(0.5 * (2.0 * rho.sqrt() * theta + (1.0 - rho).sqrt() * phi.exp())),
    };
    let (short, written) = (short.compile()?, written.compile()?);
    let q = point(short.dimension());
    let (value, gradient) = evaluate(&short, &q);
    let (want, slopes) = evaluate(&written, &q);
    assert_near(value, want, 1e-13, || "the density".to_owned());
    for (slope, want) in gradient.iter().zip(slopes) {
        assert_near(*slope, want, 1e-12, || "a slope".to_owned());
    }
    Ok(())
}

/// E τ is that of gamma(3, 2), 3/2, whatever the graph: the rank is right.
#[test]
fn the_prior_of_the_scale_is_what_its_statement_says() -> Result<(), Error> {
    let adjacency = Adjacency::new(3, &[(0, 2)])?;
    params! { tau: positive() }
    params! { x: sum_to_zero(3).within(&adjacency) }
    let posterior = model! { tau |= gamma(3.0, 2.0), x |= icar(&adjacency, tau) }.compile()?;
    let mut workspace = posterior.workspace();
    let (mut mass, mut first) = (0.0, 0.0);
    for i in -80..=30 {
        let t = f64::from(i) * 0.2;
        for (j, k) in (-16..=16).flat_map(|j| (-16..=16).map(move |k| (j, k))) {
            let q = [t, t.exp() * f64::from(j) * 0.5, t.exp() * f64::from(k) * 0.5];
            let density = posterior.log_density(&q, &mut workspace).exp() * (2.0 * t).exp();
            (mass, first) = (mass + density, first + density * t.exp());
        }
    }
    assert_near(first / mass, 1.5, 1e-6, || "E τ".to_owned());
    assert_near(mass * 0.2 * 0.25, 1.0, 1e-6, || "the integral".to_owned());
    Ok(())
}

#[test]
fn data_definitions_and_constants() -> Result<(), Error> {
    let adjacency = Adjacency::new(9, &APART)?;
    let x = [0.5, -1.0, 0.25, 2.0, 0.7, -0.75, -0.5, -0.5, -1.3];
    let dense = scaled(9, &terms(&APART, &[1.0; 6], &[4, 8]), &[&[0, 2, 5], &[1, 3, 6, 7]]);
    params! { tau: positive() }
    params! { a: real() }
    let of = |q: f64| scale_prior(q) + dense.log_density(&x, q.exp());
    check_against(
        model! { tau |= half_normal(1.0), data(&x) |= icar(&adjacency, tau) },
        &[0.3],
        |q| of(q[0]),
    );
    let defined = model! {
        tau |= half_normal(1.0), a |= normal(0.0, 1.0), effect = a * data(&x),
        effect |= icar(&adjacency, tau),
    };
    check_against(defined, &[0.3, 0.6], |q| {
        let own = x.map(|x| q[1] * x);
        scale_prior(q[0]) - 0.5 * q[1] * q[1] - HALF_LOG_TWO_PI + dense.log_density(&own, q[0].exp())
    });
    let constants = Options::default().drop_constants(true);
    let model = model! { a |= normal(0.0, 1.0), data(&x) |= icar(&adjacency, 2.0) };
    let (with, without) = (model.compile()?, model.compile_with(constants)?);
    let dropped = evaluate(&with, &[0.1]).0 - evaluate(&without, &[0.1]).0;
    assert_near(dropped, dense.log_density(&x, 2.0) - HALF_LOG_TWO_PI, 1e-12, || "constants".to_owned());
    Ok(())
}

#[test]
fn what_is_no_scale_has_no_density() -> Result<(), Error> {
    let adjacency = Adjacency::new(7, &EDGES)?;
    params! { tau: real() }
    params! { x: sum_to_zero(7) }
    let posterior = model! { tau |= normal(0.0, 1.0), x |= icar(&adjacency, tau) }.compile()?;
    let mut q = [0.7, 0.5, 0.1, -0.4, 2.0, 0.3, -1.1];
    let (_, gradient) = evaluate(&posterior, &q);
    crate::common::assert_gradient(&gradient, &differences(&posterior, &q), 1e-8, || "plain".to_owned());
    for tau in [0.0, -1.0, f64::MIN] {
        q[0] = tau;
        assert_eq!(evaluate_gradient(&posterior, &q).0, f64::NEG_INFINITY, "at {tau}");
    }
    for q in [[1e-150; 7].map(|q| 2.0 * q), [1e150; 7], [1.0, 1e160, 0.0, 0.0, 0.0, 0.0, 0.0]] {
        let (value, gradient) = evaluate_gradient(&posterior, &q);
        assert!(!value.is_nan() && gradient.iter().all(|slope| slope.is_finite()), "{q:?}: {value}");
    }
    Ok(())
}
