//! Models with a marginalised variable, compared with the same models summed by hand: a value and a
//! gradient of each.
//!
//! ```sh
//! cargo bench --bench marginal
//! ```

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use monomorph::prelude::*;
use std::hint::black_box;

/// Observations around three places.
fn observations(count: usize) -> Vec<f64> {
    (0..count).map(|n| [-3.0, 0.0, 4.0][n * 7 % 3] + (n as f64 * 1.7).sin()).collect()
}

/// The time of a gradient.
fn gradient(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, posterior: &dyn Density) {
    let mut workspace = posterior.workspace();
    let mut gradient = vec![0.0; posterior.dimension()];
    let q: Vec<f64> = (0..posterior.dimension()).map(|place| (place as f64 * 1.3).sin() * 0.5).collect();
    let value = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
    println!("{name}: {value:.10}");
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let value = posterior.log_density_and_gradient(black_box(&q), &mut gradient, &mut workspace);
            black_box((value, &gradient));
        });
    });
}

/// The mixture with its components written out, and by number.
fn by_hand(group: &mut BenchmarkGroup<'_, WallTime>, y: &[f64]) {
    params! { w: simplex(3), mu: ordered(3), sigma: vector(3).positive() }
    let part = |k: usize| normal(mu.at(k), sigma.at(k));
    let by_hand = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 1.0),
        data(y) |= mixture(w, [part(0), part(1), part(2)]),
    };
    gradient(group, "by hand", &by_hand.compile().unwrap());
    let by_number = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 1.0),
        data(y) |= mixture(w, components(3, |k| normal(mu.at(k), sigma.at(k)))),
    };
    gradient(group, "by hand, by number", &by_number.compile().unwrap());
}

/// A mixture of three normal distributions with scales of their own.
fn mixtures(criterion: &mut Criterion) {
    for count in [100, 1_000, 10_000] {
        let y = observations(count);
        let mut group = criterion.benchmark_group(format!("mixture of three, {count}"));
        group.throughput(Throughput::Elements(count as u64));
        by_hand(&mut group, &y);
        params! { w: simplex(3), mu: ordered(3), sigma: vector(3).positive(), z: vector(y.len()).category(3) }
        let model = model! {
            w     |= dirichlet(2.0),
            mu    |= normal(0.0, 5.0),
            sigma |= lognormal(0.0, 1.0),
            z     |= categorical(w),
            data(&y) |= normal(mu.at(z), sigma.at(z)),
        };
        gradient(&mut group, "marginalised", &model.marginalise(z).compile().unwrap());
        group.finish();
    }
}

/// A hidden Markov model by its law.
fn chain_by_hand(group: &mut BenchmarkGroup<'_, WallTime>, y: &[f64]) {
    params! { moves: simplex(2).rows(2), mu: ordered(2) }
    let model = model! {
        moves |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        data(y) |= hidden_markov(&[0.5, 0.5], moves, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
    };
    gradient(group, "by hand", &model.compile().unwrap());
}

/// A hidden Markov model of two states.
fn chains(criterion: &mut Criterion) {
    for count in [100, 1_000] {
        let y = observations(count);
        let mut group = criterion.benchmark_group(format!("chain of two states, {count}"));
        group.throughput(Throughput::Elements(count as u64));
        chain_by_hand(&mut group, &y);
        params! { moves: simplex(2).rows(2), mu: ordered(2), s: vector(y.len()).category(2) }
        let model = model! {
            moves |= dirichlet(2.0),
            mu    |= normal(0.0, 5.0),
            s     |= markov_chain(&[0.5, 0.5], moves),
            data(&y) |= normal(mu.at(s), 1.0),
        };
        gradient(&mut group, "marginalised", &model.marginalise(s).compile().unwrap());
        group.finish();
    }
}

criterion_group!(benches, mixtures, chains);
criterion_main!(benches);
