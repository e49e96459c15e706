//! Proves that every structure of a covariance matrix has the density and the gradient of the dense matrix that it stands for:
//! against the formula of that matrix with a plain Cholesky factor and central differences, with observations that are data,
//! parameters, many, one and grouped, on every instruction set.

mod common;

use common::{check_against, numbers};
use faer::MatRef;
use monomorph::covariance::coregionalization;
use monomorph::prelude::*;

/// The log density of rows with means and a covariance, by its definition.
fn multi_normal_by_hand(rows: &[f64], mean: impl Fn(usize) -> Vec<f64>, sigma: &[f64], n: usize) -> f64 {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let done: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
            let left = sigma[i * n + j] - done;
            l[i * n + j] = if i == j { left.sqrt() } else { left / l[j * n + j] };
        }
    }
    let log_determinant: f64 = (0..n).map(|i| 2.0 * l[i * n + i].ln()).sum();
    let mut total = 0.0;
    for (row, y) in rows.chunks(n).enumerate() {
        let mean = mean(row);
        let mut v = vec![0.0; n];
        for i in 0..n {
            let done: f64 = (0..i).map(|k| l[i * n + k] * v[k]).sum();
            v[i] = (y[i] - mean[i] - done) / l[i * n + i];
        }
        let square: f64 = v.iter().map(|v| v * v).sum();
        total -= 0.5 * (square + log_determinant + n as f64 * std::f64::consts::TAU.ln());
    }
    total
}

/// Σ[(t, k), (t′, k′)] = Σⱼ Bₖⱼ Bₖ′ⱼ ρⱼ^|t − t′| of the cells that are observed.
fn coregionalized(rho: &[f64], b: &[f64], times: &[f64], mask: &[bool]) -> Vec<f64> {
    let (processes, series) = (rho.len(), b.len() / rho.len());
    let cells: Vec<usize> = (0..times.len() * series).filter(|&cell| mask[cell]).collect();
    let entry = |one: usize, other: usize| -> f64 {
        let lag = (times[one / series] - times[other / series]).abs();
        (0..processes)
            .map(|j| b[one % series * processes + j] * b[other % series * processes + j] * rho[j].powf(lag))
            .sum()
    };
    cells
        .iter()
        .flat_map(|&one| cells.iter().map(move |&other| (one, other)))
        .map(|(a, b)| entry(a, b))
        .collect()
}

/// Masks over times and series: what they are called, which cells are observed.
fn masks(times: usize, series: usize) -> Vec<(&'static str, Vec<bool>)> {
    let mask = |is_observed: &dyn Fn(usize, usize) -> bool| {
        (0..times * series).map(|cell| is_observed(cell / series, cell % series)).collect::<Vec<bool>>()
    };
    vec![
        ("everything", mask(&|_, _| true)),
        ("some series at every third time", mask(&|t, k| t % 3 == 0 || k == 1)),
        ("full times inside alone", mask(&|t, k| t == 2 || t == 4 || (t + k) % 2 == 0)),
        ("no full time", mask(&|t, k| (t + k) % 2 == 0)),
        ("nothing at some times", mask(&|t, _| t % 2 == 1)),
        ("one full time", mask(&|t, k| t == 0 || (t == 3 && k == 0))),
    ]
}

const EQUAL: [f64; 7] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
const UNEQUAL: [f64; 7] = [0.5, -1.0, 2.25, 3.0, 7.0, 4.5, 5.0];

#[test]
fn coregionalization_of_observations() {
    let (series, count) = (3, 4);
    for times in [&EQUAL, &UNEQUAL] {
        for (name, mask) in masks(times.len(), series) {
            let n = mask.iter().filter(|&&is_observed| is_observed).count();
            let y = numbers(count * n);
            let rows = MatRef::from_row_major_slice(&y, count, n);
            let arm = [1, 0, 1, 1];
            params! { rho: vector(3), b: vector(3).rows(3), mean: vector(n).rows(2) }
            let model = model! {
                rho |= flat(),
                b |= flat(),
                mean |= flat(),
                data(rows) |= multi_normal(mean, coregionalization(rho, b, times).observed(&mask)).by_group(&arm),
            };
            println!("{name}");
            let b = [1.0, 0.1, -0.3, 0.4, 0.9, 0.2, -0.5, 0.3, 1.2];
            let q = [&[0.7, 0.4, 0.9][..], &b, &numbers(2 * n)].concat();
            check_against(model, &q, |q| {
                let sigma = coregionalized(&q[..3], &q[3..12], times, &mask);
                multi_normal_by_hand(&y, |row| q[12 + arm[row] * n..][..n].to_vec(), &sigma, n)
            });
        }
    }
}
