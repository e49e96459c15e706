//! A mixture with an unknown number of clusters, in two forms: a stick that is broken into ten pieces, as
//! in the thesis, and the Chinese restaurant process, in which the clusters' means are integrated out and
//! there is no last piece.
//!
//! vₖ ~ Beta(1, 10), w the pieces, zₙ ~ Categorical(w), μₖ ~ N(0, 5), yₙ ~ N(μ at zₙ, 1).
//!
//! With α = 10, ten pieces leave 40 % of the stick to the last piece, so the two forms are different
//! priors. With enough pieces they are the same prior, which `tests/thorough/tests/dirichlet_process.rs`
//! checks against all partitions.
//!
//! The data are simulated from the process: 10, 25 and 50 values.
//!
//! `cargo run --release --example infinite_mixture` runs it.
//!
//! What to look at: For 50 values the stick finds fewer clusters than the restaurant, 8 and 16, because its
//! last piece takes the rest of the stick. The restaurant's two samplers agree, 15.76 and 15.79. For 10
//! values an effective draw of the restaurant, which has no means to draw, costs a fifth of an effective
//! draw of the stick.

use monomorph::dirichlet_process::{NormalCluster, chinese_restaurant};
use monomorph::draws::diagnostics::ess_bulk;
use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use std::time::Instant;

/// Simulates observations from the process: each observation joins an existing cluster or starts a new one.
fn simulate(n: usize, rng: &mut SmallRng) -> Vec<f64> {
    let (mut means, mut sizes): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    (0..n)
        .map(|seen| {
            let mut rest = rng.random::<f64>() * (seen as f64 + 10.0);
            let known = sizes.iter().position(|size| {
                rest -= size;
                rest < 0.0
            });
            let cluster = known.unwrap_or_else(|| {
                means.push(rng.sample(normal(0.0, 5.0)));
                sizes.push(0.0);
                sizes.len() - 1
            });
            sizes[cluster] += 1.0;
            rng.sample(normal(means[cluster], 1.0))
        })
        .collect()
}

/// The number of different values among the draws of `z`, for each draw.
fn clusters(draws: &Draws) -> Result<Vec<f64>, Error> {
    let z = draws.get("z")?;
    let count = |draw| {
        let mut labels = z.at(0, draw).unwrap_or_default();
        labels.sort_by(f64::total_cmp);
        labels.dedup();
        labels.len() as f64
    };
    Ok((0..draws.draws_per_chain()).map(count).collect())
}

fn report(form: &str, clusters: &[f64], seconds: f64) {
    let mean = clusters.iter().sum::<f64>() / clusters.len() as f64;
    let ess = ess_bulk(&[clusters]) / seconds;
    println!(
        "  {form:10} {:6.1} ms   clusters {mean:5.2}   ESS per second of their number {ess:8.0}",
        seconds * 1e3
    );
}

fn main() -> Result<(), monomorph::Error> {
    let mut rng = SmallRng::seed_from_u64(1);
    for n in [10, 25, 50] {
        let y = simulate(n, &mut rng);
        println!("N = {n}, 10 000 sweeps:");

        params! { v: vector(9).interval(0.0, 1.0), mu: vector(10), z: vector(n).category(10) }
        let model = model! {
            v  |= beta(1.0, 10.0),
            mu |= normal(0.0, 5.0),
            z  |= categorical(v.stick_breaking()),
            data(&y) |= normal(mu.at(z), 1.0),
        };
        let posterior = model.compile()?;
        let started = Instant::now();
        let draws = posterior.gibbs().chains(1).warmup(0).draws(10_000).seed(2).run()?;
        let seconds = started.elapsed().as_secs_f64();
        report("stick", &clusters(&draws)?, seconds);

        for (form, steps) in [("restaurant", 0), ("split-merge", 1)] {
            let base = NormalCluster { location: 0.0, spread: 5.0, scale: 1.0 };
            let started = Instant::now();
            let process = chinese_restaurant(10.0, base, &y).split_merge(steps);
            let draws = process.chains(1).warmup(0).draws(10_000).seed(3).run()?;
            let seconds = started.elapsed().as_secs_f64();
            report(form, draws.column("clusters")?.as_slice(), seconds);
        }
    }
    Ok(())
}
