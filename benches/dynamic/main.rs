//! Programs with a random number of choices: the cost of a choice, the distance of a distribution from the
//! exact one after a second, and the models of nonparametric Hamiltonian Monte Carlo (Mak, Zaiser and Ong
//! 2021, 2022).
//!
//! Their times for the lightweight Metropolis–Hastings algorithm, which is our `single_site`, are for a
//! program in Python on another machine: 77 s for 10 000 draws of the random walk, worth 5265 independent
//! draws, and 16 572 s for the mixture. Only the order of magnitude of these seconds can be compared. The
//! points of the mixture are simulated here, with the same number and law as theirs.
//!
//! ```sh
//! cargo bench --bench dynamic
//! ```

mod models;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use models::{counted, geometric, log_density, mixture, points, walk};
use monomorph::prelude::*;
use monomorph::program::{ProgramFit, program, steps};
use std::hint::black_box;
use std::time::Instant;

/// The number of choices of a run whose time is divided by it.
const SITES: usize = 1_000;

/// A choice that is drawn, and one that is replayed and scored again.
fn sites(criterion: &mut Criterion) {
    let choices =
        program(|run| (0..SITES).map(|site| run.sample(("x", site), normal(0.0, 1.0))).sum::<f64>());
    let mut group = criterion.benchmark_group("1000 sites");
    group.throughput(criterion::Throughput::Elements(SITES as u64));
    group.bench_function("drawn", |bencher| {
        bencher.iter_custom(|runs| {
            let began = Instant::now();
            black_box(choices.importance(runs as usize).threads(1).run().map(|fit| fit.values().len()).ok());
            began.elapsed()
        });
    });
    group.bench_function("replayed", |bencher| {
        bencher.iter_custom(|proposals| {
            let began = Instant::now();
            let chain = choices.single_site().chains(1).warmup(0).draws(proposals as usize).run();
            black_box(chain.map(|fit| fit.values().len()).ok());
            began.elapsed()
        });
    });
    group.finish();
}

/// A filter of T observations: by replay, in proportion to T², and by steps.
fn filters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a walk seen T times, 100 particles");
    group.sample_size(10);
    for count in [50, 100, 200] {
        let y: Vec<f64> = (0..count).map(|time| (time as f64 * 0.1).sin()).collect();
        let replayed = program(|run| {
            let mut x = 0.0;
            for (time, &y) in y.iter().enumerate() {
                x = run.sample(("x", time), normal(x, 0.3));
                run.observe(("y", time), normal(x, 0.2), y);
            }
            x
        });
        let stepped = steps(
            |_| 0.0,
            count,
            |run, x: &mut f64, time| {
                *x = run.sample("x", normal(*x, 0.3));
                run.observe("y", normal(*x, 0.2), y[time]);
            },
        );
        group.bench_with_input(BenchmarkId::new("replayed", count), &count, |bencher, _| {
            bencher.iter(|| replayed.particles(100).threads(1).run().map(|fit| fit.log_evidence()));
        });
        group.bench_with_input(BenchmarkId::new("in steps", count), &count, |bencher, _| {
            bencher.iter(|| stepped.particles(100).threads(1).run().map(|fit| fit.log_evidence()));
        });
    }
    group.finish();
}

/// Half of the sum of the differences of probabilities.
fn total_variation(fit: &ProgramFit<u64>, exact: &[f64]) -> f64 {
    let mut found = vec![0.0; exact.len()];
    for (n, weight) in fit.values().iter().zip(fit.weights()) {
        found[(*n as usize).min(exact.len() - 1)] += weight;
    }
    0.5 * found.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).sum::<f64>()
}

/// The geometric law with 0.2, and its posterior with an unknown probability: what a second of one or several
/// kernels gives.
fn geometric_laws() {
    println!("\n| total variation from the exact law | seconds | |\n|-|-|-|");
    let row = |what: &str, began: Instant, fit: ProgramFit<u64>, exact: &[f64]| {
        println!("| {what} | {:.2} | {:.5} |", began.elapsed().as_secs_f64(), total_variation(&fit, exact));
    };
    let prior: Vec<f64> = (0..200).map(|n| if n == 0 { 0.0 } else { 0.2 * 0.8_f64.powi(n - 1) }).collect();
    let tosses = program(|run| geometric(run, 0.2));
    let exact = models::counted_exactly();
    let run = |what: &str, run: &dyn Fn() -> Result<ProgramFit<u64>, Error>, exact: &[f64]| {
        let began = Instant::now();
        match run() {
            Ok(fit) => row(what, began, fit, exact),
            Err(error) => println!("| {what} | {error} | |"),
        }
    };
    run("prior, drawn", &|| tosses.importance(600_000).seed(1).run(), &prior);
    run("prior, single sites", &|| tosses.single_site().draws(250_000).seed(1).run(), &prior);
    let counted = counted();
    run("posterior, importance sampling", &|| counted.importance(500_000).seed(1).run(), &exact);
    run("posterior, single sites", &|| counted.single_site().draws(140_000).thin(2).seed(1).run(), &exact);
    run(
        "posterior, particle Gibbs",
        &|| counted.particle_gibbs(10).draws(5_000).warmup(100).seed(1).run(),
        &exact,
    );
}

/// Single sites on the models of Mak, Zaiser and Ong.
fn nonparametric() -> Result<(), Error> {
    println!("\n| single sites | seconds | |\n|-|-|-|");
    let walk = program(walk);
    let began = Instant::now();
    let fit = walk.single_site().chains(10).warmup(100).draws(1_000).thin(50).seed(1).run()?;
    let seconds = began.elapsed().as_secs_f64();
    let summary = fit.draws_of("start", |start| *start)?.summary();
    let row = summary.row("start")?;
    println!(
        "| random walk, 10 chains of 1000 draws, 50 proposals each | {seconds:.2} | worth {:.0} draws, mean {:.4} ± {:.4} |",
        row.ess_bulk, row.mean, row.mcse_mean
    );
    let weighted = walk.importance(3_000_000).seed(2).run()?;
    println!("| the same mean by importance sampling | | {:.4} |", weighted.mean(|start| *start));

    let (truth, seen, unseen) = points();
    let mixture = mixture(seen);
    let began = Instant::now();
    let fit = mixture.single_site().chains(10).warmup(5_000).draws(1_000).thin(50).seed(1).run()?;
    let seconds = began.elapsed().as_secs_f64();
    let predicted: f64 =
        unseen.iter().map(|point| fit.mean(|means| log_density(point, means).exp()).ln()).sum();
    let of_truth: f64 = unseen.iter().map(|point| log_density(point, &truth)).sum();
    println!(
        "| Poisson mixture, 10 chains of 1000 draws, 50 proposals each | {seconds:.2} | log predictive density {predicted:.2}, of the true means {of_truth:.2} |"
    );
    Ok(())
}

fn models(_: &mut Criterion) {
    geometric_laws();
    if let Err(error) = nonparametric() {
        println!("{error}");
    }
}

criterion_group!(benches, sites, filters, models);
criterion_main!(benches);
