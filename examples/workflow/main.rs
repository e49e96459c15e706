//! Radon.

mod homes;

use homes::{between, counties, line, read};
use monomorph::comparison::compare;
use monomorph::diagnostics::predictive::check;
use monomorph::prelude::*;
use std::error::Error as Failure;

fn main() -> Result<(), Box<dyn Failure>> {
    let homes = read("examples/data/radon.csv")?;
    let prior = counties(&homes).sample_prior(1000, 1)?;
    let c = prior.column("radon[0]")?;
    println!("prior {:?}", [0.01, 0.05, 0.5, 0.95, 0.99].map(|p| c.quantile(p).exp()));
    for f in counties(&homes).check_prior(1000, 1)? {
        println!("{f}");
    }
    for f in line(&homes).check_prior(1000, 1)? {
        println!("{f}");
    }
    let a = line(&homes).compile()?.nuts().seed(1).run()?;
    let b = counties(&homes).compile()?.nuts().seed(1).run()?;
    println!("{}\n{}", a.summary(), b.summary().of(&["mu", "slope", "soil", "tau", "sigma"])?);
    for (m, d) in [(line(&homes).predict(a.draws(), 1)?, 0), (counties(&homes).predict(b.draws(), 1)?, 1)] {
        let least = |y: &[f64]| y.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = |y: &[f64]| y.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let above = |y: &[f64]| y.iter().filter(|y| **y > 4f64.ln()).count() as f64 / y.len() as f64;
        let by = |y: &[f64]| between(&homes, y);
        println!(
            "{d} {}",
            check(
                &homes.radon,
                &m.get("radon")?.each(),
                &[("between", &by), ("least", &least), ("largest", &largest), ("above 4", &above)]
            )?
        );
    }
    let (la, lb) = (line(&homes).loo(a.draws())?, counties(&homes).loo(b.draws())?);
    println!("{la}\n{lb}\n{}", compare([("line", &la), ("counties", &lb)])?);
    println!("{}", counties(&homes).sensitivity_to(&["mu", "slope", "soil", "tau", "sigma"], b.draws())?);
    Ok(())
}
