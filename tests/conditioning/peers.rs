//! Laplace approximations compared with TMB and glmmTMB, whose results are in tests/reference/latent.json.

use crate::common::{beside_tests, on_every_set};
use approx::assert_relative_eq;
use monomorph::covariance::{Pattern, sparse_precision};
use monomorph::faer::Mat;
use monomorph::prelude::*;
use serde_json::Value;

fn reference() -> Value {
    let path = beside_tests("reference/latent.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn rows(lists: &Value) -> Vec<Vec<f64>> {
    lists.as_array().unwrap().iter().map(numbers).collect()
}

/// Counts on a lattice of 9 × 9 cells, x ~ N(0, (τ (κ I + D − W))⁻¹): TMB's value and gradient, near and far.
#[test]
fn a_lattice_of_counts_as_tmb() {
    const SIDE: usize = 9;
    let reference = reference();
    let counts: Vec<u32> = numbers(&reference["counts"]).iter().map(|count| *count as u32).collect();
    let right = (0..SIDE * SIDE).filter(|cell| cell % SIDE + 1 < SIDE).map(|cell| (cell, cell + 1));
    let edges: Vec<_> = right.chain((0..SIDE * (SIDE - 1)).map(|cell| (cell, cell + SIDE))).collect();
    let neighbours = |cell| edges.iter().filter(|(i, j)| *i == cell || *j == cell).count() as f64;
    let pattern = Pattern::new(SIDE * SIDE, edges.iter().copied()).unwrap();
    let of = |diagonal: &dyn Fn(usize) -> f64, other: f64| -> Vec<f64> {
        pattern.iter().map(|(i, j)| if i == j { diagonal(i) } else { other }).collect()
    };
    let (identity, laplacian) = (of(&|_| 1.0, 0.0), of(&neighbours, -1.0));
    params! { log_kappa: real(), log_tau: real(), beta: real(), x: vector(SIDE * SIDE) }
    let model = model! {
        log_kappa |= flat(),
        log_tau   |= flat(),
        beta      |= flat(),
        values = log_tau.exp() * (log_kappa.exp() * data(&identity) + data(&laplacian)),
        x |= multi_normal(0.0, sparse_precision(&pattern, values)),
        data(&counts) |= poisson_log(beta + x),
    };
    let (points, wanted) = (rows(&reference["points"]), rows(&reference["log_densities"]));
    on_every_set(model.marginalise_by_laplace(x), |_, posterior| {
        let (mut workspace, mut gradient) = (posterior.workspace(), [0.0; 3]);
        for (point, wanted) in points.iter().zip(&wanted) {
            let value = posterior.log_density_and_gradient(point, &mut gradient, &mut workspace);
            assert_relative_eq!(value, wanted[0], max_relative = 1e-9);
            for (slope, wanted) in gradient.iter().zip(&wanted[1..]) {
                assert_relative_eq!(*slope, *wanted, max_relative = 1e-8);
            }
        }
    });
}

/// Ticks of grouse chicks, of their broods and of places: glmmTMB's log likelihood, which is greatest at its
/// estimates.
#[test]
fn ticks_of_grouse_as_glmmtmb() {
    let reference = reference();
    let ticks: Vec<u32> = numbers(&reference["ticks"]).iter().map(|count| *count as u32).collect();
    let columns = rows(&reference["columns"]);
    let design = Mat::from_fn(ticks.len(), 4, |row, column| match column {
        0 => 1.0,
        _ => columns[column - 1][row],
    });
    // Effects of all groupings are one vector: the elements that rows read, and the grouping of each.
    let (mut elements, mut grouping) = (Vec::new(), Vec::new());
    for (place, levels) in rows(&reference["groupings"]).iter().enumerate() {
        let first = grouping.len();
        elements.push(levels.iter().map(|level| first + *level as usize).collect::<Vec<_>>());
        let last = elements[place].iter().max().unwrap();
        grouping.resize(last + 1, place);
    }
    let [chick, brood, location] = &elements[..] else { panic!("three groupings") };
    params! { beta: vector(4), sigma: vector(3).positive(), effect: vector(grouping.len()) }
    let eta = data(&design).dot(beta) + effect.at(chick) + effect.at(brood) + effect.at(location);
    let model = model! {
        beta   |= flat(),
        sigma  |= flat(),
        effect |= normal(0.0, sigma.at(&grouping)),
        data(&ticks) |= poisson_log(eta),
    };
    let posterior = model.marginalise_by_laplace(effect).compile().unwrap();
    let fit = numbers(&reference["fit"]);
    let estimates = &fit[1..];
    let point: Vec<f64> =
        estimates[..4].iter().copied().chain(estimates[4..].iter().map(|x| x.ln())).collect();
    let jacobian: f64 = point[4..].iter().sum();
    let (mut gradient, mut workspace) = (vec![0.0; 7], posterior.workspace());
    let value = posterior.log_density_and_gradient(&point, &mut gradient, &mut workspace);
    assert_relative_eq!(value - jacobian, fit[0], max_relative = 1e-9);
    // Where it is greatest, but for the logarithms' Jacobians: 1 for each standard deviation.
    for (place, slope) in gradient.iter().enumerate() {
        let of_likelihood = slope - if place < 4 { 0.0 } else { 1.0 };
        assert!(of_likelihood.abs() < 0.02, "a slope of {of_likelihood} by coordinate {place}");
    }
}
