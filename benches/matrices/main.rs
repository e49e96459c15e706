//! `cargo bench --bench matrices`: the cost of the gradient of an expression of n × n matrices, compared
//! with the direct calls into faer for the same arithmetic, for n from 8 to 512.
//!
//! The direct calls use matrices in column-major order, as faer prefers, in memory of their own, and do
//! only the products, factors and solutions that value and gradient need.

mod bare;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faer::Mat;
use monomorph::covariance::kronecker;
use monomorph::prelude::*;
use std::hint::black_box;

const SIZES: [usize; 7] = [8, 16, 32, 64, 128, 256, 512];

/// A symmetric positive definite matrix.
fn covariance(n: usize) -> Mat<f64> {
    Mat::from_fn(n, n, |i, j| (-(i as f64 - j as f64).abs() / 4.0).exp() + if i == j { 0.5 } else { 0.0 })
}

/// Times a model's gradient, at points that differ in each call.
fn time(criterion: &mut Criterion, group: &str, n: usize, model: impl Model, bare: impl FnMut()) {
    let posterior = model.compile().expect("the model compiles");
    let mut workspace = posterior.workspace();
    let mut q: Vec<f64> = (0..posterior.dimension()).map(|k| 0.1 * (k as f64).sin()).collect();
    let mut gradient = q.clone();
    let mut step = 1e-3;
    let mut group = criterion.benchmark_group(group);
    group.sample_size(20).warm_up_time(std::time::Duration::from_millis(300));
    group.measurement_time(std::time::Duration::from_millis(700));
    group.bench_function(BenchmarkId::new("monomorph", n), |bencher| {
        bencher.iter(|| {
            q[0] += step;
            step = -step;
            posterior.log_density_and_gradient(black_box(&q), &mut gradient, &mut workspace)
        });
    });
    let mut bare = bare;
    group.bench_function(BenchmarkId::new("faer", n), |bencher| bencher.iter(&mut bare));
    group.finish();
}

/// C = A B of two parameters; the bare calls are C, C̄ Bᵀ and Aᵀ C̄.
fn product(criterion: &mut Criterion) {
    for n in SIZES {
        let weights = Mat::from_fn(n, n, |i, j| ((i * n + j) as f64).cos());
        params! { a: vector(n).rows(n), b: vector(n).rows(n) }
        let model = model! {
            a |= flat(),
            b |= flat(),
            c = a.dot(b),
            increment((c * data(&weights)).sum()),
        };
        time(criterion, "product", n, model, bare::product(n));
    }
}

/// log |A| by its factor; the bare calls are the factor and the two systems of its adjoint.
fn cholesky(criterion: &mut Criterion) {
    for n in SIZES {
        let sigma = covariance(n);
        params! { noise: positive() }
        let model = model! {
            noise |= flat(),
            l = data(&sigma).add_diagonal(noise).cholesky(),
            increment(l.diagonal().log().sum()),
        };
        time(criterion, "cholesky", n, model, bare::cholesky(&sigma));
    }
}

/// A multivariate normal density; the bare calls are the factor, the solution and the inverse.
fn multi_normal_density(criterion: &mut Criterion) {
    for n in SIZES {
        let sigma = covariance(n);
        let y: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        params! { noise: positive() }
        let model = model! {
            noise |= flat(),
            data(&y) |= multi_normal(0.0, data(&sigma).add_diagonal(noise)),
        };
        time(criterion, "multi_normal", n, model, bare::multi_normal(&sigma, &y));
    }
}

/// A process on a grid of n × n cells with noise; the bare calls are both decompositions and the ten products
/// of value and gradient.
fn kronecker_with_noise(criterion: &mut Criterion) {
    for n in [8, 16, 30, 64, 128] {
        let places: Vec<f64> = (0..n).map(|i| i as f64 / n as f64).collect();
        let y: Vec<f64> = (0..n * n).map(|i| (0.37 * i as f64).sin()).collect();
        params! { noise: positive(), sigma: positive(), length: vector(2).positive() }
        let model = model! {
            noise |= flat(),
            sigma |= flat(),
            length |= flat(),
            rows = gp_exp_quad_cov(&places, sigma, 0.2 * length.at(0)),
            columns = gp_exp_quad_cov(&places, 1.0, 0.3 * length.at(1)),
            data(&y) |= multi_normal(0.0, kronecker(rows, columns).add_diagonal(noise)),
        };
        let kernel = |length: f64| {
            Mat::from_fn(n, n, |i, j| (-0.5 * ((places[i] - places[j]) / length).powi(2)).exp())
        };
        let bare = bare::kronecker_with_noise([kernel(0.2), kernel(0.3)]);
        time(criterion, "kronecker_with_noise", n, model, bare);
    }
}

criterion_group!(benches, product, cholesky, multi_normal_density, kronecker_with_noise);
criterion_main!(benches);
