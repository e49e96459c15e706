//! Tracked programs: the cost of recording a run, and the three models of the thesis on graph tracking with
//! N = 10, 25 and 50 points.
//!
//! The times of the models are for one sweep: N + 3 updates of a site and one Hamiltonian trajectory of at
//! most ten steps from the tracked run, one draw of particle Gibbs with 100 particles, and one sweep of the
//! static model's own Gibbs sampler. *Extracting* is recording a run and finding the sites that depend on
//! each of its sites; in the thesis this is quadratic in N.
//!
//! ```sh
//! cargo bench --bench tracked
//! ```

mod models;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use models::{TRANSITION, WEIGHTS, chain, mixture, restaurant, states};
use monomorph::dirichlet_process::{NormalCluster, chinese_restaurant};
use monomorph::faer::Mat;
use monomorph::prelude::*;
use monomorph::program::{Program, Run, program};
use monomorph::track::{Kind, Values};
use std::hint::black_box;
use std::time::Instant;

const SIZES: [usize; 3] = [10, 25, 50];
const SITES: usize = 1_000;
const CLUSTERS: NormalCluster = NormalCluster { location: 0.0, spread: 5.0, scale: 1.0 };

/// Points around −3, 0 and 4.
fn points(count: usize) -> Vec<f64> {
    (0..count).map(|n| [-3.0, 0.0, 4.0][n * 7 % 3] + (n as f64 * 1.7).sin()).collect()
}

/// What it costs to record a run, beside running it.
fn tracking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("1000 sites");
    group.throughput(Throughput::Elements(SITES as u64));
    let (plain, tracked) = (program(|run| chain(run, SITES)), program(|run| chain::tracked(run, SITES)));
    group.bench_function("plain", |bencher| bencher.iter(|| black_box(plain.simulate(1))));
    group.bench_function("tracked, not recorded", |bencher| bencher.iter(|| black_box(tracked.simulate(1))));
    group.bench_function("recorded", |bencher| bencher.iter(|| black_box(tracked.track(1))));
    group.finish();
}

/// A kernel's time for one step of a chain.
fn steps(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    size: usize,
    run: impl Fn(usize) -> Result<(), Error>,
) {
    group.bench_function(BenchmarkId::new(name, size), |bencher| {
        bencher.iter_custom(|draws| {
            let began = Instant::now();
            run(draws as usize).unwrap();
            began.elapsed()
        });
    });
}

/// The kernels of a program that is tracked.
fn kernels<T, F>(group: &mut BenchmarkGroup<'_, WallTime>, size: usize, program: &Program<F>)
where
    T: Values + Clone + Send,
    F: Fn(&mut Run) -> T + Sync,
{
    group.bench_function(BenchmarkId::new("extracting", size), |bencher| {
        bencher.iter(|| {
            let run = program.track(1).unwrap();
            let is_choice = |kind: Kind| matches!(kind, Kind::Choice { .. });
            let sites: Vec<_> =
                run.list.nodes().filter(|(_, node)| is_choice(node.kind())).map(|(id, _)| id).collect();
            let mut replay = run.list.replay();
            for id in sites {
                let _ = black_box(replay.set(id, replay.value(id)));
            }
        });
    });
    steps(group, "Gibbs of the tracked run", size, |draws| {
        let chain = program.chain().gibbs().times(size + 3).hamiltonian(10);
        chain.chains(1).warmup(0).draws(draws).seed(1).run().map(drop)
    });
    steps(group, "particle Gibbs", size, |draws| {
        program.particle_gibbs(100).chains(1).warmup(0).draws(draws).seed(1).run().map(drop)
    });
}

fn mixtures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Gaussian mixture");
    for size in SIZES {
        let y = points(size);
        kernels(&mut group, size, &program(|run| mixture::tracked(run, &y)));
        params! { mu: vector(3), z: vector(size).category(3) }
        let model = model! {
            mu |= normal(0.0, 5.0),
            z  |= categorical(&WEIGHTS),
            data(&y) |= normal(mu.at(z), 1.0),
        };
        let posterior = model.compile().unwrap();
        steps(&mut group, "Gibbs of the static model", size, |draws| {
            posterior.gibbs().chains(1).warmup(0).draws(draws).seed(1).run().map(drop)
        });
    }
    group.finish();
}

fn hidden_states(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hidden Markov model");
    let transition = Mat::from_fn(3, 3, |i, j| TRANSITION[i][j]);
    for size in SIZES {
        let y = points(size);
        kernels(&mut group, size, &program(|run| states::tracked(run, &y)));
        params! { mu: vector(3), z: vector(size).category(3) }
        let model = model! {
            mu |= normal(0.0, 5.0),
            z  |= markov_chain(&WEIGHTS, transition.as_ref()),
            data(&y) |= normal(mu.at(z), 1.0),
        };
        let posterior = model.compile().unwrap();
        steps(&mut group, "Gibbs of the static model", size, |draws| {
            posterior.gibbs().chains(1).warmup(0).draws(draws).seed(1).run().map(drop)
        });
    }
    group.finish();
}

fn unknown_clusters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unknown number of clusters");
    for size in SIZES {
        let y = points(size);
        kernels(&mut group, size, &program(|run| restaurant::tracked(run, &y)));
        steps(&mut group, "sampler of the static process", size, |draws| {
            chinese_restaurant(1.0, CLUSTERS, &y).chains(1).warmup(0).draws(draws).seed(1).run().map(drop)
        });
    }
    group.finish();
}

criterion_group!(benches, tracking, mixtures, hidden_states, unknown_clusters);
criterion_main!(benches);
