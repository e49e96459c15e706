//! Draws of `icar` and `intrinsic_random_walk`: moments against the pseudo-inverse of the structure, scales
//! that are drawn too, and full conditionals by conjugate updates.

use crate::common::{assert_mean, column};
use crate::gibbs::{assert_moments, rules};
use monomorph::faer::{Mat, Side};
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

const COUNT: usize = 4_000;

/// R⁺ of Σ c cᵀ over terms.
fn pseudo_inverse(n: usize, terms: &[Vec<(usize, f64)>]) -> Mat<f64> {
    let mut r = Mat::<f64>::zeros(n, n);
    for term in terms {
        for (i, a) in term {
            term.iter().for_each(|(j, b)| r[(*i, *j)] += a * b);
        }
    }
    let found = r.self_adjoint_eigen(Side::Lower).unwrap();
    let (values, vectors) = (found.S().column_vector(), found.U());
    Mat::from_fn(n, n, |i, j| {
        let kept = (0..n).filter(|&k| values[k] > 1e-10 * values[n - 1]);
        kept.map(|k| vectors[(i, k)] * vectors[(j, k)] / values[k]).sum::<f64>()
    })
}

/// The means of all elements of `x` and of all their products.
#[track_caller]
fn assert_covariances(draws: &Draws, n: usize, covariance: impl Fn(usize, usize) -> f64) {
    let columns: Vec<&[f64]> = (0..n).map(|i| column(draws, &format!("x[{i}]"))).collect();
    for (i, one) in columns.iter().enumerate() {
        assert_mean(&format!("x[{i}]"), one, 0.0);
        for (j, other) in columns.iter().enumerate() {
            let products: Vec<f64> = one.iter().zip(*other).map(|(x, y)| x * y).collect();
            assert_mean(&format!("x[{i}] x[{j}]"), &products, covariance(i, j));
        }
    }
}

const EDGES: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 0), (2, 4), (3, 6), (6, 7)];
const WEIGHTS: [f64; 6] = [1.0, 0.5, 2.0, 1.0, 3.0, 1.0];

/// The terms of the graph, with the island 5.
fn edges() -> Vec<Vec<(usize, f64)>> {
    let edge = |(&(a, b), w): (&(usize, usize), &f64)| vec![(a, w.sqrt()), (b, -w.sqrt())];
    EDGES.iter().zip(&WEIGHTS).map(edge).chain([vec![(5, 1.0)]]).collect()
}

#[test]
fn fields_over_graphs() -> Result<(), Error> {
    let adjacency = Adjacency::weighted(8, &EDGES, &WEIGHTS)?;
    let inverse = pseudo_inverse(8, &edges());
    params! { tau: positive() }
    params! { x: sum_to_zero(8).within(&adjacency) }
    let plain = model! { x |= icar(&adjacency, 1.5).unscaled() }.sample_prior(COUNT, 1)?;
    assert_covariances(&plain, 8, |i, j| 2.25 * inverse[(i, j)]);
    // Scaled, variances have the geometric mean 1 over each component.
    let spread =
        |own: &[usize]| (own.iter().map(|&i| inverse[(i, i)].ln()).sum::<f64>() / own.len() as f64).exp();
    let (first, second) = (spread(&[0, 1, 2, 4]), spread(&[3, 6, 7]));
    let of = |i: usize| [first, first, first, second, first, 1.0, second, second][i];
    let model = model! { tau |= gamma(3.0, 2.0), x |= icar(&adjacency, tau) };
    let draws = model.sample_prior(COUNT, 2)?;
    assert_mean("tau", column(&draws, "tau"), 1.5);
    assert_covariances(&draws, 8, |i, j| 3.0 * inverse[(i, j)] / of(i)); // E τ² = 3·4/4
    let held = model.condition(tau, 0.5).sample_prior(COUNT, 3)?;
    assert_covariances(&held, 8, |i, j| 0.25 * inverse[(i, j)] / of(i));
    for draw in 0..20 {
        let at = |i: usize| column(&draws, &format!("x[{i}]"))[draw];
        assert!((at(0) + at(1) + at(2) + at(4)).abs() + (at(3) + at(6) + at(7)).abs() < 1e-12);
    }
    Ok(())
}

#[test]
fn walks() -> Result<(), Error> {
    let t = [0.0, 1.0, 1.5, 4.0, 4.5];
    let d: Vec<f64> = t.windows(2).map(|pair| pair[1] - pair[0]).collect();
    {
        params! { x: sum_to_zero(5) }
        let draws = model! { x |= intrinsic_random_walk(&t, 1, 2.0).unscaled() }.sample_prior(COUNT, 4)?;
        let terms: Vec<_> =
            (0..4).map(|i| vec![(i, -d[i].sqrt().recip()), (i + 1, d[i].sqrt().recip())]).collect();
        let inverse = pseudo_inverse(5, &terms);
        assert_covariances(&draws, 5, |i, j| 4.0 * inverse[(i, j)]);
    }
    params! { x: sum_to_zero(5).without_trend(&t) }
    let draws = model! { x |= intrinsic_random_walk(&t, 2, 2.0).unscaled() }.sample_prior(COUNT, 5)?;
    let term = |i: usize| {
        let root = (0.5 * (d[i] + d[i + 1])).sqrt();
        let (before, after) = (1.0 / d[i] / root, 1.0 / d[i + 1] / root);
        vec![(i, before), (i + 1, -before - after), (i + 2, after)]
    };
    let inverse = pseudo_inverse(5, &(0..3).map(term).collect::<Vec<_>>());
    assert_covariances(&draws, 5, |i, j| 4.0 * inverse[(i, j)]);
    // Independent normal elements on the support: the projection.
    let plain = model! { x |= normal(3.0, 0.5) }.sample_prior(COUNT, 6)?;
    let null = |i: usize, j: usize| {
        0.2 + (t[i] - 2.2) * (t[j] - 2.2) / t.iter().map(|t| (t - 2.2).powi(2)).sum::<f64>()
    };
    assert_covariances(&plain, 5, |i, j| 0.25 * (f64::from(u8::from(i == j)) - null(i, j)));
    Ok(())
}

/// The scale is a conjugate pair with r observations; the field, with normal data, in its subspace: its
/// precision is that of the structure and of the data, under U Uᵀ x = 0.
#[test]
fn full_conditionals() -> Result<(), Error> {
    let adjacency = Adjacency::weighted(8, &EDGES, &WEIGHTS)?;
    params! { v: positive() }
    params! { x: sum_to_zero(8).within(&adjacency) }
    let given = [0.5, -1.5, 1.0, 1.0, 0.0, 2.0, -0.5, -0.5];
    let square: f64 =
        edges().iter().map(|term| term.iter().map(|(i, c)| c * given[*i]).sum::<f64>().powi(2)).sum();
    let scale = model! { v |= inv_gamma(3.0, 2.0), x |= icar(&adjacency, v.sqrt()).unscaled() };
    let posterior = scale.condition(x, &given).compile()?;
    assert_eq!(rules(&posterior), [("v", UpdateRule::InverseGamma)]);
    let draws = posterior.gibbs().chains(2).draws(2_000).seed(1).run()?;
    // inv_gamma(3 + r/2, 2 + xᵀR x/2) with r = 8 − 2.
    let mean = (2.0 + 0.5 * square) / 5.0;
    assert_moments(&draws, "v", mean, mean / 4.0_f64.sqrt());

    let y = [1.0, -0.5, 0.8, 1.4, 0.3, -1.0, 0.2, 0.9];
    let field = model! { x |= icar(&adjacency, 0.8).unscaled(), data(&y) |= normal(x, 0.6) };
    let posterior = field.compile()?;
    assert_eq!(rules(&posterior), [("x", UpdateRule::MultiNormal)]);
    let draws = posterior.gibbs().chains(2).draws(2_000).seed(2).run()?;
    // By conditioning R⁺ σ² on y: Σ − Σ (Σ + s²)⁻¹ Σ.
    let prior = pseudo_inverse(8, &edges()) * monomorph::faer::Scale(0.64);
    let noisy = Mat::from_fn(8, 8, |i, j| prior[(i, j)] + if i == j { 0.36 } else { 0.0 });
    let solved = monomorph::faer::linalg::solvers::Solve::solve(&noisy.partial_piv_lu(), &prior);
    for i in 0..8 {
        let mean: f64 = (0..8).map(|j| solved[(j, i)] * y[j]).sum();
        let variance = prior[(i, i)] - (0..8).map(|j| prior[(i, j)] * solved[(j, i)]).sum::<f64>();
        assert_moments(&draws, &format!("x[{i}]"), mean, variance.sqrt());
    }
    Ok(())
}
