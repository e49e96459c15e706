//! `cargo bench --bench regression`: linear and logistic regression, n = 10 000, p = 20, and logistic
//! regression with n = 54, p = 1536, compared with a loop written by hand and with two faer products with a
//! scalar loop between them. The results of all three are compared first.
//!
//! The models are evaluated as they are written, row by row. After rewriting, the linear model would not
//! read its rows at all.

#[allow(dead_code)]
mod data;
mod hand_written;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
mod two_products;

use criterion::{Criterion, criterion_group, criterion_main};
use data::Regression;
use faer::MatRef;
use hand_written::{Contender, Outcome};
use monomorph::prelude::*;
use random::Random;
use std::hint::black_box;

fn as_written() -> Options {
    Options::default().rewrites(Rewrites::None)
}

fn linear(criterion: &mut Criterion) {
    let Regression { columns, x, y } = Regression::linear();
    let design = data(MatRef::from_row_major_slice(&x, y.len(), columns));
    params! { alpha: real(), beta: vector(columns), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(&y) |= normal(alpha + design.dot(beta), sigma),
    };
    let posterior = model.compile_with(as_written()).expect("the data is valid");
    compare(criterion, "linear", &posterior, &x, &y, columns, Outcome::Normal);
}

fn logistic(criterion: &mut Criterion) {
    logistic_of(criterion, "logistic", Regression::logistic());
    logistic_of(criterion, "wide logistic", Regression::wide_logistic());
}

fn logistic_of(criterion: &mut Criterion, name: &str, regression: Regression<u8>) {
    let Regression { columns, x, y } = regression;
    let y: Vec<f64> = y.into_iter().map(f64::from).collect();
    let design = data(MatRef::from_row_major_slice(&x, y.len(), columns));
    params! { alpha: real(), beta: vector(columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&y) |= bernoulli_logit(alpha + design.dot(beta)),
    };
    let posterior = model.compile_with(as_written()).expect("the data is valid");
    compare(criterion, name, &posterior, &x, &y, columns, Outcome::Bernoulli);
}

fn compare(
    criterion: &mut Criterion,
    name: &str,
    density: &dyn Density,
    x: &[f64],
    y: &[f64],
    columns: usize,
    outcome: Outcome,
) {
    let mut workspace = density.workspace();
    let mut contenders: Vec<(&str, Contender)> = vec![
        ("monomorph", Box::new(|q, gradient| density.log_density_and_gradient(q, gradient, &mut workspace))),
        ("hand-written", hand_written::contender(x, y, columns, outcome)),
        ("two faer products", two_products::contender(x, y, columns, outcome)),
    ];

    let mut random = Random::new(777);
    let q: Vec<f64> = (0..density.dimension()).map(|_| 0.1 * random.normal()).collect();
    let results: Vec<(f64, Vec<f64>)> = contenders
        .iter_mut()
        .map(|(_, contender)| {
            let mut gradient = vec![0.0; q.len()];
            (contender(&q, &mut gradient), gradient)
        })
        .collect();
    for (value, gradient) in &results[1..] {
        assert!((value - results[0].0).abs() < 1e-10 * value.abs(), "{value} and {}", results[0].0);
        for (ours, theirs) in results[0].1.iter().zip(gradient) {
            assert!((ours - theirs).abs() < 1e-9 * theirs.abs().max(1.0), "{ours} and {theirs}");
        }
    }

    let mut group = criterion.benchmark_group(name);
    for (contender_name, mut contender) in contenders {
        let mut gradient = vec![0.0; q.len()];
        group.bench_function(contender_name, |bencher| {
            bencher.iter(|| contender(black_box(&q), black_box(&mut gradient)));
        });
    }
    group.finish();
}

criterion_group!(benches, linear, logistic);
criterion_main!(benches);
