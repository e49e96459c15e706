//! A mixture of two normal distributions with its allocations as discrete parameters, by Gibbs sampling:
//!
//! w ~ Dirichlet(½, ½), zₙ ~ Categorical(w), μₖ ~ N(0, 5), xₙ ~ N(μ at zₙ, 1).
//!
//! The data are simulated from the model: 10, 25 and 50 values.
//!
//! `cargo run --release --example gaussian_mixture` runs it.
//!
//! What to look at: The number of effective draws per second falls from tens of thousands for 10 values to
//! single figures for 50 values. With 50 values the two components rarely exchange their labels, so the
//! means of `mu[0]` and `mu[1]` are means over few exchanges.

use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use std::time::Instant;

fn main() -> Result<(), monomorph::Error> {
    let mut rng = SmallRng::seed_from_u64(1);
    for n in [10, 25, 50] {
        let weights = rng.sample(dirichlet(&[0.5, 0.5]));
        let means: Vec<f64> = rng.clone().sample_iter(normal(0.0, 5.0)).take(2).collect();
        let x: Vec<f64> = (0..n)
            .map(|_| {
                let z: usize = rng.sample(categorical(&weights));
                rng.sample(normal(means[z], 1.0))
            })
            .collect();

        params! { w: simplex(2), mu: vector(2), z: vector(n).category(2) }
        let model = model! {
            w  |= dirichlet(0.5),
            mu |= normal(0.0, 5.0),
            z  |= categorical(w),
            data(&x) |= normal(mu.at(z), 1.0),
        };
        let posterior = model.compile()?;
        let gibbs = posterior.gibbs().chains(1).warmup(0).draws(10_000).seed(2);
        if n == 10 {
            println!("{}", gibbs.schedule());
        }
        let started = Instant::now();
        let draws = gibbs.run()?;
        let elapsed = started.elapsed();
        println!("N = {n}: 10 000 sweeps in {:.1} ms", elapsed.as_secs_f64() * 1e3);
        for name in ["w[0]", "mu[0]", "mu[1]"] {
            let column = draws.column(name)?;
            let ess = monomorph::draws::diagnostics::ess_bulk(&column.chains());
            println!(
                "  {name:6} mean {:7.3}  ESS per second {:9.0}",
                column.mean(),
                ess / elapsed.as_secs_f64()
            );
        }
    }
    Ok(())
}
