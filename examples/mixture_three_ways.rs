//! One mixture of three normal distributions in three ways: its categories are drawn by Gibbs sampling,
//! marginalised by the compiler for NUTS, or summed out by hand. The results agree, but the costs of an
//! effective draw differ.
//!
//! w ~ Dirichlet(2, 2, 2), μ₀ < μ₁ < μ₂ ~ N(0, 5), σ ~ lognormal(0, ½), zₙ ~ Categorical(w), yₙ ~ N(μ at zₙ,
//! σ). The data are simulated: 300 values with w = (0.3, 0.5, 0.2), μ = (−4, 0, 3.5) and σ = 1.
//!
//! `cargo run --release --example mixture_three_ways -- FOLDER` writes a figure, `mixture_three_ways.svg`,
//! into the folder.
//!
//! What to look at: The means of the three ways differ by less than 0.005, and in the figure two of them
//! coincide. An effective draw of NUTS, which has no categories, costs a tenth of an effective draw of
//! Gibbs sampling. `y[0]`, 4.22, belongs to the third component with a probability of 0.998.

use monomorph::draws::diagnostics::ess_bulk;
use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use monomorph::report::plot;
use std::path::Path;
use std::time::{Duration, Instant};

/// Prints the means of the parameters, and the smallest number of effective draws per second.
fn report(name: &str, draws: &Draws, elapsed: Duration) -> Result<(), Error> {
    print!("{name:>12}:");
    let mut smallest = f64::INFINITY;
    for parameter in ["w[0]", "mu[0]", "mu[1]", "mu[2]", "sigma"] {
        let column = draws.column(parameter)?;
        print!("  {parameter} {:7.3}", column.mean());
        smallest = smallest.min(ess_bulk(&column.chains()));
    }
    println!("  ESS per second {:9.0}", smallest / elapsed.as_secs_f64());
    Ok(())
}

fn by_hand(y: &[f64]) -> Result<(), Error> {
    params! { w: simplex(3), mu: ordered(3), sigma: positive() }
    let part = |k: usize| normal(mu.at(k), sigma);
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 0.5),
        data(y) |= mixture(w, [part(0), part(1), part(2)]),
    };
    let posterior = model.compile()?;
    let started = Instant::now();
    let fit = posterior.nuts().chains(2).draws(1_000).seed(2).run()?;
    report("by hand", fit.draws(), started.elapsed())
}

fn main() -> Result<(), Error> {
    let mut rng = SmallRng::seed_from_u64(1);
    let y: Vec<f64> = (0..300)
        .map(|_| {
            let z: usize = rng.sample(categorical(&[0.3, 0.5, 0.2]));
            rng.sample(normal([-4.0, 0.0, 3.5][z], 1.0))
        })
        .collect();

    params! { w: simplex(3), mu: ordered(3), sigma: positive(), z: vector(y.len()).category(3) }
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 0.5),
        z     |= categorical(w),
        data(&y) |= normal(mu.at(z), sigma),
    };

    let posterior = model.compile()?;
    let started = Instant::now();
    let draws = posterior.gibbs().chains(2).draws(1_000).seed(2).run()?;
    report("Gibbs", &draws, started.elapsed())?;

    let posterior = model.marginalise(z).compile()?;
    println!("{}", posterior.explain());
    let started = Instant::now();
    let fit = posterior.nuts().chains(2).draws(1_000).seed(2).run()?;
    report("marginalised", fit.draws(), started.elapsed())?;
    by_hand(&y)?;

    let probabilities = posterior.probabilities(z, fit.draws())?;
    println!("y[0] = {:.2} is of the three with the probabilities", y[0]);
    for k in 0..3 {
        print!("  {:.3}", probabilities.column(&format!("z[0,{k}]"))?.mean());
    }
    println!();

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&draws.dataset())
            .of(["mu", "w", "sigma"])
            .beside("Gibbs", "marginalised, NUTS", &fit.draws().dataset())
            .title("One mixture, two samplers, the same answers")
            .caption("Density, median, 50 % and 90 % interval.")
            .save(Path::new(&folder).join("mixture_three_ways.svg"))?;
    }
    Ok(())
}
