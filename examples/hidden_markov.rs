//! A hidden Markov model by Gibbs sampling, all states at once:
//!
//! rows Tᵢ ~ Dirichlet(½, ½), s₁ uniform, sᵢ ~ Categorical(T at sᵢ₋₁), mₖ ~ N(k, 0.1), xᵢ ~ N(m at sᵢ, 0.5).
//!
//! The data are simulated from the model: series of 10, 25 and 50 values.
//!
//! `cargo run --release --example hidden_markov` runs it.
//!
//! What to look at: All states of the series are drawn at once, so the number of effective draws per second
//! is about inversely proportional to the length. `s[5]` is near 0 or 1 if the observations separate the
//! states.

use monomorph::draws::diagnostics::ess_bulk;
use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use std::time::Instant;

/// Simulates two states and their observations from the model.
fn simulate(n: usize, rng: &mut SmallRng) -> Vec<f64> {
    let rows = [rng.sample(dirichlet(&[0.5, 0.5])), rng.sample(dirichlet(&[0.5, 0.5]))];
    let means = [rng.sample(normal(0.0, 0.1)), rng.sample(normal(1.0, 0.1))];
    let mut state: usize = rng.sample(categorical(&[0.5, 0.5]));
    let mut x = Vec::with_capacity(n);
    for _ in 0..n {
        x.push(rng.sample(normal(means[state], 0.5)));
        state = rng.sample(categorical(&rows[state]));
    }
    x
}

fn main() -> Result<(), monomorph::Error> {
    let mut rng = SmallRng::seed_from_u64(1);
    for n in [10, 25, 50] {
        let x = simulate(n, &mut rng);
        params! { t: simplex(2).rows(2), m: vector(2), s: vector(n).category(2) }
        let model = model! {
            t |= dirichlet(0.5),
            m |= normal(&[0.0, 1.0], 0.1),
            s |= markov_chain(&[0.5, 0.5], t),
            data(&x) |= normal(m.at(s), 0.5),
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
        for name in ["t[0,0]", "t[1,0]", "m[0]", "m[1]", "s[5]"] {
            let column = draws.column(name)?;
            let ess = ess_bulk(&column.chains()) / elapsed.as_secs_f64();
            println!("  {name:6} mean {:7.3}  ESS per second {ess:9.0}", column.mean());
        }
    }
    Ok(())
}
